<?php
/**
 * Changes that wait for delivery.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Hooks;
use HeadlessSiteCompanion\Support\Schema;
use Throwable;

defined( 'ABSPATH' ) || exit;

/**
 * The store of the queue. A row is `pending`, `sending` while a process has claimed it, or `failed` when nobody tries any
 * more; what is delivered is deleted. A process that dies gives its claim back after CLAIM_SECONDS, so a change is delivered
 * at least once.
 */
final class Outbox {

	/** Seconds after which a claim has no owner any more: longer than a process may deliver. */
	public const CLAIM_SECONDS = 120;

	/** Option that says that a change could not be stored, or may not have been. */
	public const MISSED = 'companion_missed';

	/** Rows of one claim. */
	private const CLAIM_ROWS = 500;

	/** Days that failed rows are kept, and that a service may be away before waiting rows become failed ones. */
	private const KEEP_DAYS = 14;

	/** The time.
	 *
	 * @var Clock
	 */
	private $clock;

	/**
	 * Keeps what it needs.
	 *
	 * @param Clock $clock The time.
	 */
	public function __construct( Clock $clock ) {
		$this->clock = $clock;
	}

	/**
	 * Adds a row, due at once.
	 *
	 * @param Changes $changes Not empty.
	 * @return bool Whether it is stored. Where the table is missing it is made; where that fails, the whole site is due as
	 *              soon as there is one.
	 */
	public function add( Changes $changes ): bool {
		global $wpdb;
		$now    = $this->clock->now();
		$row    = [
			'created_at' => $now,
			'due_at'     => $now,
			'changes'    => $changes->to_json(),
		];
		$before = $wpdb->suppress_errors( true );
		$stored = $this->insert( $row );
		if ( ! $stored ) {
			Schema::install();
			$stored = $this->insert( $row );
		}
		$wpdb->suppress_errors( $before );
		if ( ! $stored ) {
			$this->miss();
		}
		return $stored;
	}

	/**
	 * Notes that a change could not be stored: the whole site is due as soon as rows can be.
	 */
	public function miss(): void {
		update_option( self::MISSED, '1', true );
	}

	/**
	 * Takes rows that are due, so that no other process sends them.
	 *
	 * @return array{claim: string, changes: Changes, attempts: int, id: int}|null Null when nothing is due.
	 */
	public function claim(): ?array {
		global $wpdb;
		$table = Schema::outbox();
		$now   = $this->clock->now();
		$this->recover( $now );
		// phpcs:disable WordPress.DB -- Our own table, read fresh; its name is no input.
		$ids = (array) $wpdb->get_col( $wpdb->prepare( "SELECT id FROM $table WHERE state = 'pending' AND due_at <= %d ORDER BY id LIMIT %d", $now, self::CLAIM_ROWS ) );
		if ( ! $ids ) {
			return null;
		}
		$claim = wp_generate_uuid4();
		$list  = implode( ',', array_map( 'intval', $ids ) );
		$wpdb->query( $wpdb->prepare( "UPDATE $table SET state = 'sending', claim = %s, claimed_at = %d WHERE state = 'pending' AND id IN ($list)", $claim, $now ) );
		$rows = (array) $wpdb->get_results( $wpdb->prepare( "SELECT id, attempts, created_at, changes FROM $table WHERE state = 'sending' AND claim = %s ORDER BY id", $claim ) );
		// phpcs:enable
		return $rows ? $this->merge( $claim, $rows ) : null;
	}

	/**
	 * Keeps what of a claim is still to be delivered.
	 *
	 * @param int     $id        Of the row.
	 * @param Changes $remaining What is left.
	 */
	public function keep( int $id, Changes $remaining ): void {
		global $wpdb;
		if ( $remaining->is_empty() ) {
			$wpdb->delete( Schema::outbox(), [ 'id' => $id ], [ '%d' ] ); // phpcs:ignore WordPress.DB -- Our own table.
			return;
		}
		// The claim starts anew: somebody is alive and sending.
		$row = [
			'changes'    => $remaining->to_json(),
			'claimed_at' => $this->clock->now(),
		];
		$this->update( $id, $row );
	}

	/**
	 * Gives a claim back after a failure.
	 *
	 * @param int      $id       Of the row.
	 * @param int      $attempts Failed attempts so far.
	 * @param int|null $delay    Seconds until the next one; null for none.
	 * @param int      $status   HTTP status, 0 for no answer.
	 * @param string   $error    What went wrong, without secrets.
	 */
	public function retry( int $id, int $attempts, ?int $delay, int $status, string $error ): void {
		$this->update(
			$id,
			[
				'state'       => null === $delay ? 'failed' : 'pending',
				'claim'       => '',
				'attempts'    => $attempts,
				'due_at'      => $this->clock->now() + (int) $delay,
				'last_status' => $status,
				'last_error'  => mb_strcut( $error, 0, 500, 'UTF-8' ),
			]
		);
	}

	/**
	 * Puts changes aside that the service will never take.
	 *
	 * @param Changes $changes Some paths.
	 * @param int     $status  HTTP status.
	 * @param string  $error   What went wrong, without secrets.
	 */
	public function put_aside( Changes $changes, int $status, string $error ): void {
		$now = $this->clock->now();
		$this->insert(
			[
				'created_at'  => $now,
				'due_at'      => $now,
				'state'       => 'failed',
				'attempts'    => 1,
				'changes'     => $changes->to_json(),
				'last_status' => $status,
				'last_error'  => mb_strcut( $error, 0, 500, 'UTF-8' ),
			]
		);
	}

	/**
	 * Everything that waits is due now: the service is back.
	 */
	public function make_due(): void {
		global $wpdb;
		$table = Schema::outbox();
		$wpdb->query( $wpdb->prepare( "UPDATE $table SET due_at = %d WHERE state = 'pending'", $this->clock->now() ) ); // phpcs:ignore WordPress.DB -- Our own table.
	}

	/**
	 * Puts failed rows back into the queue.
	 *
	 * @param int $id Of a row; 0 for all.
	 * @return int Number of rows.
	 */
	public function replay( int $id = 0 ): int {
		global $wpdb;
		$table = Schema::outbox();
		$now   = $this->clock->now();
		// phpcs:disable WordPress.DB -- Our own table.
		return (int) ( 0 === $id
			? $wpdb->query( $wpdb->prepare( "UPDATE $table SET state = 'pending', attempts = 0, created_at = %d, due_at = %d WHERE state = 'failed'", $now, $now ) )
			: $wpdb->query( $wpdb->prepare( "UPDATE $table SET state = 'pending', attempts = 0, created_at = %d, due_at = %d WHERE state = 'failed' AND id = %d", $now, $now, $id ) ) );
		// phpcs:enable
	}

	/**
	 * How many rows there are.
	 *
	 * @return array{pending: int, sending: int, failed: int, oldest: int|null} `oldest`: unix seconds since when something waits.
	 */
	public function counts(): array {
		global $wpdb;
		$table  = Schema::outbox();
		$before = $wpdb->suppress_errors( true );
		$rows   = (array) $wpdb->get_results( "SELECT state, COUNT(*) AS number, MIN(created_at) AS oldest FROM $table GROUP BY state" ); // phpcs:ignore WordPress.DB -- Our own table.
		$wpdb->suppress_errors( $before );
		$counts = [
			'pending' => 0,
			'sending' => 0,
			'failed'  => 0,
			'oldest'  => null,
		];
		foreach ( $rows as $row ) {
			if ( 'pending' === $row->state || 'sending' === $row->state || 'failed' === $row->state ) {
				$counts[ $row->state ] = (int) $row->number;
			}
			if ( 'failed' !== $row->state ) {
				$counts['oldest'] = null === $counts['oldest'] ? (int) $row->oldest : min( $counts['oldest'], (int) $row->oldest );
			}
		}
		return $counts;
	}

	/**
	 * Paths that wait, at most so many rows deep.
	 *
	 * @param int $rows Rows to read.
	 */
	public function waiting_paths( int $rows = 200 ): int {
		global $wpdb;
		$table  = Schema::outbox();
		$all    = new Changes();
		$before = $wpdb->suppress_errors( true );
		foreach ( (array) $wpdb->get_col( $wpdb->prepare( "SELECT changes FROM $table WHERE state <> 'failed' ORDER BY id LIMIT %d", $rows ) ) as $json ) { // phpcs:ignore WordPress.DB -- Our own table.
			$all->merge( Changes::from_json( (string) $json ) );
		}
		$wpdb->suppress_errors( $before );
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
		global $wpdb;
		$table  = Schema::outbox();
		$before = $wpdb->suppress_errors( true );
		$rows   = (array) $wpdb->get_results( $wpdb->prepare( "SELECT * FROM $table WHERE state = 'failed' ORDER BY id DESC LIMIT %d OFFSET %d", $number, $offset ) ); // phpcs:ignore WordPress.DB -- Our own table.
		$wpdb->suppress_errors( $before );
		$failed = [];
		foreach ( $rows as $row ) {
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
	 * Forgets failed rows after KEEP_DAYS, and gives up on those that have waited for as long.
	 */
	public function prune(): void {
		global $wpdb;
		$table = Schema::outbox();
		$limit = $this->clock->now() - self::KEEP_DAYS * DAY_IN_SECONDS;
		// phpcs:disable WordPress.DB -- Our own table.
		$wpdb->query( $wpdb->prepare( "DELETE FROM $table WHERE state = 'failed' AND due_at < %d", $limit ) );
		$wpdb->query( $wpdb->prepare( "UPDATE $table SET state = 'failed', due_at = %d WHERE state = 'pending' AND created_at < %d", $this->clock->now(), $limit ) );
		// phpcs:enable
	}

	/**
	 * Makes one row of those that were claimed. The new one is stored before the others go: a process that dies in between
	 * leaves something to be sent twice, never something lost.
	 *
	 * @param string                                                                             $claim Of all rows.
	 * @param array<int, object{id: string, attempts: string, created_at: string, changes: string}> $rows  Not empty.
	 * @return array{claim: string, changes: Changes, attempts: int, id: int}|null Null when the database refuses; the rows are given back.
	 */
	private function merge( string $claim, array $rows ): ?array {
		global $wpdb;
		$merged = new Changes();
		foreach ( $rows as $row ) {
			$merged->merge( Changes::from_json( (string) $row->changes ) );
		}
		$changes = self::resolved( $merged )->collapse( Recorder::MANY_PATHS );
		// The fewest attempts: a new change must not share the fate of an old one.
		$attempts = PHP_INT_MAX;
		foreach ( $rows as $row ) {
			$attempts = min( $attempts, (int) $row->attempts );
		}
		$id = (int) $rows[0]->id;
		if ( count( $rows ) > 1 || $changes->to_json() !== $rows[0]->changes ) {
			$stored = $this->insert(
				[
					'created_at' => (int) $rows[0]->created_at,
					'due_at'     => $this->clock->now(),
					'state'      => 'sending',
					'claim'      => $claim,
					'claimed_at' => $this->clock->now(),
					'attempts'   => $attempts,
					'changes'    => $changes->to_json(),
				]
			);
			$table  = Schema::outbox();
			if ( ! $stored ) {
				$wpdb->query( $wpdb->prepare( "UPDATE $table SET state = 'pending', claim = '' WHERE claim = %s", $claim ) ); // phpcs:ignore WordPress.DB -- Our own table.
				return null;
			}
			$id = (int) $wpdb->insert_id;
			$wpdb->query( $wpdb->prepare( "DELETE FROM $table WHERE claim = %s AND id <> %d", $claim, $id ) ); // phpcs:ignore WordPress.DB -- Our own table.
		}
		return [
			'claim'    => $claim,
			'changes'  => $changes,
			'attempts' => $attempts,
			'id'       => $id,
		];
	}

	/**
	 * What look-ups find, as the filter leaves it. Where another plugin breaks a look-up it is the whole site: a row that
	 * cannot be read must not block those behind it.
	 *
	 * @param Changes $changes With look-ups.
	 */
	private static function resolved( Changes $changes ): Changes {
		if ( ! $changes->later() ) {
			return $changes;
		}
		$resolved = $changes->first( PHP_INT_MAX );
		try {
			$found = Later::resolve( $changes );
			$found->remove( $resolved->paths() );
			$resolved->merge( PathFilter::apply( $found, 0 ) );
		} catch ( Throwable $error ) {
			Hooks::report( 'look-up', $error );
			$resolved->add( Changes::EVERYTHING, Changes::ALL );
		}
		return $resolved;
	}

	/**
	 * Takes rows back from processes that have died, and makes up for changes that could not be stored.
	 *
	 * @param int $now Unix seconds.
	 */
	private function recover( int $now ): void {
		global $wpdb;
		$table = Schema::outbox();
		$wpdb->query( $wpdb->prepare( "UPDATE $table SET state = 'pending', claim = '' WHERE state = 'sending' AND claimed_at < %d", $now - self::CLAIM_SECONDS ) ); // phpcs:ignore WordPress.DB -- Our own table.
		if ( '1' === get_option( self::MISSED ) ) {
			$everything = new Changes();
			$everything->add( Changes::EVERYTHING, Changes::ALL );
			$row = [
				'created_at' => $now,
				'due_at'     => $now,
				'changes'    => $everything->to_json(),
			];
			if ( $this->insert( $row ) ) {
				delete_option( self::MISSED );
			}
		}
	}

	/**
	 * Inserts a row.
	 *
	 * @param array<string, int|string> $row Columns.
	 */
	private function insert( array $row ): bool {
		global $wpdb;
		return false !== $wpdb->insert( Schema::outbox(), $row ); // phpcs:ignore WordPress.DB -- Our own table.
	}

	/**
	 * Changes a row.
	 *
	 * @param int                       $id  Of the row.
	 * @param array<string, int|string> $row Columns.
	 */
	private function update( int $id, array $row ): void {
		global $wpdb;
		$wpdb->update( Schema::outbox(), $row, [ 'id' => $id ] ); // phpcs:ignore WordPress.DB -- Our own table.
	}
}
