<?php
/**
 * Configuration of every test WordPress; what differs comes from the environment and from `.constants.json`.
 */

foreach ( test_constants() as $name => $value ) {
	define( $name, $value );
}

// The address of the proxy, so that permalinks, redirects and images lead through it. In a network it would become the
// address of every site; there the database has it.
if ( ! defined( 'MULTISITE' ) ) {
	define( 'WP_HOME', getenv( 'WP_TEST_URL' ) );
	define( 'WP_SITEURL', getenv( 'WP_TEST_URL' ) );
}

// The command line has neither, and a network finds the site by them.
$_SERVER += array(
	'HTTP_HOST'   => substr( getenv( 'WP_TEST_URL' ), strlen( 'http://' ) ),
	'REQUEST_URI' => getenv( 'WP_TEST_SITE' ) ?: '/',
);

define( 'DB_DIR', ABSPATH . 'wp-content/database' );
define( 'DB_FILE', '.ht.sqlite' );
$table_prefix = 'wp_';

foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $name ) {
	define( $name . '_KEY', 'test key ' . $name );
	define( $name . '_SALT', 'test salt ' . $name );
}

define( 'WP_CONTENT_DIR', ABSPATH . 'wp-content' );
define( 'WPMU_PLUGIN_DIR', __DIR__ . '/mu-plugins' );

$constants = array(
	// Not used by SQLite, but WordPress wants them.
	'DB_NAME'                        => 'wordpress',
	'DB_USER'                        => '',
	'DB_PASSWORD'                    => '',
	'DB_HOST'                        => '',
	'DB_CHARSET'                     => 'utf8mb4',
	'DB_COLLATE'                     => '',
	// Application passwords work over plain http only here.
	'WP_ENVIRONMENT_TYPE'            => 'local',
	// Nothing may happen by itself, and nothing may leave this machine. Calls to its own host stay possible.
	'DISABLE_WP_CRON'                => true,
	'AUTOMATIC_UPDATER_DISABLED'     => true,
	'DISALLOW_FILE_MODS'             => true,
	'WP_HTTP_BLOCK_EXTERNAL'         => true,
	// Notices of PHP belong in the log, never in JSON; on the command line a fatal error must not turn into a page.
	'WP_DISABLE_FATAL_ERROR_HANDLER' => 'cli' === PHP_SAPI,
	'WP_DEBUG'                       => false,
	'WP_DEBUG_DISPLAY'               => false,
);
foreach ( $constants as $name => $value ) {
	defined( $name ) || define( $name, $value );
}
ini_set( 'display_errors', '0' );

require_once ABSPATH . 'wp-settings.php';
