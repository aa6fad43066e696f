<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Support;

defined( 'ABSPATH' ) || exit;

/**
 * The plugin's own tables.
 *
 * Creates and removes the tables of one site. Times are unix seconds.
 */
final class Schema {

	/** Changes when the tables do; kept in the option `companion_schema`. */
	private const VERSION = '3';

	/** Name of the table of changes that wait for delivery. */
	public static function outbox(): string {
		global $wpdb;
		return $wpdb->prefix . 'companion_outbox';
	}

	/** Name of the table of the activity log. */
	public static function activity(): string {
		global $wpdb;
		return $wpdb->prefix . 'companion_activity';
	}

	/** Name of the table of pages that show more than themselves. */
	public static function readers(): string {
		global $wpdb;
		return $wpdb->prefix . 'companion_readers';
	}

	/** Name of the table of messages of the contact form. */
	public static function messages(): string {
		global $wpdb;
		return $wpdb->prefix . 'companion_messages';
	}

	/**
	 * All of them.
	 *
	 * @return string[]
	 */
	public static function tables(): array {
		return [ self::outbox(), self::activity(), self::readers(), self::messages() ];
	}

	/** Creates what is missing, unless this version of the tables was created before. */
	public static function ensure(): void {
		if ( self::VERSION !== get_option( 'companion_schema' ) ) {
			self::install();
		}
	}

	/** Creates the tables. dbDelta() leaves alone what is there already. */
	public static function install(): void {
		global $wpdb;
		require_once ABSPATH . 'wp-admin/includes/upgrade.php';
		$collate  = $wpdb->get_charset_collate();
		$outbox   = self::outbox();
		$activity = self::activity();
		$readers  = self::readers();
		$messages = self::messages();
		dbDelta(
			"CREATE TABLE $outbox (
				id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
				created_at bigint(20) unsigned NOT NULL,
				due_at bigint(20) unsigned NOT NULL,
				attempts smallint(5) unsigned NOT NULL DEFAULT 0,
				state varchar(10) NOT NULL DEFAULT 'pending',
				claim varchar(36) NOT NULL DEFAULT '',
				claimed_at bigint(20) unsigned NOT NULL DEFAULT 0,
				changes longtext NOT NULL,
				last_status smallint(5) unsigned NOT NULL DEFAULT 0,
				last_error varchar(500) NOT NULL DEFAULT '',
				PRIMARY KEY  (id),
				KEY state_due (state,due_at),
				KEY claim (claim)
			) $collate;"
		);
		dbDelta(
			"CREATE TABLE $activity (
				id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
				created_at bigint(20) unsigned NOT NULL,
				type varchar(20) NOT NULL,
				message varchar(500) NOT NULL,
				context longtext NOT NULL,
				object_id bigint(20) unsigned NOT NULL DEFAULT 0,
				user_id bigint(20) unsigned NOT NULL DEFAULT 0,
				PRIMARY KEY  (id),
				KEY created_at (created_at),
				KEY type_created (type,created_at)
			) $collate;"
		);
		dbDelta(
			"CREATE TABLE $readers (
				post_id bigint(20) unsigned NOT NULL,
				what varchar(64) NOT NULL,
				PRIMARY KEY  (post_id,what),
				KEY what (what)
			) $collate;"
		);
		dbDelta(
			"CREATE TABLE $messages (
				id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
				sent_id char(32) NOT NULL,
				created_at bigint(20) unsigned NOT NULL,
				due_at bigint(20) unsigned NOT NULL,
				attempts smallint(5) unsigned NOT NULL DEFAULT 0,
				state varchar(10) NOT NULL DEFAULT 'waiting',
				email varchar(254) NOT NULL,
				content longtext NOT NULL,
				last_error varchar(500) NOT NULL DEFAULT '',
				is_read tinyint(1) unsigned NOT NULL DEFAULT 0,
				PRIMARY KEY  (id),
				UNIQUE KEY sent_id (sent_id),
				KEY state_due (state,due_at),
				KEY email (email(100))
			) $collate;"
		);
		update_option( 'companion_schema', self::VERSION );
	}

	/**
	 * Calls something without WordPress printing and logging errors of the database: where a table is missing the plugin
	 * makes it again, and says so on its own pages.
	 *
	 * @template T
	 * @param callable(): T $call Reads or writes our tables.
	 * @return T
	 */
	public static function quietly( callable $call ) {
		global $wpdb;
		$before = $wpdb->suppress_errors( true );
		try {
			return $call();
		} finally {
			$wpdb->suppress_errors( $before );
		}
	}

	/** Whether the tables can be read. */
	public static function is_installed(): bool {
		return self::quietly(
			static function (): bool {
				global $wpdb;
				foreach ( self::tables() as $table ) {
					// phpcs:ignore WordPress.DB -- Our own table; its name is not input.
					if ( null === $wpdb->get_var( "SELECT COUNT(*) FROM $table" ) ) {
						return false;
					}
				}
				return true;
			}
		);
	}

	/** Removes the tables and all that is in them. */
	public static function drop(): void {
		global $wpdb;
		foreach ( self::tables() as $table ) {
			$wpdb->query( "DROP TABLE IF EXISTS $table" ); // phpcs:ignore WordPress.DB -- Our own table; its name is not input.
		}
		delete_option( 'companion_schema' );
	}
}
