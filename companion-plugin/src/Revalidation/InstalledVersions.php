<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

defined( 'ABSPATH' ) || exit;

/**
 * Which software this site runs.
 *
 * Active plugins, themes and WordPress, with their versions: what makes the GraphQL schema. Compared with what was there at the
 * last look, it shows what no hook tells: a deployment that replaced files.
 */
final class InstalledVersions {

	/** Option with what was there at the last look. */
	private const OPTION = 'companion_installed';

	/** Whether anything but what was installed at the last look is installed. Looks again. */
	public static function has_changed(): bool {
		$now = self::now();
		if ( get_option( self::OPTION ) === $now ) {
			return false;
		}
		update_option( self::OPTION, $now, false );
		return true;
	}

	/**
	 * Whether a plugin is active here.
	 *
	 * @param string $file File as WordPress names it, `folder/file.php`.
	 */
	public static function is_active_plugin( string $file ): bool {
		return in_array( $file, self::plugins(), true );
	}

	/** A digest of names and versions. Not of times: two servers of one site may have had their files at different ones. */
	public static function now(): string {
		$versions = [ 'wordpress' => (string) get_bloginfo( 'version' ) ];
		foreach ( self::plugins() as $file ) {
			$versions[ $file ] = self::version( WP_PLUGIN_DIR . '/' . $file );
		}
		foreach ( wp_get_mu_plugins() as $file ) {
			$versions[ $file ] = self::version( $file );
		}
		foreach ( array_unique( [ get_stylesheet_directory(), get_template_directory() ] ) as $folder ) {
			$versions[ $folder ] = self::version( $folder . '/style.css' );
		}
		ksort( $versions );
		return md5( (string) wp_json_encode( $versions ) );
	}

	/**
	 * Files of the active plugins.
	 *
	 * @return string[]
	 */
	private static function plugins(): array {
		$own     = get_option( 'active_plugins' );
		$network = is_multisite() ? get_site_option( 'active_sitewide_plugins' ) : [];
		return array_filter( array_merge( is_array( $own ) ? $own : [], is_array( $network ) ? array_keys( $network ) : [] ), 'is_string' );
	}

	/**
	 * Version of a plugin or theme.
	 *
	 * @param string $file With the header.
	 * @return string Empty where the file is gone.
	 */
	private static function version( string $file ): string {
		return is_readable( $file ) ? (string) get_file_data( $file, [ 'version' => 'Version' ] )['version'] : '';
	}
}
