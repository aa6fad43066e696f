<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Settings;

defined( 'ABSPATH' ) || exit;

/**
 * Which addresses the site may have.
 *
 * Judges the address that webhooks, with a secret in them, are sent to. Not wp_http_validate_url(): that accepts
 * `http://169.254.169.254` (the metadata service of clouds) and refuses port 3000 (measured on WordPress 6.1).
 * No WordPress call is made here.
 */
final class ServiceUrl {

	/**
	 * The address without a slash at its end.
	 *
	 * @param string $input As typed.
	 * @param bool $allow_loopback Whether this machine itself is allowed: only where WordPress says that this is not production.
	 * @return string|null Null when it cannot be used; problem() says why.
	 */
	public static function normalize( string $input, bool $allow_loopback ): ?string {
		$parts = self::parts( $input );
		if ( null === $parts || null !== self::problem( $input, $allow_loopback ) ) {
			return null;
		}
		$port = isset( $parts['port'] ) ? ':' . $parts['port'] : '';
		return strtolower( $parts['scheme'] . '://' . $parts['host'] ) . $port . rtrim( $parts['path'] ?? '', '/' );
	}

	/**
	 * What is wrong with an address.
	 *
	 * @param string $input As typed.
	 * @param bool $allow_loopback As for normalize().
	 * @return string|null One of `form`, `scheme`, `credentials`, `query`, `link-local`, `loopback`; null when it is fine.
	 */
	public static function problem( string $input, bool $allow_loopback ): ?string {
		$parts = self::parts( $input );
		if ( null === $parts || preg_match( '/[\s\\\\<>"\x00-\x1f]/', trim( $input ) ) ) {
			return 'form';
		}
		if ( ! in_array( strtolower( $parts['scheme'] ), [ 'http', 'https' ], true ) ) {
			return 'scheme';
		}
		if ( isset( $parts['user'] ) || isset( $parts['pass'] ) ) {
			return 'credentials';
		}
		if ( isset( $parts['query'] ) || isset( $parts['fragment'] ) ) {
			return 'query';
		}
		$host = trim( strtolower( $parts['host'] ), '[]' );
		if ( self::is_link_local( $host ) ) {
			return 'link-local';
		}
		return self::is_loopback( $host ) && ! $allow_loopback ? 'loopback' : null;
	}

	/**
	 * Scheme, host and port, as a browser's Origin header has them.
	 *
	 * @param string $url Normalised address.
	 */
	public static function origin( string $url ): string {
		$parts = self::parts( $url );
		if ( null === $parts ) {
			return '';
		}
		$default = [
			'http'  => 80,
			'https' => 443,
		];
		$port    = $parts['port'] ?? null;
		$suffix  = null === $port || ( $default[ $parts['scheme'] ] ?? null ) === $port ? '' : ':' . $port;
		return $parts['scheme'] . '://' . $parts['host'] . $suffix;
	}

	/**
	 * Parses it.
	 *
	 * @param string $input As typed.
	 * @return array{scheme: string, host: string, port?: int, user?: string, pass?: string, path?: string, query?: string, fragment?: string}|null
	 */
	private static function parts( string $input ): ?array {
		$parts = parse_url( trim( $input ) ); // phpcs:ignore WordPress.WP.AlternativeFunctions.parse_url_parse_url -- Pure class.
		if ( ! is_array( $parts ) || empty( $parts['scheme'] ) || empty( $parts['host'] ) ) {
			return null;
		}
		return $parts;
	}

	/**
	 * Addresses that routers never pass on, and the others on which clouds give out credentials: Alibaba's, and Amazon's in
	 * IPv6.
	 *
	 * @param string $host Without brackets.
	 */
	private static function is_link_local( string $host ): bool {
		$four = self::ipv4( $host );
		if ( null !== $four ) {
			return 0 === strpos( $four, '169.254.' ) || '100.100.100.200' === $four;
		}
		$packed = filter_var( $host, FILTER_VALIDATE_IP, FILTER_FLAG_IPV6 ) ? inet_pton( $host ) : false;
		if ( false !== $packed ) {
			return inet_pton( 'fd00:ec2::254' ) === $packed || ( "\xfe" === $packed[0] && 0x80 === ( ord( $packed[1] ) & 0xc0 ) );
		}
		return 'metadata.google.internal' === rtrim( $host, '.' );
	}

	/**
	 * This machine.
	 *
	 * @param string $host Without brackets.
	 */
	private static function is_loopback( string $host ): bool {
		$four = self::ipv4( $host );
		if ( null !== $four ) {
			return 0 === strpos( $four, '127.' ) || 0 === strpos( $four, '0.' );
		}
		$packed = filter_var( $host, FILTER_VALIDATE_IP, FILTER_FLAG_IPV6 ) ? inet_pton( $host ) : false;
		if ( false !== $packed ) {
			return in_array( $packed, [ inet_pton( '::1' ), inet_pton( '::' ) ], true );
		}
		return (bool) preg_match( '/(^|\.)localhost\.?$/', $host );
	}

	/**
	 * An IPv4 address in four parts, however it is written: clients read 2130706433 and 0x7f.1 as 127.0.0.1, too.
	 *
	 * @param string $host Without brackets.
	 * @return string|null Null when it is a name or IPv6.
	 */
	private static function ipv4( string $host ): ?string {
		$packed = filter_var( $host, FILTER_VALIDATE_IP, FILTER_FLAG_IPV6 ) ? inet_pton( $host ) : false;
		if ( false !== $packed ) {
			// Within IPv6: mapped, or translated by a gateway (NAT64).
			$is_wrapped = in_array( substr( $packed, 0, 12 ), [ "\0\0\0\0\0\0\0\0\0\0\xff\xff", "\0\x64\xff\x9b\0\0\0\0\0\0\0\0" ], true );
			return $is_wrapped ? (string) inet_ntop( substr( $packed, 12 ) ) : null;
		}
		$parts = explode( '.', rtrim( $host, '.' ) );
		if ( count( $parts ) > 4 ) {
			return null;
		}
		$numbers = [];
		foreach ( $parts as $part ) {
			if ( ! preg_match( '/^(0x[0-9a-f]+|[0-9]+)$/', $part ) ) {
				return null;
			}
			$numbers[] = intval( $part, 0 );
		}
		$last  = (int) array_pop( $numbers );
		$value = $last;
		foreach ( $numbers as $index => $number ) {
			$value += $number << ( 24 - 8 * $index );
		}
		return (string) long2ip( $value & 0xffffffff );
	}
}
