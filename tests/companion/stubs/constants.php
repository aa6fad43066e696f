<?php
/**
 * Constants of WordPress that the stubs lack: they hold functions and classes only.
 */

define( 'ABSPATH', '/' );
define( 'WPINC', 'wp-includes' );
define( 'OBJECT', 'OBJECT' );
define( 'OBJECT_K', 'OBJECT_K' );
define( 'ARRAY_A', 'ARRAY_A' );
define( 'ARRAY_N', 'ARRAY_N' );
define( 'MINUTE_IN_SECONDS', 60 );
define( 'HOUR_IN_SECONDS', 3600 );
define( 'DAY_IN_SECONDS', 86400 );
define( 'WEEK_IN_SECONDS', 604800 );
define( 'KB_IN_BYTES', 1024 );
define( 'MB_IN_BYTES', 1048576 );
define( 'WP_PLUGIN_DIR', '' );
define( 'COMPANION_FILE', '' );
define( 'COMPANION_VERSION', '' );
