<?php
/**
 * Loads classes by their names and starts the plugin.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion;

defined( 'ABSPATH' ) || exit;

spl_autoload_register(
	static function ( string $name ): void {
		if ( 0 !== strpos( $name, __NAMESPACE__ . '\\' ) ) {
			return;
		}
		$file = __DIR__ . str_replace( '\\', '/', substr( $name, strlen( __NAMESPACE__ ) ) ) . '.php';
		if ( is_file( $file ) ) {
			require_once $file;
		}
	}
);

register_activation_hook( COMPANION_FILE, [ Lifecycle::class, 'activate' ] );
register_deactivation_hook( COMPANION_FILE, [ Lifecycle::class, 'deactivate' ] );

Plugin::instance()->register();
