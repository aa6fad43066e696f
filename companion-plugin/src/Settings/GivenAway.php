<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Settings;

defined( 'ABSPATH' ) || exit;

/**
 * Preview secrets that plain links have given away.
 *
 * Remembers a digest of each: with them a link tells nobody from the editors who saw an earlier one, however they come back. The sites of a
 * network remember together, because wp-config.php can give one secret to all.
 */
final class GivenAway {

	/** Option of the digests, not autoloaded; on a network it is the network's. */
	private const OPTION = 'companion_given_away';

	/** Names what the key is for. No salt of wp-config.php: it is renewed when something leaked, and what is remembered here opens nothing. */
	private const LABEL = 'companion/given-away/v1';

	/**
	 * Whether a plain link has held a secret.
	 *
	 * @param string $secret Any text.
	 */
	public static function has( string $secret ): bool {
		$known = self::known();
		return $known && in_array( self::digest( $secret ), $known, true );
	}

	/**
	 * Remembers secrets.
	 *
	 * @param string[] $secrets Known ones are remembered once.
	 */
	public static function add( array $secrets ): void {
		$known = self::known();
		$all   = array_values( array_unique( array_merge( $known, array_map( [ self::class, 'digest' ], $secrets ) ) ) );
		if ( $all !== $known ) {
			update_site_option( self::OPTION, $all );
		}
	}

	/** @return string[] Digests. */
	private static function known(): array {
		// Of a site that has become a network, the former option is that of its first site.
		$known = array_merge( (array) get_site_option( self::OPTION, [] ), (array) get_option( self::OPTION, [] ) );
		return array_values( array_unique( array_filter( $known, 'is_string' ) ) );
	}

	private static function digest( string $secret ): string {
		return hash_hmac( 'sha256', $secret, self::LABEL );
	}
}
