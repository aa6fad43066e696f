<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

defined( 'ABSPATH' ) || exit;

/**
 * When to try again.
 *
 * The waiting times between attempts: the schedule of the Standard Webhooks specification, in short. No WordPress call is
 * made here.
 */
final class RetryPolicy {

	/** Seconds to wait after the first, second, … failed attempt. */
	private const DELAYS = [ 60, 300, 1800, 7200, 21600, 86400 ];

	/** The longest Retry-After of a service that is honoured, in seconds. */
	private const LONGEST_RETRY_AFTER = 86400;

	/** Seconds between two answers that ask to be sent again. */
	private const LONGEST_AGAIN = 60;

	/** Such answers count as so many failed attempts at most, however long they go on: the change is never put aside for them. */
	public const MOST_AGAIN = 4;

	/** Part of the waiting time by which it varies, so that many sites do not come back in the same second. */
	private const JITTER = 0.2;

	/**
	 * How long to wait.
	 *
	 * @param int $attempts Attempts that have failed, 1 or more.
	 * @param float $random 0 to 1.
	 * @param int|null $retry_after Seconds that the service asked for.
	 * @return int|null Seconds; null when it is enough.
	 */
	public static function delay( int $attempts, float $random, ?int $retry_after = null ): ?int {
		$delay = self::DELAYS[ max( 1, $attempts ) - 1 ] ?? null;
		if ( null === $delay ) {
			return null;
		}
		$varied = (int) round( $delay * ( 1 - self::JITTER + 2 * self::JITTER * $random ) );
		return null === $retry_after ? $varied : max( $varied, min( self::LONGEST_RETRY_AFTER, $retry_after ) );
	}

	/**
	 * How long to wait after an answer that took effect on one instance of the site and asks to be sent again for the others.
	 *
	 * @param int $attempts Such answers in a row, 1 or more.
	 * @param int|null $retry_after Seconds that the service asked for.
	 * @return int Seconds, at most LONGEST_AGAIN; twice as long each time, because each makes pages stale once more.
	 */
	public static function delay_again( int $attempts, ?int $retry_after ): int {
		return min( self::LONGEST_AGAIN, max( 1, $retry_after ?? self::LONGEST_AGAIN ) * 2 ** ( min( $attempts, self::MOST_AGAIN ) - 1 ) );
	}

	/**
	 * Reads a Retry-After header.
	 *
	 * @param string $header Seconds or an HTTP date; may be empty.
	 * @param int $now Unix seconds.
	 * @return int|null Seconds; null when it says nothing that can be used.
	 */
	public static function retry_after( string $header, int $now ): ?int {
		$header = trim( $header );
		if ( preg_match( '/^\d{1,9}$/', $header ) ) {
			return (int) $header;
		}
		// strtotime() reads sense into nearly anything; a date of HTTP begins with the day of the week.
		$at = preg_match( '/^[A-Z][a-z]{2,8},? /', $header ) ? strtotime( $header ) : false;
		return false === $at ? null : max( 0, $at - $now );
	}
}
