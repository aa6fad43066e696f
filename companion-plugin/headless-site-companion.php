<?php
/**
 * Plugin Name:       Headless Site Companion
 * Plugin URI:        https://www.npmjs.com/package/create-headless-site
 * Update URI:        false
 * Description:       The WordPress side of a site made by create-headless-site: tells it what changed, opens previews to it, and gives it what WPGraphQL lacks.
 * Version:           0.1.0
 * Requires at least: 6.0
 * Requires PHP:      7.4
 * Author:            The create-headless-site authors
 * License:           MIT
 * License URI:       https://opensource.org/licenses/MIT
 * Text Domain:       headless-site-companion
 * Domain Path:       /languages
 *
 * This file stays readable for PHP 5.6 and WordPress of any age, so that an old server gets a sentence and not a fatal error.
 *
 * @package HeadlessSiteCompanion
 */

defined( 'ABSPATH' ) || exit;

define( 'COMPANION_VERSION', '0.1.0' );
define( 'COMPANION_FILE', __FILE__ );

if ( version_compare( PHP_VERSION, '7.4', '<' ) || version_compare( $GLOBALS['wp_version'], '6.0', '<' ) ) {
	add_action( 'admin_notices', 'companion_requirements_notice' );
} else {
	require_once __DIR__ . '/src/bootstrap.php';
}

/**
 * Says what is too old.
 *
 * @return void
 */
function companion_requirements_notice() {
	if ( ! current_user_can( 'activate_plugins' ) ) {
		return;
	}
	$text = sprintf(
		/* translators: 1: version of PHP, 2: version of WordPress. */
		__( 'Headless Site Companion needs PHP 7.4 and WordPress 6.0 or newer; this server has PHP %1$s and WordPress %2$s. It does nothing until they are updated.', 'headless-site-companion' ),
		PHP_VERSION,
		$GLOBALS['wp_version']
	);
	echo '<div class="notice notice-error"><p>' . esc_html( $text ) . '</p></div>';
}
