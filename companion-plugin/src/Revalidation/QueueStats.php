<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Support\Schema;

defined( 'ABSPATH' ) || exit;

/**
 * Statistics of the outbox, for people to look at.
 *
 * Reads the outbox for the dashboard, Site Health and the command line. Changes nothing. Rows that are still open are not
 * counted: their requests have not ended.
 */
final class QueueStats {

	/** States that a row goes through. */
	private const STATES = [ 'pending', 'sending', 'failed' ];

	/**
	 * How many rows there are.
	 *
	 * @return array{pending: int, sending: int, failed: int, oldest: int|null} `oldest`: unix seconds since when something waits.
	 */
	public function counts(): array {
		$counts = array_fill_keys( self::STATES, 0 );
		$oldest = null;
		foreach ( self::read( 'SELECT state, COUNT(*) AS number, MIN(created_at) AS oldest FROM %table GROUP BY state' ) as $row ) {
			if ( ! isset( $counts[ $row->state ] ) ) {
				continue;
			}
			$counts[ $row->state ] = (int) $row->number;
			if ( 'failed' !== $row->state ) {
				$oldest = min( $oldest ?? PHP_INT_MAX, (int) $row->oldest );
			}
		}
		return $counts + [ 'oldest' => $oldest ];
	}

	/** Paths that wait, at most so many rows deep. */
	public function paths( int $rows = 200 ): int {
		$all = new Changes();
		foreach ( self::read( "SELECT changes FROM %table WHERE state IN ( 'pending', 'sending' ) ORDER BY id LIMIT %d", $rows ) as $row ) {
			$all->merge( Changes::from_json( (string) $row->changes ) );
		}
		return $all->count();
	}

	/**
	 * Rows that nobody tries any more, the newest first.
	 *
	 * @param int $number At most so many.
	 * @param int $offset Newer ones to leave out.
	 * @return array<int, array{id: int, createdAt: int, attempts: int, paths: string[], status: int, error: string}>
	 */
	public function failed( int $number = 50, int $offset = 0 ): array {
		$failed = [];
		foreach ( self::read( "SELECT * FROM %table WHERE state = 'failed' ORDER BY id DESC LIMIT %d OFFSET %d", $number, $offset ) as $row ) {
			$failed[] = [
				'id'        => (int) $row->id,
				'createdAt' => (int) $row->created_at,
				'attempts'  => (int) $row->attempts,
				'paths'     => Changes::from_json( (string) $row->changes )->paths(),
				'status'    => (int) $row->last_status,
				'error'     => (string) $row->last_error,
			];
		}
		return $failed;
	}

	/**
	 * Reads rows.
	 *
	 * @param string $sql With `%table` for our own table.
	 * @return array<int, \stdClass> Empty where there is no table.
	 */
	private static function read( string $sql, int ...$numbers ): array {
		return Schema::quietly(
			static function () use ( $sql, $numbers ): array {
				global $wpdb;
				$sql = str_replace( '%table', Schema::outbox(), $sql );
				return (array) $wpdb->get_results( $numbers ? $wpdb->prepare( $sql, $numbers ) : $sql ); // phpcs:ignore WordPress.DB -- Our own table; the text is written above.
			}
		);
	}
}
