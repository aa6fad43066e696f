<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Menu locations.
 *
 * The two menu locations that the site asks for. WPGraphQL's MenuLocationEnum has only what is registered, and no block theme
 * registers any. Registering one also says `menus` is supported: that brings back the Menus screen, which WordPress hides
 * under block themes.
 */
final class MenuLocations implements Module {

	public function register(): void {
		// Behind the theme's own locations.
		Hooks::action( 'after_setup_theme', [ $this, 'add' ], 100 );
	}

	/** Registers what the theme has not. */
	public function add(): void {
		$ours = [
			'primary' => __( 'Primary (site header)', 'headless-site-companion' ),
			'footer'  => __( 'Footer (site footer)', 'headless-site-companion' ),
		];
		$new  = array_diff_key( $ours, get_registered_nav_menus() );
		if ( $new ) {
			register_nav_menus( $new );
		}
	}
}
