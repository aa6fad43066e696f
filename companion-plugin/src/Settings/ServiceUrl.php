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

	/** First twelve bytes of IPv6 addresses that end with one of IPv4. */
	private const WRAPPED = [
		'000000000000000000000000',
		'00000000000000000000ffff',
		'0000000000000000ffff0000',
		'0064ff9b0000000000000000',
	];

	/** Ranges that the internet does not carry, beside those that PHP's filter knows. In IPv6 that is all but 2000::/3, and Teredo and its like in it. */
	private const NOT_GLOBAL = [ '100.64.0.0/10', '192.0.0.0/24', '198.18.0.0/15', '224.0.0.0/3', '::/3', '4000::/2', '8000::/1', '2001::/23', '3fff::/20' ];

	/** Addresses on which clouds give out credentials, beside link-local ones: Alibaba's, Oracle's, Azure's, Amazon's, Google's. */
	private const METADATA = [ '100.100.100.200', '192.0.0.192', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254' ];

	/** Their names. */
	private const METADATA_NAMES = [ 'metadata', 'metadata.google.internal', 'metadata.goog', 'instance-data', 'instance-data.ec2.internal' ];

	/**
	 * The address without a slash at its end.
	 *
	 * @param string $input Typed text.
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
	 * The problem of an address.
	 *
	 * @param string $input Typed text.
	 * @param bool $allow_loopback See normalize().
	 * @param bool $only_public Whether private hosts and ports of other services are refused.
	 * @return string|null One of `form`, `scheme`, `credentials`, `query`, `link-local`, `loopback`, `private`; null when it is fine.
	 */
	public static function problem( string $input, bool $allow_loopback, bool $only_public = false ): ?string {
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
		$host = trim( $parts['host'], '[]' );
		if ( self::is_link_local( $host ) ) {
			return 'link-local';
		}
		if ( self::is_loopback( $host ) && ! $allow_loopback ) {
			return 'loopback';
		}
		return $only_public && ! ( self::is_public( $host ) && in_array( $parts['port'] ?? 443, [ 80, 443 ], true ) ) ? 'private' : null;
	}

	/**
	 * The same address once for each IP address that its host has now, for problem().
	 *
	 * @param string $url One that problem() finds fine.
	 * @return string[] None where the host is unknown, as that of a site that is not there yet.
	 */
	public static function resolved( string $url ): array {
		$parts = self::parts( $url );
		if ( null === $parts || '[' === $parts['host'][0] ) {
			return [];
		}
		$port = isset( $parts['port'] ) ? ':' . $parts['port'] : '';
		$four = gethostbynamel( $parts['host'] );
		// It warns where no name server answers.
		$six  = function_exists( 'dns_get_record' ) ? @dns_get_record( $parts['host'], DNS_AAAA ) : false; // phpcs:ignore WordPress.PHP.NoSilencedErrors -- See above.
		$urls = [];
		foreach ( false === $four ? [] : $four as $address ) {
			$urls[] = $parts['scheme'] . "://$address$port";
		}
		foreach ( array_column( false === $six ? [] : $six, 'ipv6' ) as $address ) {
			$urls[] = $parts['scheme'] . "://[$address]$port";
		}
		return $urls;
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
	 * An address to be shown, without user name and password, also where their slashes keep it from being an address.
	 *
	 * @param string $given Typed text.
	 */
	public static function without_credentials( string $given ): string {
		$is_address = null !== self::parts( $given );
		return (string) preg_replace( $is_address ? '~^([^/]*//)[^/?#]*@~' : '~^([^/@]*//)?.*@~s', '$1', $given );
	}

	/**
	 * Parses it.
	 *
	 * @param string $input Typed text.
	 * @return array{scheme: string, host: string, port?: int, user?: string, pass?: string, path?: string, query?: string, fragment?: string}|null
	 */
	private static function parts( string $input ): ?array {
		$parts = parse_url( trim( $input ) ); // phpcs:ignore WordPress.WP.AlternativeFunctions.parse_url_parse_url -- Pure class.
		$host  = is_array( $parts ) && ! empty( $parts['scheme'] ) ? self::host( $parts['host'] ?? '' ) : null;
		return null === $host ? null : [ 'host' => $host ] + $parts;
	}

	/**
	 * The host as a client uses it. Clients decode `127%2e0%2e0%2e1`, and some read `169.254.169.254:1:80` up to the first colon.
	 *
	 * @param string $given Host from parse_url().
	 * @return string|null Null when it is neither a name nor an IPv6 address in brackets.
	 */
	private static function host( string $given ): ?string {
		if ( preg_match( '/^\[(.*)\]$/sD', $given, $found ) ) {
			return filter_var( $found[1], FILTER_VALIDATE_IP, FILTER_FLAG_IPV6 ) ? strtolower( $given ) : null;
		}
		$host = $given;
		if ( preg_match( '/[\x80-\xff]/', $given ) && function_exists( 'idn_to_ascii' ) ) {
			$host = (string) idn_to_ascii( $given, IDNA_DEFAULT, INTL_IDNA_VARIANT_UTS46 );
		}
		// Without PHP's intl, letters beyond ASCII stay: WordPress turns them into `xn--`, which is no IP address. Docker's names
		// have underscores.
		$is_name = strlen( $host ) <= 253 && preg_match( '/^(?:[\w\x{80}-\x{10ffff}-]+\.)*[\w\x{80}-\x{10ffff}-]+\.?$/Du', $host );
		return $is_name ? strtolower( $host ) : null;
	}

	/**
	 * Whether the internet has it. A name with a dot may still resolve to a private address.
	 *
	 * @param string $host Without brackets.
	 */
	private static function is_public( string $host ): bool {
		$address = self::ipv4( $host ) ?? $host;
		if ( ! filter_var( $address, FILTER_VALIDATE_IP ) ) {
			return false !== strpos( rtrim( $host, '.' ), '.' );
		}
		// FILTER_FLAG_GLOBAL_RANGE needs PHP 8.2, and lets multicast pass.
		return filter_var( $address, FILTER_VALIDATE_IP, FILTER_FLAG_NO_PRIV_RANGE | FILTER_FLAG_NO_RES_RANGE ) && ! self::is_within( $address, self::NOT_GLOBAL );
	}

	/**
	 * Addresses that routers never pass on, and the others on which clouds give out credentials.
	 *
	 * @param string $host Without brackets.
	 */
	private static function is_link_local( string $host ): bool {
		$address = self::ipv4( $host ) ?? $host;
		if ( ! filter_var( $address, FILTER_VALIDATE_IP ) ) {
			return in_array( rtrim( $host, '.' ), self::METADATA_NAMES, true );
		}
		return self::is_within( $address, array_merge( [ '169.254.0.0/16', 'fe80::/10' ], self::METADATA ) );
	}

	/**
	 * Whether an IP address is one of these.
	 *
	 * @param string[] $ranges Ranges like `224.0.0.0/4`; without a length, one address.
	 */
	private static function is_within( string $address, array $ranges ): bool {
		$packed = (string) inet_pton( $address );
		foreach ( $ranges as $range ) {
			list( $first, $length ) = explode( '/', "$range/128" );

			$first = (string) inet_pton( $first );
			$bits  = min( (int) $length, 8 * strlen( $first ) );
			$mask  = str_pad( str_repeat( "\xff", intdiv( $bits, 8 ) ) . chr( ( 0xff00 >> $bits % 8 ) & 0xff ), strlen( $first ), "\0" );
			if ( strlen( $packed ) === strlen( $first ) && ( $packed & $mask ) === ( $first & $mask ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * This machine.
	 *
	 * @param string $host Without brackets.
	 */
	private static function is_loopback( string $host ): bool {
		$four = self::ipv4( $host );
		if ( null !== $four ) {
			// In IPv6, ::1 and :: are 0.0.0.1 and 0.0.0.0.
			return 0 === strpos( $four, '127.' ) || 0 === strpos( $four, '0.' );
		}
		// The others are names of ::1 in /etc/hosts, which gethostbynamel() does not read.
		return (bool) preg_match( '/(^|\.)(localhost[46]?(\.localdomain[46]?)?|ip6-localhost|ip6-loopback)\.?$/', $host );
	}

	/**
	 * The IPv4 address within one of IPv6: compatible, mapped, translated (SIIT) or translated by a gateway (NAT64) at its end; 6to4 in
	 * the middle; where a gateway has a prefix of its own in 64:ff9b:1::/48, at the end or behind these 48 bits.
	 *
	 * @param string $packed Sixteen bytes.
	 * @return string|null Null when there is none.
	 */
	private static function wrapped( string $packed ): ?string {
		if ( "\x20\x02" === substr( $packed, 0, 2 ) ) {
			return (string) inet_ntop( substr( $packed, 2, 4 ) );
		}
		$is_local = "\x00\x64\xff\x9b\x00\x01" === substr( $packed, 0, 6 );
		if ( $is_local && "\0\0\0\0\0" === substr( $packed, 11 ) ) {
			// The byte between is zero (RFC 6052).
			return (string) inet_ntop( substr( $packed, 6, 2 ) . substr( $packed, 9, 2 ) );
		}
		return $is_local || in_array( bin2hex( substr( $packed, 0, 12 ) ), self::WRAPPED, true ) ? (string) inet_ntop( substr( $packed, 12 ) ) : null;
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
			return self::wrapped( $packed );
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
