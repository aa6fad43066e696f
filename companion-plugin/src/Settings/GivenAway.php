<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Settings;

defined( 'ABSPATH' ) || exit;

/**
 * Preview secrets that plain links have given away.
 *
 * Remembers a digest of each: with them a link tells nobody from the editors who saw an earlier one, however they come back. Each site
 * of a network remembers its own, so that none can take another one's secret away, and knows those of the main site, whose secret is the one
 * that moves into wp-config.php.
 */
final class GivenAway {

	/** Option of the digests, not autoloaded. */
	private const OPTION = 'companion_given_away';

	/** Names what the key is for. No salt of wp-config.php: it is renewed when something leaked, and what is remembered here opens nothing. */
	private const LABEL = 'companion/given-away/v1';

	/**
	 * Whether a plain link has held a secret.
	 *
	 * @param string $secret Any text.
	 */
	public static function has( string $secret ): bool {
		$known = array_merge( self::of( get_current_blog_id() ), is_multisite() ? self::of( get_main_site_id() ) : [] );
		return $known && in_array( self::digest( $secret ), $known, true );
	}

	/**
	 * Remembers secrets.
	 *
	 * @param string[] $secrets Known ones are remembered once.
	 */
	public static function add( array $secrets ): void {
		$known = self::of( get_current_blog_id() );
		$all   = array_values( array_unique( array_merge( $known, array_map( [ self::class, 'digest' ], $secrets ) ) ) );
		if ( $all !== $known ) {
			update_option( self::OPTION, $all, false );
		}
	}

	/**
	 * The digests of one site.
	 *
	 * @param int $site Its number.
	 * @return string[] Digests.
	 */
	private static function of( int $site ): array {
		$known = get_current_blog_id() === $site ? get_option( self::OPTION ) : get_blog_option( $site, self::OPTION );
		return is_array( $known ) ? array_values( array_filter( $known, 'is_string' ) ) : [];
	}

	private static function digest( string $secret ): string {
		return hash_hmac( 'sha256', $secret, self::LABEL );
	}
}
