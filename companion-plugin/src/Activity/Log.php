<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Activity;

use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Schema;
use HeadlessSiteCompanion\Support\Text;

defined( 'ABSPATH' ) || exit;

/**
 * The activity log.
 *
 * Writes and reads the log. It never holds a secret, a request body or more than 500 characters of anybody's text, and it
 * never grows beyond MAX_ROWS: a service that fails all night must not fill the database.
 *
 * @phpstan-type Entry array{id: int, at: int, type: string, message: string, context: array<string, mixed>, objectId: int, userId: int}
 */
final class Log {

	/** Kinds of entries. */
	public const TYPES = [ 'content', 'revalidation', 'preview', 'error' ];

	/** Rows that are kept, the newest. */
	public const MAX_ROWS = 5000;

	/** Bytes of a message and of each text in a context. */
	private const MAX_TEXT = 500;

	private Clock $clock;

	public function __construct( Clock $clock ) {
		$this->clock = $clock;
	}

	/**
	 * Writes an entry; a failure is silent, because the log is never the point of what is going on.
	 *
	 * @param string $message A sentence, in the language of the site.
	 * @param array<string, mixed> $context Paths, status, milliseconds (`ms`), …; texts are cut.
	 * @param int $object_id Id of a post, 0 for none.
	 */
	public function add( string $type, string $message, array $context = [], int $object_id = 0 ): void {
		$row = [
			'created_at' => $this->clock->now(),
			'type'       => in_array( $type, self::TYPES, true ) ? $type : 'error',
			'message'    => self::cut( $message ),
			'context'    => (string) wp_json_encode( self::shorten( $context ) ),
			'object_id'  => $object_id,
			'user_id'    => get_current_user_id(),
		];
		Schema::quietly(
			static function () use ( $row ): void {
				global $wpdb;
				$wpdb->insert( Schema::activity(), $row, [ '%d', '%s', '%s', '%s', '%d', '%d' ] ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Our own table.
			}
		);
	}

	/**
	 * Reads entries, the newest first.
	 *
	 * @param string $type One of TYPES; empty for all.
	 * @param int $number How many, 1 to 500.
	 * @param int $offset How many newer ones to leave out.
	 * @return array<int, Entry>
	 */
	public function entries( string $type = '', int $number = 50, int $offset = 0 ): array {
		$number  = max( 1, min( 500, $number ) );
		$entries = [];
		foreach ( self::read( '*', $type, 'ORDER BY id DESC LIMIT %d OFFSET %d', $number, max( 0, $offset ) ) as $row ) {
			$entries[] = [
				'id'       => (int) $row->id,
				'at'       => (int) $row->created_at,
				'type'     => (string) $row->type,
				'message'  => (string) $row->message,
				'context'  => (array) json_decode( (string) $row->context, true ),
				'objectId' => (int) $row->object_id,
				'userId'   => (int) $row->user_id,
			];
		}
		return $entries;
	}

	/**
	 * How many entries there are.
	 *
	 * @param string $type One of TYPES; empty for all.
	 */
	public function count( string $type = '' ): int {
		$rows = self::read( 'COUNT(*) AS number', $type );
		return (int) ( $rows[0]->number ?? 0 );
	}

	/**
	 * Forgets what is older than the retention, and the oldest beyond MAX_ROWS.
	 *
	 * @param int $days Retention.
	 */
	public function prune( int $days ): void {
		global $wpdb;
		$table = Schema::activity();
		// phpcs:disable WordPress.DB -- Our own table; its name is not input.
		$wpdb->query( $wpdb->prepare( "DELETE FROM $table WHERE created_at < %d", $this->clock->now() - $days * DAY_IN_SECONDS ) );
		$last = $wpdb->get_var( $wpdb->prepare( "SELECT id FROM $table ORDER BY id DESC LIMIT 1 OFFSET %d", self::MAX_ROWS ) );
		if ( null !== $last ) {
			$wpdb->query( $wpdb->prepare( "DELETE FROM $table WHERE id <= %d", $last ) );
		}
		// phpcs:enable
	}

	/**
	 * Reads rows.
	 *
	 * @param string $columns Columns to read.
	 * @param string $type One of TYPES; anything else for all.
	 * @param string $tail Order and limits.
	 * @return array<int, \stdClass> Empty where there is no table.
	 */
	private static function read( string $columns, string $type, string $tail = '', int ...$numbers ): array {
		return Schema::quietly(
			static function () use ( $columns, $type, $tail, $numbers ): array {
				global $wpdb;
				$table = Schema::activity();
				$where = in_array( $type, self::TYPES, true ) ? $wpdb->prepare( 'WHERE type = %s', $type ) : '';
				$tail  = $numbers ? $wpdb->prepare( $tail, $numbers ) : $tail; // phpcs:ignore WordPress.DB.PreparedSQL -- Written by the methods above.
				return (array) $wpdb->get_results( "SELECT $columns FROM $table $where $tail" ); // phpcs:ignore WordPress.DB -- Our own table, read fresh; the texts are written above.
			}
		);
	}

	/**
	 * Cuts every text and every long list in a context.
	 *
	 * @param array<int|string, mixed> $context Any depth of two.
	 * @return array<int|string, mixed>
	 */
	private static function shorten( array $context ): array {
		$short = [];
		foreach ( array_slice( $context, 0, 100, true ) as $key => $value ) {
			$short[ $key ] = is_array( $value ) ? self::shorten( $value ) : ( is_string( $value ) ? self::cut( $value ) : $value );
		}
		return $short;
	}

	/** Cuts a text where a character ends. */
	private static function cut( string $text ): string {
		$text = wp_check_invalid_utf8( $text, true );
		return strlen( $text ) <= self::MAX_TEXT ? $text : rtrim( Text::cut( $text, self::MAX_TEXT - 3 ) ) . '…';
	}
}
