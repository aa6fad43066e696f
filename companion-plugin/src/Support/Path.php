<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Support;

defined( 'ABSPATH' ) || exit;

/**
 * Paths in the form that the site and the plugin compare.
 *
 * The normal form of a path. The site has the same rule in `src/runtime/wordpress/model/paths.ts`; both are held to tests/vectors/webhook.json.
 * No WordPress call is made here.
 */
final class Path {

	/** Characters that a path may carry as they are, beside those that rawurlencode() leaves alone (RFC 3986, pchar). */
	private const PLAIN = [
		'%21' => '!',
		'%24' => '$',
		'%26' => '&',
		'%27' => "'",
		'%28' => '(',
		'%29' => ')',
		'%2a' => '*',
		'%2b' => '+',
		'%2c' => ',',
		'%3a' => ':',
		'%3b' => ';',
		'%3d' => '=',
		'%40' => '@',
	];

	/**
	 * Leading `/`, no query or fragment, lower-case percent-encoding, no trailing slash except `/`; `/*` stays at the end.
	 *
	 * @param string $input A path, encoded or not.
	 * @return string|null Null for anything but a path of a site: another host, dot segments, control characters, bad encoding.
	 */
	public static function normalize( string $input ): ?string {
		$path = (string) preg_replace( '/[?#].*$/s', '', $input );
		if ( '' === $path || 0 === strpos( $path, '//' ) || preg_match( '/^[a-z][a-z0-9+.-]*:/i', $path ) ) {
			return null;
		}
		$segments = [];
		foreach ( explode( '/', $path ) as $raw ) {
			if ( '' === $raw ) {
				continue;
			}
			$segment = self::segment( $raw );
			if ( null === $segment ) {
				return null;
			}
			$segments[] = $segment;
		}
		$wildcard = array_search( '*', $segments, true );
		if ( false !== $wildcard && count( $segments ) - 1 !== $wildcard ) {
			return null;
		}
		return '/' . implode( '/', $segments );
	}

	/**
	 * Path of an address on this WordPress, as the site has it: without the folder that WordPress may live in.
	 *
	 * @param string $url Absolute or relative address.
	 * @param string $home Address of WordPress's front page.
	 * @return string|null Normal form; null for another host and for `/?p=…`, the address of what has none yet.
	 */
	public static function from_url( string $url, string $home ): ?string {
		$parts = parse_url( $url ); // phpcs:ignore WordPress.WP.AlternativeFunctions.parse_url_parse_url -- Pure class; the difference ended with PHP 5.4.
		$base  = parse_url( $home ); // phpcs:ignore WordPress.WP.AlternativeFunctions.parse_url_parse_url -- See above.
		if ( ! is_array( $parts ) || ! is_array( $base ) ) {
			return null;
		}
		if ( isset( $parts['host'] ) && ! self::same_host( $parts, $base ) ) {
			return null;
		}
		if ( isset( $parts['query'] ) && preg_match( '/(^|&)(p|page_id|attachment_id|cat|author|preview)=/', $parts['query'] ) ) {
			return null;
		}
		$path   = $parts['path'] ?? '/';
		$folder = rtrim( $base['path'] ?? '', '/' );
		if ( '' !== $folder ) {
			if ( $path !== $folder && 0 !== strpos( $path, $folder . '/' ) ) {
				return null;
			}
			$path = substr( $path, strlen( $folder ) );
		}
		return self::normalize( '' === $path ? '/' : $path );
	}

	/**
	 * Whether two addresses name one host; http and https are the same place.
	 *
	 * @param array<string, int|string> $one Result of parse_url().
	 * @param array<string, int|string> $other Result of parse_url().
	 */
	private static function same_host( array $one, array $other ): bool {
		$name = static function ( array $parts ): string {
			$port = $parts['port'] ?? '';
			return strtolower( (string) ( $parts['host'] ?? '' ) ) . ( in_array( $port, [ 80, 443, '' ], true ) ? '' : ':' . $port );
		};
		return $name( $one ) === $name( $other );
	}

	/**
	 * One part of a path.
	 *
	 * @param string $raw Given segment, encoded or not.
	 * @return string|null Encoded; null when it is refused.
	 */
	private static function segment( string $raw ): ?string {
		if ( '*' === $raw ) {
			return $raw;
		}
		if ( preg_match( '/%(?![0-9a-f]{2})/i', $raw ) ) {
			return null;
		}
		$text = rawurldecode( $raw );
		if ( '.' === $text || '..' === $text || preg_match( '#[\x00-\x1f\x7f/\\\\*]#', $text ) || ! preg_match( '//u', $text ) ) {
			return null;
		}
		$encoded = (string) preg_replace_callback(
			'/%[0-9A-F]{2}/',
			static function ( array $found ): string {
				return strtolower( $found[0] );
			},
			rawurlencode( $text )
		);
		return strtr( $encoded, self::PLAIN );
	}
}
