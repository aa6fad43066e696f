<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Lifecycle;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Hooks;
use HeadlessSiteCompanion\Support\Schema;

defined( 'ABSPATH' ) || exit;

/**
 * Pages that were there before the plugin knew what they show.
 *
 * Reads all published posts into DependencyIndex, in the background and in the order of their ids: after an installation or an update,
 * after imports and changed plugins, and once a day, because programs write posts past WordPress.
 */
final class Backfill implements Module {

	/** Option: how far it is (`at`, id of a post; null when done), since when (`done`, unix seconds; 0 for never). */
	public const OPTION = 'companion_read';

	/** Posts of one step. */
	private const STEP = 200;

	/** Seconds of one run. */
	private const SECONDS = 10;

	private Clock $clock;

	public function __construct( Clock $clock ) {
		$this->clock = $clock;
	}

	public function register(): void {
		Hooks::action( Lifecycle::TICK, [ $this, 'tick' ], 8, 0 );
	}

	/** Every minute: goes on where it was, and begins again once a day. */
	public function tick(): void {
		$state = self::state();
		if ( null === $state['at'] && abs( $this->clock->now() - $state['done'] ) >= DAY_IN_SECONDS ) {
			self::again();
		}
		self::run( $this->clock->now() );
	}

	/** Begins again. The known entries stay good until then. */
	public static function again(): void {
		update_option( self::OPTION, [ 'at' => 0 ] + self::state(), false );
	}

	/**
	 * Reads on.
	 *
	 * @param int $now Unix seconds.
	 * @return bool Whether all posts have been read, now or before.
	 */
	public static function run( int $now ): bool {
		$state = self::state();
		$end   = microtime( true ) + self::SECONDS;
		while ( null !== $state['at'] && microtime( true ) < $end ) {
			$ids = self::next( $state['at'] );
			DependencyIndex::read( $ids );
			DependencyIndex::forget( $state['at'], $ids ? max( $ids ) : PHP_INT_MAX, $ids );
			$state = count( $ids ) < self::STEP ? [
				'at'   => null,
				'done' => $now,
			] : [ 'at' => max( $ids ) ] + $state;
			if ( null === $state['at'] && $ids ) {
				DependencyIndex::forget( max( $ids ), PHP_INT_MAX );
			}
			update_option( self::OPTION, $state, false );
		}
		return $state['done'] > 0;
	}

	/**
	 * The next posts.
	 *
	 * @param int $after Id of a post.
	 * @return int[]
	 */
	private static function next( int $after ): array {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- By the key, in the background.
		return array_map( 'intval', $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE ID > %d AND post_status = 'publish' ORDER BY ID LIMIT %d", $after, self::STEP ) ) );
	}

	/**
	 * How far it is.
	 *
	 * @return array{at: int|null, done: int}
	 */
	private static function state(): array {
		$state = get_option( self::OPTION );
		$at    = is_array( $state ) && array_key_exists( 'at', $state ) ? $state['at'] : 0;
		return [
			'at'   => null === $at ? null : (int) $at,
			'done' => is_array( $state ) ? (int) ( $state['done'] ?? 0 ) : 0,
		];
	}
}
