<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Redirects;

defined( 'ABSPATH' ) || exit;

/**
 * Which patterns the site follows.
 *
 * It has an engine of its own that no address can slow down (`src/runtime/redirects/pattern.ts`), and that knows most of PCRE. Held
 * to tests/vectors/redirects.json. No WordPress call is made here.
 */
final class Patterns {

	/** Back references, properties of Unicode and the like, which the site's engine does not know. */
	private const ESCAPES = '/\\\\[1-9gkpPXRKGCNQEcuLlU]/';

	/** Nor these: recursion, conditions, atomic groups, branch resets, modes; verbs; possessive quantifiers; large counts. */
	private const UNKNOWN = [
		'/\(\?([>|R(&+0-9]|P[=>]|-?[ismx]*[mx])/',
		'/\(\*[A-Z]/',
		'/([*+?]|\{\d+,?\d*\})\+/',
		'/\{(\d{4,}(,\d*)?|\d+,\d{4,})\}/',
	];

	/** Bytes, and steps in the site's engine: a count of counts makes many of few bytes. */
	private const MOST_BYTES = 10000;
	private const MOST_STEPS = 3000;

	/**
	 * Whether the site follows a pattern.
	 *
	 * @param string $pattern Without delimiters.
	 */
	public static function is_known( string $pattern ): bool {
		if ( strlen( $pattern ) > self::MOST_BYTES ) {
			return false;
		}
		// phpcs:ignore WordPress.PHP.NoSilencedErrors -- PHP says it of a pattern that is none, and nothing else does.
		if ( false === @preg_match( '@' . str_replace( '@', '\\@', $pattern ) . '@', '' ) ) {
			return false;
		}
		$text = str_replace( '\\\\', 'x', $pattern );
		if ( preg_match( self::ESCAPES, $text ) ) {
			return false;
		}
		// Characters behind a backslash, or in a class, are literal.
		$text  = (string) preg_replace( '/\\\\[^0-9A-Za-z]/', 'x', $text );
		$plain = (string) preg_replace( '/\[\^?\]?(?:\[:\^?\w+:\]|[^\]])*\]/s', 'x', $text );
		foreach ( self::UNKNOWN as $unknown ) {
			if ( preg_match( $unknown, $plain ) ) {
				return false;
			}
		}
		return self::steps( $plain ) <= self::MOST_STEPS;
	}

	/**
	 * How many steps a pattern has in the site's engine, about.
	 *
	 * @param string $plain Without classes and escaped characters.
	 */
	private static function steps( string $plain ): int {
		$open  = [];
		$steps = 0;
		preg_match_all( '/(\(|\)|[^()])(?:\{(\d{1,3})(?:,(\d{0,3}))?\})?/s', $plain, $parts, PREG_SET_ORDER );
		foreach ( $parts as $part ) {
			if ( '(' === $part[1] ) {
				$open[] = $steps;
				$steps  = 0;
				continue;
			}
			$times  = max( 1, (int) ( $part[2] ?? 1 ), (int) ( $part[3] ?? 1 ) );
			$before = ')' === $part[1] ? (int) array_pop( $open ) : $steps;
			$own    = ')' === $part[1] ? $steps + 1 : 1;
			$steps  = min( PHP_INT_MAX >> 16, $before + $own * $times );
		}
		return $steps;
	}

	/**
	 * Whether a target has a host that comes from the address of whoever asks.
	 *
	 * @param string $target With `$1` and the like.
	 */
	public static function leads_anywhere( string $target ): bool {
		return 1 === preg_match( '#^(?:[a-z][a-z0-9+.-]*:)?//(?:[$\\\\]\{?\d|[^/?\#$\\\\]*[$\\\\]\{?\d\d?\}?[^/?\#$\\\\])#i', $target );
	}
}
