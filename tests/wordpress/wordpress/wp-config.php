<?php
/**
 * Configuration of every test WordPress; what differs comes from the environment.
 */

// The address of the proxy, so that permalinks, redirects and images lead through it.
define( 'WP_HOME', getenv( 'WP_TEST_URL' ) );
define( 'WP_SITEURL', getenv( 'WP_TEST_URL' ) );

// Not used by SQLite, but WordPress wants them.
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', '' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', '' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
define( 'DB_DIR', ABSPATH . 'wp-content/database' );
define( 'DB_FILE', '.ht.sqlite' );
$table_prefix = 'wp_';

foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $name ) {
	define( $name . '_KEY', 'test key ' . $name );
	define( $name . '_SALT', 'test salt ' . $name );
}

define( 'WP_CONTENT_DIR', ABSPATH . 'wp-content' );
define( 'WPMU_PLUGIN_DIR', __DIR__ . '/mu-plugins' );

// Application passwords work over plain http only here.
define( 'WP_ENVIRONMENT_TYPE', 'local' );

// Nothing may happen by itself, and nothing may leave this machine. Calls to its own host stay possible.
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'DISALLOW_FILE_MODS', true );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );

// Notices of PHP belong in the log, never in JSON; on the command line a fatal error must not turn into a page.
define( 'WP_DISABLE_FATAL_ERROR_HANDLER', 'cli' === PHP_SAPI );
define( 'WP_DEBUG', false );
ini_set( 'display_errors', '0' );

require_once ABSPATH . 'wp-settings.php';
