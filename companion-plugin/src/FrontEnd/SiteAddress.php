<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\FrontEnd;

use HeadlessSiteCompanion\Settings\ServiceUrl;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Path;

defined( 'ABSPATH' ) || exit;

/**
 * Addresses on the site.
 *
 * Where an address of WordPress is on the site: at the same path, with a slash at its end where WordPress has one.
 */
final class SiteAddress {

	private Settings $settings;

	public function __construct( Settings $settings ) {
		$this->settings = $settings;
	}

	/**
	 * Whether there is a site, and it is not this WordPress: somebody may have typed the wrong one of their two addresses,
	 * and a redirect to it would never end. The two may share a host, with one of them in a folder.
	 */
	public function is_elsewhere(): bool {
		$url  = $this->settings->service_url();
		$home = home_url();
		return '' !== $url && ( ServiceUrl::origin( $url ) !== ServiceUrl::origin( strtolower( $home ) ) || self::folder( $url ) !== self::folder( $home ) );
	}

	/** Whether the old front end leads there: asked for, and the site was reached and took its secret. */
	public function takes_over(): bool {
		return $this->settings->redirect_front_end() && $this->settings->connected() && $this->is_elsewhere();
	}

	/**
	 * The address on the site.
	 *
	 * @param mixed $url Address on this WordPress.
	 * @return string Empty where there is none: no site, another host, an address by number (`/?p=42`).
	 */
	public function of( $url ): string {
		$path = is_string( $url ) && '' !== $url && $this->is_elsewhere() ? Path::from_url( $url, home_url( '/' ) ) : null;
		if ( null === $path || $this->is_wordpress_own( $path ) ) {
			return '';
		}
		$parts = wp_parse_url( $url );
		$slash = '/' !== $path && '/' === substr( $parts['path'] ?? '', -1 ) ? '/' : '';
		$tail  = ( isset( $parts['query'] ) ? '?' . $parts['query'] : '' ) . ( isset( $parts['fragment'] ) ? '#' . $parts['fragment'] : '' );
		return $this->settings->service_url() . $path . $slash . $tail;
	}

	/**
	 * Folder of an address, without a slash at its end.
	 *
	 * @param string $url Complete.
	 */
	private static function folder( string $url ): string {
		return rtrim( (string) wp_parse_url( $url, PHP_URL_PATH ), '/' );
	}

	/**
	 * Whether a path belongs to WordPress and not to the pages that it shows: its own folders and entrances, GraphQL, and
	 * what other programs look for on a host.
	 *
	 * @param string $path In normal form, without the folder that WordPress may live in.
	 */
	public function is_wordpress_own( string $path ): bool {
		$graphql = function_exists( 'graphql_get_endpoint' ) ? graphql_get_endpoint() : 'graphql';
		$rest    = rest_get_url_prefix();
		$first   = explode( '/', $path )[1] ?? '';
		return in_array( $path, [ '/' . trim( $graphql, '/' ), '/graphql' ], true )
			|| in_array( $first, [ $rest, 'wp-json', 'wp-admin', 'wp-content', 'wp-includes', '.well-known' ], true )
			|| 1 === preg_match( '#^/[^/]+\.php(/|$)#', $path );
	}
}
