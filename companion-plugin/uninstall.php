<?php
/**
 * Removes everything that the plugin keeps. WordPress runs this file when the plugin is deleted.
 *
 * @package HeadlessSiteCompanion
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

if ( ! class_exists( 'HeadlessSiteCompanion\Lifecycle' ) ) {
	foreach ( array( 'Contracts/Module', 'Settings/TrustedAddress', 'Support/Hooks', 'Support/Schema', 'Lifecycle' ) as $companion_file ) {
		require_once __DIR__ . '/src/' . $companion_file . '.php';
	}
}
HeadlessSiteCompanion\Lifecycle::uninstall();
