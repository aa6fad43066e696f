<?php
/**
 * Runs before every PHP file of a test WordPress (auto_prepend_file).
 *
 * An instance consists of symbolic links to one shared copy of WordPress. PHP resolves them, so WordPress would take the
 * shared copy for its folder and look for wp-config.php there; with ABSPATH known in advance it stays in the instance.
 */

defined( 'ABSPATH' ) || define( 'ABSPATH', getenv( 'WP_TEST_INSTANCE' ) . '/' );

/** @return array constants of this instance: what a test asked for, and those of a network */
function test_constants() {
	$file = ABSPATH . '.constants.json';
	return is_file( $file ) ? json_decode( file_get_contents( $file ), true ) : array();
}
