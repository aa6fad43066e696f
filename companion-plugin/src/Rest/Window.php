<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Rest;

defined( 'ABSPATH' ) || exit;

/**
 * Figures of a stretch of time.
 *
 * Sums up the deliveries of the last day. No WordPress call is made here.
 */
final class Window {

	/** Length of the window in seconds. */
	public const SECONDS = 86400;

	/**
	 * Deliveries within the window.
	 *
	 * @param array<int, array<string, mixed>> $deliveries Deliveries of DeliveryHistory::all(), the oldest first.
	 * @param int $now Unix seconds.
	 * @return array<int, array<string, mixed>>
	 */
	public static function recent( array $deliveries, int $now ): array {
		return array_values(
			array_filter(
				$deliveries,
				static function ( array $delivery ) use ( $now ): bool {
					return (int) ( $delivery['at'] ?? 0 ) > $now - self::SECONDS;
				}
			)
		);
	}

	/**
	 * How much of the window the deliveries speak of: a history that is full and begins within the window knows nothing of
	 * what was before.
	 *
	 * @param array<int, array<string, mixed>> $deliveries Deliveries of DeliveryHistory::all(), the oldest first.
	 * @param int $now Unix seconds.
	 * @param int $kept Deliveries that the history keeps.
	 * @return int Seconds.
	 */
	public static function seconds( array $deliveries, int $now, int $kept ): int {
		$oldest = (int) ( $deliveries[0]['at'] ?? 0 );
		return count( $deliveries ) < $kept ? self::SECONDS : max( 0, min( self::SECONDS, $now - $oldest ) );
	}

	/**
	 * Counts and times.
	 *
	 * @param array<int, array<string, mixed>> $deliveries Deliveries of DeliveryHistory::all(), the oldest first.
	 * @param int $now Unix seconds.
	 * @param int $kept Deliveries that the history keeps.
	 * @return array{seconds: int, deliveries: int, failures: int, paths: int, medianMs: int|null, slowestMs: int|null}
	 */
	public static function figures( array $deliveries, int $now, int $kept ): array {
		$figures = [
			'seconds'    => self::seconds( $deliveries, $now, $kept ),
			'deliveries' => 0,
			'failures'   => 0,
			'paths'      => 0,
			'medianMs'   => null,
			'slowestMs'  => null,
		];
		$times   = [];
		foreach ( self::recent( $deliveries, $now ) as $delivery ) {
			++$figures['deliveries'];
			if ( empty( $delivery['ok'] ) ) {
				++$figures['failures'];
			} else {
				$figures['paths'] += (int) ( $delivery['paths'] ?? 0 );
			}
			// A delivery without an answer took as long as our own timeout, which says nothing about the site.
			if ( ! empty( $delivery['status'] ) ) {
				$times[] = (int) ( $delivery['ms'] ?? 0 );
			}
		}
		if ( $times ) {
			sort( $times );
			$middle               = intdiv( count( $times ), 2 );
			$figures['medianMs']  = count( $times ) % 2 ? $times[ $middle ] : intdiv( $times[ $middle - 1 ] + $times[ $middle ], 2 );
			$figures['slowestMs'] = $times[ count( $times ) - 1 ];
		}
		return $figures;
	}
}
