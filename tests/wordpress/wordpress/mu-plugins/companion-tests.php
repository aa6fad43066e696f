<?php
/**
 * Plugin Name: Tests of the companion plugin
 *
 * Moves its clock, makes its events due, lets a network have a port, and keeps its source when WordPress
 * deletes it.
 */

add_filter(
	'companion_now',
	function () {
		$clock = ABSPATH . '.clock';
		return time() + ( is_file( $clock ) ? (int) file_get_contents( $clock ) : 0 );
	}
);

if ( isset( $_GET['test_due'] ) && defined( 'DOING_CRON' ) ) {
	// PHP-FPM has answered already: the test waits for this file.
	register_shutdown_function( 'touch', ABSPATH . '.cron-' . preg_replace( '/\W/', '', $_GET['test_run'] ) );
	test_wait_for_cron();
	test_make_due( $_GET['test_due'] );
}

/** A run that the plugin has started itself is let to its end: meanwhile wp-cron.php would do nothing, and not say so. */
function test_wait_for_cron() {
	global $wpdb;
	$find = "SELECT option_value FROM $wpdb->options WHERE option_name = '_transient_doing_cron'";
	for ( $wait = 0; $wait < 200 && (float) $wpdb->get_var( $find ) > microtime( true ) - 60; $wait++ ) {
		usleep( 50000 );
	}
	wp_cache_delete( 'alloptions', 'options' );
	wp_cache_delete( '_transient_doing_cron', 'options' );
}

/** WP-Cron compares with the real time in three places, so the events move and not the clock. */
function test_make_due( $prefix ) {
	$events = array();
	foreach ( '' === $prefix ? array() : _get_cron_array() as $timestamp => $hooks ) {
		foreach ( $hooks as $hook => $event ) {
			$when                     = 0 === strpos( $hook, $prefix ) ? min( $timestamp, time() - 1 ) : $timestamp;
			$events[ $when ][ $hook ] = ( $events[ $when ][ $hook ] ?? array() ) + $event;
		}
	}
	ksort( $events );
	$events && _set_cron_array( $events );
}

// WordPress takes the colon before a port out of the address of a new site.
add_filter(
	'wp_normalize_site_data',
	function ( $data ) {
		if ( isset( $data['domain'] ) && str_replace( ':', '', DOMAIN_CURRENT_SITE ) === $data['domain'] ) {
			$data['domain'] = DOMAIN_CURRENT_SITE;
		}
		return $data;
	},
	11
);

// The plugin's folder is a link to its source, and WordPress would follow it when it deletes the plugin.
add_action(
	'delete_plugin',
	function ( $plugin ) {
		$folder = WP_PLUGIN_DIR . '/' . dirname( $plugin );
		if ( is_link( $folder ) ) {
			unlink( $folder );
			mkdir( $folder );
		}
	},
	PHP_INT_MAX
);
