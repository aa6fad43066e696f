<?php
/**
 * Router of `php -S`: what a web server in front of WordPress does.
 */

// The server does not prepend it to its router.
require_once __DIR__ . '/prepend.php';

$path = rawurldecode( explode( '?', $_SERVER['REQUEST_URI'], 2 )[0] );
if ( ! empty( test_constants()['MULTISITE'] ) && ! file_exists( ABSPATH . ltrim( $path, '/' ) ) ) {
	// The rule from the .htaccess of a network: the files of its sites are those of the main one.
	$path = preg_replace( '~^/[\w-]+(/wp-(?:admin|content|includes)(?:/.*)?|/[^/]+\.php)$~', '$1', $path );
}
$file = ABSPATH . ltrim( $path, '/' );

if ( is_dir( $file ) && '/' !== $path && is_file( rtrim( $file, '/' ) . '/index.php' ) ) {
	if ( '/' !== substr( $path, -1 ) ) {
		header( 'Location: ' . $path . '/', true, 301 );
		return true;
	}
	$path .= 'index.php';
	$file .= 'index.php';
}

$exists = is_file( $file ) && false === strpos( $path, '/.' ) && false === strpos( $path, '..' );
if ( $exists && '.php' !== substr( $file, -4 ) ) {
	return false;
}
if ( ! $exists ) {
	$path = '/index.php';
	$file = ABSPATH . 'index.php';
}

$_SERVER['SCRIPT_NAME']     = $path;
$_SERVER['PHP_SELF']        = $path;
$_SERVER['SCRIPT_FILENAME'] = $file;
unset( $_SERVER['PATH_INFO'] );
chdir( dirname( $file ) );
require $file;
