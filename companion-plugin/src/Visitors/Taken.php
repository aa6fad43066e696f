<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Visitors;

defined( 'ABSPATH' ) || exit;

/**
 * Whether something was taken before, or is being taken at this moment.
 *
 * Answers are transients, for a day. While something is taken, a row says so. It looks like a transient, so that WordPress deletes it
 * where the process was killed, but it is written by one statement: add_option() may let two through.
 */
final class Taken {

	/** Prefix of an answer's transient, before the id. Lifecycle deletes by it. */
	private const KEPT = 'companion_visitor_';

	/** Seconds after which a row is of a process that is gone. */
	private const MOST_SECONDS = 300;

	private string $kept;
	private string $row;
	private bool $is_mine = false;

	/**
	 * Sets the option names of one submission.
	 *
	 * @param string $id Hexadecimal.
	 */
	public function __construct( string $id ) {
		$this->kept = self::KEPT . $id;
		$this->row  = self::KEPT . 'now_' . $id;
	}

	/**
	 * The answer that was given.
	 *
	 * @return array{0: int, 1: mixed}|null Status and data.
	 */
	public function answer(): ?array {
		$kept = get_transient( $this->kept );
		return is_array( $kept ) ? [ (int) $kept[0], $kept[1] ] : null;
	}

	/**
	 * Keeps an answer.
	 *
	 * @param mixed $data Data of the answer.
	 */
	public function keep( int $status, $data ): void {
		set_transient( $this->kept, [ $status, $data ], DAY_IN_SECONDS );
	}

	/**
	 * Begins to take it.
	 *
	 * @param int $now Unix seconds.
	 * @return bool False while another request does.
	 */
	public function begin( int $now ): bool {
		global $wpdb;
		// phpcs:disable WordPress.DB -- The unique name decides, not what a cache says.
		$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name = %s AND option_value < %s", "_transient_timeout_$this->row", (string) $now ) );
		$insert        = "INSERT IGNORE INTO $wpdb->options ( option_name, option_value, autoload ) VALUES ( %s, %s, 'no' )";
		$this->is_mine = 1 === $wpdb->query( $wpdb->prepare( $insert, "_transient_timeout_$this->row", (string) ( $now + self::MOST_SECONDS ) ) );
		if ( $this->is_mine ) {
			// WordPress deletes both or none.
			$wpdb->query( $wpdb->prepare( $insert, "_transient_$this->row", '1' ) );
			// Another process may have ended since this one has looked.
			wp_cache_delete( 'notoptions', 'options' );
			wp_cache_delete( "_transient_$this->kept", 'options' );
			wp_cache_delete( "_transient_timeout_$this->kept", 'options' );
		}
		// phpcs:enable
		return $this->is_mine;
	}

	/** Whether this request takes it, and has not ended. */
	public function is_under_way(): bool {
		return $this->is_mine;
	}

	/** Ends it. */
	public function end(): void {
		global $wpdb;
		if ( $this->is_mine ) {
			$this->is_mine = false;
			$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name IN ( %s, %s )", "_transient_$this->row", "_transient_timeout_$this->row" ) ); // phpcs:ignore WordPress.DB -- See above.
		}
	}
}
