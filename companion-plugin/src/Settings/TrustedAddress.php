<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Settings;

defined( 'ABSPATH' ) || exit;

/**
 * The address that secrets of a whole network may go to.
 *
 * Kept for each site of a network by whoever could read wp-config.php, in the network's own table: the administrator of one site, and a
 * backup of its tables, write the address but not this. An address that differs in one letter is another one.
 */
final class TrustedAddress {

	/** Meta of a site; WordPress deletes it with the site. */
	private const META = 'companion_trusted_address';

	/** Whether the current user could read wp-config.php: administers the network, or has WP-CLI. */
	public static function is_users(): bool {
		return current_user_can( 'manage_network_options' ) || ( defined( 'WP_CLI' ) && WP_CLI );
	}

	/**
	 * Whether an address is the one.
	 *
	 * @param string $url Normalised; empty is none.
	 */
	public static function is( string $url ): bool {
		return '' !== $url && get_site_meta( get_current_blog_id(), self::META, true ) === $url;
	}

	/**
	 * Somebody says for an address who may.
	 *
	 * @param string $url Normalised; empty takes the former one back.
	 */
	public static function keep( string $url ): void {
		update_site_meta( get_current_blog_id(), self::META, $url );
	}

	/** Leaves nothing, when the plugin goes. */
	public static function forget(): void {
		if ( is_multisite() ) {
			delete_site_meta( get_current_blog_id(), self::META );
		}
	}
}
