<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Preview;

use HeadlessSiteCompanion\Support\Hmac;

defined( 'ABSPATH' ) || exit;

/**
 * Preview tokens and read grants.
 *
 * Two signatures made from the preview secret, the same as in the site's `src/runtime/pages/preview/token.ts`; both sides are held to
 * tests/vectors/preview.json. A link token opens one item on the site, for as long as the plugin says. A read grant opens
 * one item in GraphQL, for one minute by clocks that agree. Each has a key of its own, so that a link can never be used as a grant.
 * No WordPress call is made here. Times are unix seconds.
 */
final class Token {

	/** Names what a key is for. */
	private const LINK_LABEL = 'companion/preview-link/v1';
	private const READ_LABEL = 'companion/graphql-read/v1';

	/** Longest life of a link; a token that claims more was not made here. */
	public const MAX_LINK_SECONDS = 86400;

	/** Life of a read grant. */
	public const READ_SECONDS = 60;

	/** How far the clocks of WordPress and of the site may be apart. A machine without a time service drifts by minutes. */
	public const CLOCK_SECONDS = 300;

	/**
	 * The token of a link.
	 *
	 * @param int $id ID of the item in the database.
	 * @param string $type Name of its post type.
	 * @param int $exp When it ends.
	 * @param int|null $site See Network::number().
	 * @return string `v1.<exp>.<mac>`; with a site `v2.<exp>.<mac>`.
	 */
	public static function link( string $secret, int $id, string $type, int $exp, ?int $site = null ): string {
		return null === $site
			? "v1.$exp." . Hmac::sign( $secret, self::LINK_LABEL, "v1|$id|$type|$exp" )
			: "v2.$exp." . Hmac::sign( $secret, self::LINK_LABEL, "v2|$site|$id|$type|$exp" );
	}

	/**
	 * When the token of a link ends.
	 *
	 * @param string $token Anything.
	 * @param int $id Item that it has to be for.
	 * @param string $type Post type that it has to be for.
	 * @param int $now The time.
	 * @return int|null Null when it is not a valid one for exactly this item.
	 */
	public static function link_expiry( string $secret, string $token, int $id, string $type, int $now ): ?int {
		if ( ! preg_match( '/^v1\.(\d{1,12})\.[\w-]+$/D', $token, $found ) ) {
			return null;
		}
		$exp = (int) $found[1];
		if ( $exp < $now || $exp > $now + self::MAX_LINK_SECONDS ) {
			return null;
		}
		return hash_equals( self::link( $secret, $id, $type, $exp ), $token ) ? $exp : null;
	}

	/**
	 * A read grant, as the site makes them.
	 *
	 * @param int $id ID of the item in the database.
	 * @param int $exp When it ends.
	 * @param int|null $site See Network::number().
	 * @return string `<id>.<exp>.<mac>`; with a site `<id>.<exp>.<site>.<mac>`.
	 */
	public static function grant( string $secret, int $id, int $exp, ?int $site = null ): string {
		return null === $site
			? "$id.$exp." . Hmac::sign( $secret, self::READ_LABEL, "v1|$id|$exp" )
			: "$id.$exp.$site." . Hmac::sign( $secret, self::READ_LABEL, "v2|$site|$id|$exp" );
	}

	/**
	 * The one item that a read grant opens.
	 *
	 * @param string[] $secrets Preview secrets that are accepted.
	 * @param string $value Anything.
	 * @param int $now The time.
	 * @param int|null $site The one that it has to be for, as of Network::number().
	 * @return int|null Null when it opens nothing.
	 */
	public static function granted( array $secrets, string $value, int $now, ?int $site = null ): ?int {
		if ( ! preg_match( '/^([1-9]\d{0,17})\.(\d{1,12})\.(?:[1-9]\d{0,17}\.)?[\w-]{43}$/D', $value, $found ) ) {
			return null;
		}
		$id  = (int) $found[1];
		$exp = (int) $found[2];
		if ( $exp < $now - self::CLOCK_SECONDS || $exp > $now + self::READ_SECONDS + self::CLOCK_SECONDS ) {
			return null;
		}
		$granted = null;
		// Every secret is tried, so that the time it takes does not tell which one fits.
		foreach ( $secrets as $secret ) {
			if ( hash_equals( self::grant( $secret, $id, $exp, $site ), $value ) ) {
				$granted = $id;
			}
		}
		return $granted;
	}
}
