<?php
/**
 * Runs the PHP code on standard input inside WordPress, as the administrator.
 */

// Not a script of an owner, which would deliver its changes when it ends.
$_SERVER['REQUEST_METHOD'] = 'GET';
require ABSPATH . 'wp-load.php';
wp_set_current_user( 1 );
eval( stream_get_contents( STDIN ) ); // phpcs:ignore -- code of the test itself
