<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Revalidation\ChangeToken;
use WPGraphQL\Registry\TypeRegistry;

defined( 'ABSPATH' ) || exit;

/**
 * The plugin's own fields in GraphQL.
 *
 * `companionVersion`: that the plugin is there, and which one. `companionChanged`: see ChangeToken.
 */
final class Version implements Module {

	public function register(): void {
		Names::register( [ $this, 'fields' ] );
	}

	public function fields( TypeRegistry $registry ): void {
		Names::field(
			$registry,
			'RootQuery',
			'companionVersion',
			[
				'type'        => 'String',
				'description' => 'Version of the Headless Site Companion plugin.',
				'resolve'     => static function (): string {
					return COMPANION_VERSION;
				},
			]
		);
		Names::field(
			$registry,
			'RootQuery',
			'companionChanged',
			[
				'type'        => 'String',
				'description' => 'Another word after each change of menus, settings, terms, authors, comments, files, blocks or plugins.',
				'resolve'     => static function (): string {
					return ChangeToken::current();
				},
			]
		);
	}
}
