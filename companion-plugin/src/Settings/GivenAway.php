<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Settings;

defined( 'ABSPATH' ) || exit;

/**
 * Preview secrets that plain links have given away.
 *
 * Remembers a digest of each: with them a link tells nobody from the editors who saw an earlier one, however they come back.
 */
final class GivenAway {

	/** Option of the digests, not autoloaded. */
	private const OPTION = 'companion_given_away';

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
			update_option( self::OPTION, $all, false );
		}
	}

	/** @return string[] Digests. */
	private static function known(): array {
		$known = get_option( self::OPTION );
		return is_array( $known ) ? array_values( array_filter( $known, 'is_string' ) ) : [];
	}

	/** Worth nothing without the salt of wp-config.php. */
	private static function digest( string $secret ): string {
		return hash_hmac( 'sha256', $secret, wp_salt() );
	}
}
