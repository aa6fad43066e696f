<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use WPGraphQL\Registry\TypeRegistry;

defined( 'ABSPATH' ) || exit;

/**
 * The plugin's version in GraphQL.
 *
 * `companionVersion`: that the plugin is there, and which one. Nothing else of it is public.
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
	}
}
