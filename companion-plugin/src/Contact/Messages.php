<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Contact;

use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Schema;

defined( 'ABSPATH' ) || exit;

/**
 * The messages of the site's contact form.
 *
 * Keeps them, one row each. The content is JSON in ASCII: a table of an old WordPress has no emoji, and would refuse the whole
 * row for one of them.
 *
 * @phpstan-import-type Content from Submission
 * @phpstan-type Message array{id: int, at: int, content: Content, state: string, attempts: int, dueAt: int, error: string, isRead: bool}
 */
final class Messages {

	/** States of the mail: not sent yet, sent, given up. */
	public const WAITING = 'waiting';
	public const SENT    = 'sent';
	public const FAILED  = 'failed';

	/** Rows that are kept of those that somebody knows of, the newest. */
	public const MAX_ROWS = 5000;

	/** Days for which a message is kept at least that was mailed and that nobody has read in the list, or the other way round. */
	public const UNREAD_DAYS = 180;

	private Clock $clock;

	public function __construct( Clock $clock ) {
		$this->clock = $clock;
	}

	/**
	 * Keeps a message, once.
	 *
	 * @param string $sent_id ID of the submission, 32 hexadecimal digits.
	 * @param Content $content Checked.
	 * @return int|null Its id; 0 where it was kept before; null where the database keeps nothing.
	 */
	public function add( string $sent_id, array $content ): ?int {
		$now = $this->clock->now();
		$row = [
			'sent_id'    => $sent_id,
			'created_at' => $now,
			'due_at'     => $now,
			'email'      => strtolower( $content['email'] ),
			'content'    => (string) wp_json_encode( $content ),
			'state'      => self::WAITING,
		];
		return Schema::quietly(
			static function () use ( $row ): ?int {
				global $wpdb;
				$table = Schema::messages();
				// phpcs:disable WordPress.DB -- Our own table; its name is not input.
				if ( $wpdb->insert( $table, $row, [ '%s', '%d', '%d', '%s', '%s', '%s' ] ) ) {
					return (int) $wpdb->insert_id;
				}
				// Another request may have kept it at the same moment: the table takes an id once.
				return null === $wpdb->get_var( $wpdb->prepare( "SELECT id FROM $table WHERE sent_id = %s", $row['sent_id'] ) ) ? null : 0;
				// phpcs:enable
			}
		);
	}

	/**
	 * One message.
	 *
	 * @return Message|null Null where there is none.
	 */
	public function find( int $id ): ?array {
		return self::read( 'WHERE id = %d', $id )[0] ?? null;
	}

	/**
	 * Messages, the newest first.
	 *
	 * @param int $number How many, 1 to 500.
	 * @param int $before Only those with a smaller id; 0 for all.
	 * @return Message[]
	 */
	public function newest( int $number, int $before = 0 ): array {
		return self::read( 'WHERE id < %d ORDER BY id DESC LIMIT %d', $before > 0 ? $before : PHP_INT_MAX, max( 1, min( 500, $number ) ) );
	}

	/**
	 * A page of messages, the newest first.
	 *
	 * @param int $page From 1.
	 * @param int $size Messages of a page.
	 * @return Message[]
	 */
	public function page( int $page, int $size ): array {
		return self::read( 'ORDER BY id DESC LIMIT %d OFFSET %d', $size, max( 0, $page - 1 ) * $size );
	}

	/**
	 * Messages of an address, the oldest first.
	 *
	 * @param int $number How many.
	 * @param int $offset How many older ones to leave out.
	 * @return Message[]
	 */
	public function of( string $email, int $number, int $offset = 0 ): array {
		return self::read( 'WHERE email = %s ORDER BY id LIMIT %d OFFSET %d', strtolower( $email ), $number, $offset );
	}

	/**
	 * Messages whose mail is due.
	 *
	 * @return Message[] Five at most: a mail may take long.
	 */
	public function due(): array {
		return self::read( 'WHERE state = %s AND due_at <= %d ORDER BY due_at LIMIT 5', self::WAITING, $this->clock->now() );
	}

	/**
	 * How many there are of each state.
	 *
	 * @return array{waiting: int, sent: int, failed: int}
	 */
	public function counts(): array {
		$counts = [
			self::WAITING => 0,
			self::SENT    => 0,
			self::FAILED  => 0,
		];
		$rows   = Schema::quietly(
			static function (): array {
				global $wpdb;
				$table = Schema::messages();
				return (array) $wpdb->get_results( "SELECT state, COUNT(*) AS number FROM $table GROUP BY state" ); // phpcs:ignore WordPress.DB -- Our own table, read fresh.
			}
		);
		foreach ( $rows as $row ) {
			if ( isset( $counts[ $row->state ] ) ) {
				$counts[ $row->state ] = (int) $row->number;
			}
		}
		return $counts;
	}

	/**
	 * Begins an attempt to send its mail. It counts before it is made, so that what ends PHP is no reason to try again at once.
	 *
	 * @param Message $message The message as it was read.
	 * @param int $due_at When the next one is due, unix seconds.
	 * @return bool Whether this process may make it.
	 */
	public function claim( array $message, int $due_at ): bool {
		return 1 === self::write( 'UPDATE %i SET attempts = attempts + 1, due_at = %d WHERE id = %d AND state = %s AND attempts = %d', $due_at, $message['id'], self::WAITING, $message['attempts'] );
	}

	/**
	 * Notes how an attempt ended.
	 *
	 * @param string $state One of the constants.
	 * @param string $error Error message; cut to 500 bytes.
	 */
	public function note( int $id, string $state, string $error ): void {
		self::write( 'UPDATE %i SET state = %s, last_error = %s WHERE id = %d', $state, substr( wp_check_invalid_utf8( $error, true ), 0, 500 ), $id );
	}

	/** Its mail is to be tried again, from the beginning. */
	public function retry( int $id ): bool {
		return 1 === self::write( 'UPDATE %i SET state = %s, attempts = 0, due_at = %d WHERE id = %d AND state <> %s', self::WAITING, $this->clock->now(), $id, self::SENT );
	}

	/** Somebody has read it. */
	public function mark_read( int $id ): void {
		self::write( 'UPDATE %i SET is_read = 1 WHERE id = %d', $id );
	}

	/** @return bool Whether it is gone. */
	public function delete( int $id ): bool {
		return 1 === self::write( 'DELETE FROM %i WHERE id = %d', $id );
	}

	/**
	 * Forgets what was mailed and read and is older than the retention; what was one of both, later: a mail that has left may not have
	 * arrived, and whoever opens a message whose mail never left need not be the one it is for. And of all these the oldest beyond
	 * MAX_ROWS. Messages that nobody knows of stay.
	 *
	 * @param int $days Retention.
	 */
	public function prune( int $days ): void {
		$now = $this->clock->now();
		self::write( 'DELETE FROM %i WHERE created_at < %d AND is_read = 1 AND state = %s', $now - $days * DAY_IN_SECONDS, self::SENT );
		self::write( 'DELETE FROM %i WHERE created_at < %d AND ( is_read = 1 OR state = %s )', $now - max( $days, self::UNREAD_DAYS ) * DAY_IN_SECONDS, self::SENT );
		$last = self::read( 'WHERE state = %s OR is_read = 1 ORDER BY id DESC LIMIT 1 OFFSET %d', self::SENT, self::MAX_ROWS )[0]['id'] ?? 0;
		if ( $last > 0 ) {
			self::write( 'DELETE FROM %i WHERE id <= %d AND ( state = %s OR is_read = 1 )', $last, self::SENT );
		}
	}

	/**
	 * Changes rows.
	 *
	 * @param string $sql With the table as `%i`.
	 * @param int|string ...$values
	 * @return int How many rows.
	 */
	private static function write( string $sql, ...$values ): int {
		return Schema::quietly(
			static function () use ( $sql, $values ): int {
				global $wpdb;
				// WordPress knows %i since 6.2.
				return (int) $wpdb->query( $wpdb->prepare( str_replace( '%i', Schema::messages(), $sql ), $values ) ); // phpcs:ignore WordPress.DB -- Our own table; the text is written above.
			}
		);
	}

	/**
	 * Reads rows.
	 *
	 * @param string $tail Condition, order and limits.
	 * @param int|string ...$values
	 * @return Message[] Empty where there is no table.
	 */
	private static function read( string $tail, ...$values ): array {
		$rows = Schema::quietly(
			static function () use ( $tail, $values ): array {
				global $wpdb;
				$table = Schema::messages();
				return (array) $wpdb->get_results( $wpdb->prepare( "SELECT * FROM $table $tail", $values ) ); // phpcs:ignore WordPress.DB -- Our own table, read fresh; the text is written above.
			}
		);
		return array_map(
			static function ( $row ): array {
				return [
					'id'       => (int) $row->id,
					'at'       => (int) $row->created_at,
					'content'  => Submission::content( json_decode( (string) $row->content, true ) ),
					'state'    => (string) $row->state,
					'attempts' => (int) $row->attempts,
					'dueAt'    => (int) $row->due_at,
					'error'    => (string) $row->last_error,
					'isRead'   => '1' === (string) $row->is_read,
				];
			},
			$rows
		);
	}
}
