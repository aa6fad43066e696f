<?php
/**
 * Activates the companion plugin as the Plugins screen does, so that its activation hook runs.
 * Environment: WP_TEST_COMPANION is `network` for all sites of a network.
 */

require ABSPATH . 'wp-load.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
wp_set_current_user( 1 );
$result = activate_plugin( 'headless-site-companion/headless-site-companion.php', '', 'network' === getenv( 'WP_TEST_COMPANION' ) );
if ( is_wp_error( $result ) ) {
	throw new RuntimeException( $result->get_error_message() . ' ' . wp_json_encode( $result->get_error_data() ) );
}
