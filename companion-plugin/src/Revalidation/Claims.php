<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Hooks;
use HeadlessSiteCompanion\Support\Schema;
use Throwable;

defined( 'ABSPATH' ) || exit;

/**
 * Rows of the outbox that one process delivers.
 *
 * Takes what is due, so that no other process sends it, and makes one row of it: many saves, one request.
 */
final class Claims {

	/** Rows of one claim. */
	private const ROWS = 500;

	private Outbox $outbox;
	private Clock $clock;

	public function __construct( Outbox $outbox, Clock $clock ) {
		$this->outbox = $outbox;
		$this->clock  = $clock;
	}

	/**
	 * Takes rows that are due.
	 *
	 * @return array{id: int, changes: Changes, attempts: int}|null `attempts`: failed ones so far. Null when nothing is due.
	 */
	public function take(): ?array {
		global $wpdb;
		$table = Schema::outbox();
		$now   = $this->clock->now();
		$this->recover( $now );
		// phpcs:disable WordPress.DB -- Our own table, read fresh; its name is not input.
		$ids = (array) $wpdb->get_col( $wpdb->prepare( "SELECT id FROM $table WHERE state = 'pending' AND due_at <= %d AND attempts = 0 ORDER BY id LIMIT %d", $now, self::ROWS ) );
		if ( ! $ids ) {
			// A row that has failed before goes alone: nothing new is to share its fate.
			$ids = (array) $wpdb->get_col( $wpdb->prepare( "SELECT id FROM $table WHERE state = 'pending' AND due_at <= %d ORDER BY due_at, id LIMIT 1", $now ) );
		}
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

	/** Keeps what of a claim is still to be delivered. The claim starts again: somebody is alive and sending. */
	public function renew( int $id, Changes $remaining ): void {
		$this->outbox->update(
			$id,
			[
				'changes'    => $remaining->to_json(),
				'claimed_at' => $this->clock->now(),
			]
		);
	}

	/** Ends a claim: all of it is delivered. */
	public function complete( int $id ): void {
		$this->outbox->delete( $id );
	}

	/**
	 * Gives a claim back.
	 *
	 * @param int $attempts Failed attempts so far.
	 * @param int|null $delay Seconds until the next one; null for none.
	 * @param int $status HTTP status, 0 for no answer.
	 * @param string $error Error message without secrets.
	 */
	public function release( int $id, int $attempts, ?int $delay, int $status = 0, string $error = '' ): void {
		$this->outbox->update(
			$id,
			[
				'state'       => null === $delay ? 'failed' : 'pending',
				'claim'       => '',
				'attempts'    => $attempts,
				'due_at'      => $this->clock->now() + (int) $delay,
				'last_status' => $status,
				'last_error'  => $error,
			]
		);
	}

	/**
	 * Gives a claim back as two, each with half of the paths, to be tried apart. The second one is stored before the first one
	 * forgets it.
	 *
	 * @param int $attempts Failed attempts so far.
	 * @param Changes $changes Remaining changes; two paths or more.
	 */
	public function split( int $id, int $attempts, Changes $changes ): void {
		$first  = $changes->first( (int) ceil( $changes->count() / 2 ) );
		$second = $changes->first( PHP_INT_MAX );
		$second->remove( $first->paths() );
		if ( $this->outbox->insert( $second, [ 'attempts' => $attempts ] ) ) {
			$this->outbox->update( $id, [ 'changes' => $first->to_json() ] );
		}
		$this->release( $id, $attempts, 0 );
	}

	/**
	 * Makes one row of those that were claimed. The new one is stored before the others go: a process that dies in between
	 * leaves something to be sent twice, never something lost.
	 *
	 * @param string $claim Claim of all rows.
	 * @param array<int, object{id: string, attempts: string, created_at: string, changes: string}> $rows Not empty.
	 * @return array{id: int, changes: Changes, attempts: int}|null Null when the database refuses; the rows are given back.
	 */
	private function merge( string $claim, array $rows ): ?array {
		global $wpdb;
		$merged = new Changes();
		foreach ( $rows as $row ) {
			$merged->merge( Changes::from_json( (string) $row->changes ) );
		}
		$changes  = self::resolved( $merged )->collapse( Recorder::MANY_PATHS );
		$attempts = (int) $rows[0]->attempts;
		$id       = (int) $rows[0]->id;
		if ( count( $rows ) > 1 || $changes->to_json() !== $rows[0]->changes ) {
			$table = Schema::outbox();
			$id    = $this->outbox->insert(
				$changes,
				[
					'created_at' => (int) $rows[0]->created_at,
					'state'      => 'sending',
					'claim'      => $claim,
					'claimed_at' => $this->clock->now(),
					'attempts'   => $attempts,
				]
			);
			if ( 0 === $id ) {
				$wpdb->query( $wpdb->prepare( "UPDATE $table SET state = 'pending', claim = '' WHERE claim = %s", $claim ) ); // phpcs:ignore WordPress.DB -- Our own table.
				return null;
			}
			$wpdb->query( $wpdb->prepare( "DELETE FROM $table WHERE claim = %s AND id <> %d", $claim, $id ) ); // phpcs:ignore WordPress.DB -- Our own table.
		}
		return [
			'id'       => $id,
			'changes'  => $changes,
			'attempts' => $attempts,
		];
	}

	/**
	 * Resolves look-ups and applies the filter. Where another plugin breaks a look-up it is the whole site: a row that
	 * cannot be read must not block those behind it.
	 *
	 * @param Changes $changes With look-ups.
	 */
	private static function resolved( Changes $changes ): Changes {
		if ( ! $changes->deferred() && ! array_intersect( $changes->events(), [ Changes::MENU, Changes::SETTINGS ] ) ) {
			return $changes;
		}
		$resolved = $changes->first( PHP_INT_MAX );
		try {
			$found = DeferredLookups::resolve( $changes );
			// Look-ups may say more of the whole site than what is known.
			$found->remove( array_diff( $resolved->paths(), [ Changes::EVERYTHING ] ) );
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
		$wpdb->query( $wpdb->prepare( "UPDATE $table SET state = 'pending', claim = '' WHERE state IN ( 'sending', 'open' ) AND claimed_at < %d", $now - Outbox::HELD_SECONDS ) ); // phpcs:ignore WordPress.DB -- Our own table.
		if ( '1' === get_option( Outbox::MISSED ) && $this->outbox->insert( Changes::of_everything() ) && ! delete_option( Outbox::MISSED ) ) {
			// Another process was first. WordPress keeps what it has read of an option that is gone: without this the next look
			// would find it again, and so on for as long as this process lives.
			wp_cache_delete( 'alloptions', 'options' );
			wp_cache_delete( Outbox::MISSED, 'options' );
		}
	}
}
