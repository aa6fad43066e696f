<?php
/**
 * Runs the PHP code on standard input inside WordPress, as the administrator.
 */

// Not a script of an owner, which would deliver its changes when it ends.
$_SERVER['REQUEST_METHOD'] = 'GET';
require ABSPATH . 'wp-load.php';
wp_set_current_user( 1 );
eval( file_get_contents( 'php://stdin' ) ); // phpcs:ignore -- code of the test itself
