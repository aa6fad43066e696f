<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Rest;

use HeadlessSiteCompanion\Revalidation\DeliveryHistory;
use HeadlessSiteCompanion\Revalidation\QueueStats;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Schema;

defined( 'ABSPATH' ) || exit;

/**
 * Statistics of the site's cache.
 *
 * `cache/stats`: what deliveries tell of the site's cache. The cache itself is the site's; WordPress cannot look into it.
 */
final class CacheStats implements Report {

	/** Paths that are listed. */
	private const LISTED = 50;

	private Clock $clock;
	private QueueStats $queue_stats;
	private DeliveryHistory $history;

	public function __construct( Clock $clock, QueueStats $queue_stats, DeliveryHistory $history ) {
		$this->clock       = $clock;
		$this->queue_stats = $queue_stats;
		$this->history     = $history;
	}

	public function path(): string {
		return 'cache/stats';
	}

	public function data(): array {
		$now        = $this->clock->now();
		$deliveries = $this->history->all();
		$window     = Window::figures( $deliveries, $now, DeliveryHistory::KEPT );
		$last       = null;
		$builds     = [];
		foreach ( $deliveries as $delivery ) {
			$last = $delivery['ok'] && $delivery['paths'] > 0 ? (int) $delivery['at'] : $last;
		}
		foreach ( array_reverse( Window::recent( $deliveries, $now ) ) as $delivery ) {
			$builds = array_merge( $builds, $delivery['needsBuild'] ?? [] );
		}
		return [
			'generatedAt'       => JsonSchema::time( $now ),
			'lastRevalidatedAt' => JsonSchema::time( $last ),
			'pathsRevalidated'  => [
				'seconds' => $window['seconds'],
				'count'   => $window['paths'],
			],
			'waitingPaths'      => Schema::is_installed() ? $this->queue_stats->paths() : null,
			'needsBuild'        => array_slice( array_values( array_unique( $builds ) ), 0, self::LISTED ),
			'hitRate'           => null,
		];
	}

	public function schema(): array {
		return JsonSchema::answer(
			'companion-cache-stats',
			[
				'generatedAt'       => JsonSchema::moment( 'When this was put together.', false ),
				'lastRevalidatedAt' => JsonSchema::moment( 'When the site last accepted paths; null when that is not on record.' ),
				'pathsRevalidated'  => JsonSchema::object(
					'Paths that the site accepted.',
					[
						'seconds' => JsonSchema::value( 'integer', 'Length of the window in seconds: 86400, less when more deliveries happened than are kept.' ),
						'count'   => JsonSchema::value( 'integer', 'Number of paths; one that was sent twice counts twice.' ),
					]
				),
				'waitingPaths'      => JsonSchema::value( [ 'integer', 'null' ], 'Number of different paths in the 200 oldest rows that wait for delivery; null when the table cannot be read.' ),
				'needsBuild'        => JsonSchema::list( 'Paths of the last day of which the site said that only a new build changes them (strategy `static`), the newest first, at most ' . self::LISTED . '.', [ 'type' => 'string' ] ),
				'hitRate'           => JsonSchema::value( 'null', 'Share of requests that the cache answers. Always null: nobody measures it.' ),
			]
		);
	}
}
