<?php
/**
 * Plugin Name: Menu locations
 *
 * The locations that a site by create-headless-site asks for. WPGraphQL knows a location only where it is registered, and no
 * block theme registers one: set the option `test_menu_locations` to `off` for a WordPress without them.
 */

add_action(
	'after_setup_theme',
	function () {
		if ( 'off' !== get_option( 'test_menu_locations' ) ) {
			register_nav_menus(
				array(
					'primary' => 'Primary',
					'footer'  => 'Footer',
				)
			);
		}
	}
);
