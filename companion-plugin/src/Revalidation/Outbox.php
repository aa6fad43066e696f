<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Schema;
use HeadlessSiteCompanion\Support\Text;

defined( 'ABSPATH' ) || exit;

/**
 * Changes that wait for delivery.
 *
 * The store of the queue. A row is `open` while the request that changes something has not ended, then `pending`, `sending`
 * while a process has claimed it (see Claims), or `failed` when nobody tries any more; what is delivered is deleted. Where a
 * process dies its row is `pending` again after HELD_SECONDS, so a change is delivered at least once.
 */
final class Outbox {

	/** Seconds after which an open or claimed row has no owner any more: longer than a process may deliver. */
	public const HELD_SECONDS = 120;

	/** Seconds in which a process that sends has claimed again: it waits for an answer twice at most, during a rotation. */
	private const ALIVE_SECONDS = 2 * Sender::TIMEOUT + 2;

	/** Option that says that a change could not be stored. */
	public const MISSED = 'companion_missed';

	/** Bytes of `last_error`. */
	private const MAX_ERROR = 500;

	/** Days that failed rows are kept, and that a service may be away before waiting rows become failed ones. */
	private const KEEP_DAYS = 14;

	private Clock $clock;

	public function __construct( Clock $clock ) {
		$this->clock = $clock;
	}

	/**
	 * Notes what a request that has not ended has to say, should it never end.
	 *
	 * @param Changes $changes Not empty.
	 * @param int $id ID of the row that said so before; 0 for none.
	 * @return int Id of the row; 0 when it could not be stored.
	 */
	public function open( Changes $changes, int $id = 0 ): int {
		$row = [
			'state'      => 'open',
			'claimed_at' => $this->clock->now(),
			'changes'    => $changes->to_json(),
		];
		return $this->change_open( $id, $row ) ? $id : $this->insert( $changes, $row );
	}

	/**
	 * Takes such a note back: the request has nothing to say.
	 *
	 * @param int $id ID of the row; 0 for none.
	 */
	public function drop( int $id ): void {
		if ( 0 !== $id ) {
			$this->delete( $id );
		}
	}

	/**
	 * Adds a row, due at once.
	 *
	 * @param Changes $changes Not empty.
	 * @param int $open Id of the open row that it takes the place of; 0 for none.
	 * @return bool Whether it is stored. Where the table is missing it is made; where that fails, the whole site is due as soon
	 *   as there is one.
	 */
	public function add( Changes $changes, int $open = 0 ): bool {
		$now    = $this->clock->now();
		$row    = [
			'state'      => 'pending',
			'created_at' => $now,
			'due_at'     => $now,
			'changes'    => $changes->to_json(),
		];
		$stored = $this->change_open( $open, $row ) || $this->insert( $changes );
		if ( ! $stored ) {
			Schema::quietly( [ Schema::class, 'install' ] );
			$stored = 0 !== $this->insert( $changes );
		}
		if ( ! $stored ) {
			$this->miss();
		}
		return $stored;
	}

	/** Notes that a change could not be stored: the whole site is due as soon as rows can be. */
	public function miss(): void {
		update_option( self::MISSED, '1', true );
	}

	/**
	 * Puts changes aside that the service will never take.
	 *
	 * @param string $error Error message without secrets.
	 */
	public function put_aside( Changes $changes, int $status, string $error ): void {
		$this->insert(
			$changes,
			[
				'state'       => 'failed',
				'attempts'    => 1,
				'last_status' => $status,
				'last_error'  => Text::cut( $error, self::MAX_ERROR ),
			]
		);
	}

	/** Everything that waits is due now: the service is back. */
	public function make_due(): void {
		global $wpdb;
		$table = Schema::outbox();
		$wpdb->query( $wpdb->prepare( "UPDATE $table SET due_at = %d WHERE state = 'pending'", $this->clock->now() ) ); // phpcs:ignore WordPress.DB -- Our own table.
	}

	/** Makes due now all that the service did not answer: it answers again. */
	public function make_unanswered_due(): void {
		global $wpdb;
		$table = Schema::outbox();
		$wpdb->query( $wpdb->prepare( "UPDATE $table SET due_at = %d WHERE state = 'pending' AND attempts > 0 AND last_status = 0", $this->clock->now() ) ); // phpcs:ignore WordPress.DB -- Our own table.
	}

	/** Whether something waits that the service did not answer. */
	public function has_unanswered(): bool {
		return Schema::quietly(
			static function (): bool {
				global $wpdb;
				$table = Schema::outbox();
				// phpcs:ignore WordPress.DB -- Our own table.
				return null !== $wpdb->get_var( "SELECT id FROM $table WHERE state = 'pending' AND attempts > 0 AND last_status = 0 LIMIT 1" );
			}
		);
	}

	/** Whether a process is sending right now. When it is done it looks for more, and finds what was added meanwhile. */
	public function is_being_delivered(): bool {
		return Schema::quietly(
			function (): bool {
				global $wpdb;
				$table = Schema::outbox();
				// phpcs:ignore WordPress.DB -- Our own table.
				return null !== $wpdb->get_var( $wpdb->prepare( "SELECT id FROM $table WHERE state = 'sending' AND claimed_at > %d LIMIT 1", $this->clock->now() - self::ALIVE_SECONDS ) );
			}
		);
	}

	/** Whether something could be delivered now. */
	public function is_due(): bool {
		return Schema::quietly(
			function (): bool {
				global $wpdb;
				$table = Schema::outbox();
				// phpcs:ignore WordPress.DB -- Our own table.
				return '1' === get_option( self::MISSED ) || null !== $wpdb->get_var( $wpdb->prepare( "SELECT id FROM $table WHERE state = 'pending' AND due_at <= %d LIMIT 1", $this->clock->now() ) );
			}
		);
	}

	/**
	 * Puts failed rows back into the queue.
	 *
	 * @param int $id ID of a row; 0 for all.
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

	/** Forgets failed rows after KEEP_DAYS, and gives up on those that have waited for as long. */
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
	 * Inserts a row.
	 *
	 * @param array<string, int|string> $columns Where they differ from those of a new row that is due at once.
	 * @return int Its id; 0 when it could not be stored.
	 */
	public function insert( Changes $changes, array $columns = [] ): int {
		$now = $this->clock->now();
		$row = $columns + [
			'created_at' => $now,
			'due_at'     => $now,
			'changes'    => $changes->to_json(),
		];
		return Schema::quietly(
			static function () use ( $row ): int {
				global $wpdb;
				return false === $wpdb->insert( Schema::outbox(), $row ) ? 0 : (int) $wpdb->insert_id; // phpcs:ignore WordPress.DB -- Our own table.
			}
		);
	}

	/**
	 * Changes a row.
	 *
	 * @param array<string, int|string> $row
	 */
	public function update( int $id, array $row ): void {
		global $wpdb;
		if ( isset( $row['last_error'] ) ) {
			$row['last_error'] = Text::cut( (string) $row['last_error'], self::MAX_ERROR );
		}
		$wpdb->update( Schema::outbox(), $row, [ 'id' => $id ] ); // phpcs:ignore WordPress.DB -- Our own table.
	}

	/** Deletes a row. */
	public function delete( int $id ): void {
		global $wpdb;
		$wpdb->delete( Schema::outbox(), [ 'id' => $id ], [ '%d' ] ); // phpcs:ignore WordPress.DB -- Our own table.
	}

	/**
	 * Changes a row if it is still open: one that was taken for abandoned belongs to whoever sends it.
	 *
	 * @param int $id ID of the row; 0 for none.
	 * @param array<string, int|string> $row
	 * @return bool Whether it was.
	 */
	private function change_open( int $id, array $row ): bool {
		if ( 0 === $id ) {
			return false;
		}
		return Schema::quietly(
			static function () use ( $id, $row ): bool {
				global $wpdb;
				// phpcs:ignore WordPress.DB -- Our own table.
				return 1 === $wpdb->update(
					Schema::outbox(),
					$row,
					[
						'id'    => $id,
						'state' => 'open',
					]
				);
			}
		);
	}
}
