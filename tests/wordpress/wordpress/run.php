<?php
/**
 * Runs the PHP code on standard input inside WordPress, as the administrator.
 */

require ABSPATH . 'wp-load.php';
wp_set_current_user( 1 );
eval( stream_get_contents( STDIN ) ); // phpcs:ignore -- code of the test itself
