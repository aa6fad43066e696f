<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

defined( 'ABSPATH' ) || exit;

/**
 * How often a delivery may follow a save at once.
 *
 * A bucket of tokens: an import that saves thousands of posts in as many requests empties it, and is delivered every two
 * seconds from then on, together. So does an editor who saves again and again, and waits for no longer than that: the last save
 * is what they look for on the site. No WordPress call is made here.
 */
final class RateLimiter {

	/** Deliveries in a row. */
	public const BURST = 20;

	/** Seconds in which one comes back. */
	public const REFILL = 2;

	/**
	 * How long until there is a token.
	 *
	 * @param mixed $stored State from take().
	 * @param int $now Unix seconds.
	 * @return int Seconds, at most REFILL.
	 */
	public static function seconds_to_wait( $stored, int $now ): int {
		$state = self::take( $stored, $now )['state'];
		return (int) min( self::REFILL, max( 0, ceil( ( 1 - $state['tokens'] ) * self::REFILL ) ) );
	}

	/**
	 * Takes a token.
	 *
	 * @param mixed $stored State from the last call; anything at first.
	 * @param int $now Unix seconds.
	 * @return array{allowed: bool, state: array{tokens: float, at: int}} Decision, and the state to store.
	 */
	public static function take( $stored, int $now ): array {
		$tokens = is_array( $stored ) && is_numeric( $stored['tokens'] ?? null ) ? (float) $stored['tokens'] : (float) self::BURST;
		$at     = is_array( $stored ) && is_numeric( $stored['at'] ?? null ) ? (int) $stored['at'] : $now;
		// The bucket is full at most, whatever the clock does.
		$tokens  = min( (float) self::BURST, $tokens + max( 0, $now - $at ) / self::REFILL );
		$allowed = $tokens >= 1;
		return [
			'allowed' => $allowed,
			'state'   => [
				'tokens' => $allowed ? $tokens - 1 : $tokens,
				'at'     => $now,
			],
		];
	}
}
