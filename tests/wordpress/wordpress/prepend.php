<?php
/**
 * Runs before every PHP file of a test WordPress (auto_prepend_file).
 *
 * An instance consists of symbolic links to one shared copy of WordPress. PHP resolves them, so WordPress would take the
 * shared copy for its folder and look for wp-config.php there; with ABSPATH known in advance it stays in the instance.
 */

defined( 'ABSPATH' ) || define( 'ABSPATH', getenv( 'WP_TEST_INSTANCE' ) . '/' );
