<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Preview;

defined( 'ABSPATH' ) || exit;

/**
 * How long a preview link lives.
 *
 * Reads what the filter `companion_preview_token_expiry` returned: a filter may return anything.
 * No WordPress call is made here.
 */
final class Lifetime {

	/** Seconds, unless a filter says otherwise; the interface specification's. */
	public const DEFAULT_SECONDS = 3600;

	/** Seconds that the site shows what a plain link has opened. */
	public const PLAIN_SECONDS = 3600;

	private const MIN_SECONDS = 60;

	/**
	 * Seconds that a link lives.
	 *
	 * @param mixed $value Value of the filter.
	 * @return int 60 to 86,400; anything but a number is the default.
	 */
	public static function seconds( $value ): int {
		if ( ! is_numeric( $value ) || ! is_finite( (float) $value ) ) {
			return self::DEFAULT_SECONDS;
		}
		// Compared as floats: a number too large for an integer is cut here and does not overflow.
		return (int) max( self::MIN_SECONDS, min( Token::MAX_LINK_SECONDS, (float) $value ) );
	}
}
