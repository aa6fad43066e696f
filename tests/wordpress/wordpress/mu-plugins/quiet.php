<?php
/**
 * Plugin Name: Quiet
 *
 * Mails are dropped, nobody is asked for updates, and YouTube's answer to an embed is always the same one: all of that would
 * wait for a network that tests do not use.
 */

add_filter( 'pre_wp_mail', '__return_true' );

remove_action( 'wp_version_check', 'wp_version_check' );
remove_action( 'wp_update_plugins', 'wp_update_plugins' );
remove_action( 'wp_update_themes', 'wp_update_themes' );

// A test on the command line is no visitor, who would start WP-Cron.
if ( 'cli' === PHP_SAPI ) {
	remove_action( 'init', 'wp_cron' );
}

foreach ( array( 'core', 'plugins', 'themes' ) as $what ) {
	add_filter(
		'pre_site_transient_update_' . $what,
		function () {
			return (object) array(
				'last_checked'    => time(),
				'version_checked' => $GLOBALS['wp_version'],
				'updates'         => array(),
				'response'        => array(),
			);
		}
	);
}

add_filter(
	'pre_oembed_result',
	function ( $html, $url ) {
		parse_str( (string) wp_parse_url( $url, PHP_URL_QUERY ), $query );
		return false === strpos( $url, '//www.youtube.com/watch' ) ? $html : sprintf(
			'<iframe title="A film" width="500" height="281" src="https://www.youtube.com/embed/%s?feature=oembed" frameborder="0" '
			. 'allow="accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture; web-share" '
			. 'referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>',
			$query['v']
		);
	},
	10,
	2
);
