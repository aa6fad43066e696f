<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Passwords\Passwords;
use WPGraphQL\Registry\TypeRegistry;

defined( 'ABSPATH' ) || exit;

/**
 * Items that their password opens on the site.
 *
 * `ContentNode.companionTakesPassword`: the site shows a form where it is true. An older plugin does not have it.
 */
final class TakesPassword implements Module {

	public function register(): void {
		Names::register( [ $this, 'fields' ] );
	}

	public function fields( TypeRegistry $registry ): void {
		Names::field(
			$registry,
			'ContentNode',
			'companionTakesPassword',
			[
				'type'        => 'Boolean',
				'description' => static function (): string {
					return 'Whether the site may ask a visitor for the password of this.';
				},
				'resolve'     => static function ( $item ): bool {
					return Passwords::opens( get_post( (int) ( $item->databaseId ?? 0 ) ) ); // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- The name is WPGraphQL's.
				},
			]
		);
	}
}
