<?php
/**
 * The plugin's version in GraphQL.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * `companionVersion`: that the plugin is there, and which one. Nothing else of it is public.
 */
final class Version implements Module {

	/**
	 * Adds its hooks.
	 */
	public function register(): void {
		Hooks::action( 'graphql_register_types', [ $this, 'fields' ] );
	}

	/**
	 * Adds the field.
	 */
	public function fields(): void {
		Names::field(
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
