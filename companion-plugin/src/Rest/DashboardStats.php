<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Rest;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Revalidation\CircuitBreaker;
use HeadlessSiteCompanion\Revalidation\DeliveryHistory;
use HeadlessSiteCompanion\Revalidation\QueueStats;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Schema;

defined( 'ABSPATH' ) || exit;

/**
 * Figures of the plugin.
 *
 * `dashboard/stats`: versions, deliveries, what waits, how much content there is, what happened last.
 */
final class DashboardStats implements Report {

	/** Entries of the activity log, and undelivered changes, in the answer. */
	private const LATEST = 10;

	private Clock $clock;
	private Settings $settings;
	private Log $log;
	private QueueStats $queue_stats;
	private CircuitBreaker $circuit;
	private DeliveryHistory $history;

	public function __construct( Clock $clock, Settings $settings, Log $log, QueueStats $queue_stats, CircuitBreaker $circuit, DeliveryHistory $history ) {
		$this->clock       = $clock;
		$this->settings    = $settings;
		$this->log         = $log;
		$this->queue_stats = $queue_stats;
		$this->circuit     = $circuit;
		$this->history     = $history;
	}

	public function path(): string {
		return 'dashboard/stats';
	}

	public function data(): array {
		$now        = $this->clock->now();
		$deliveries = $this->history->all();
		$last       = end( $deliveries );
		return [
			'generatedAt' => JsonSchema::time( $now ),
			'versions'    => [
				'plugin'    => COMPANION_VERSION,
				'wordpress' => (string) get_bloginfo( 'version' ),
				'php'       => PHP_VERSION,
				'wpgraphql' => defined( 'WPGRAPHQL_VERSION' ) ? (string) WPGRAPHQL_VERSION : null,
			],
			'webhooks'    => [
				'enabled'      => $this->settings->webhooks_enabled(),
				'circuit'      => [
					'state' => $this->circuit->state(),
					'since' => JsonSchema::time( $this->circuit->since() ),
				],
				'queue'        => $this->queue( $now ),
				'lastDelivery' => $last ? [
					'at'     => JsonSchema::time( (int) $last['at'] ),
					'ok'     => (bool) $last['ok'],
					'status' => $last['status'] ? (int) $last['status'] : null,
					'ms'     => (int) $last['ms'],
					'paths'  => (int) $last['paths'],
				] : null,
				'window'       => Window::figures( $deliveries, $now, DeliveryHistory::KEPT ),
				'undelivered'  => $this->undelivered(),
			],
			'content'     => (object) $this->content(),
			'activity'    => $this->activity(),
		];
	}

	/**
	 * Counts of the queue; null without its table.
	 *
	 * @param int $now Unix seconds.
	 * @return array{pending: int|null, sending: int|null, failed: int|null, oldestSeconds: int|null}
	 */
	private function queue( int $now ): array {
		$counts = Schema::is_installed() ? $this->queue_stats->counts() : [];
		return [
			'pending'       => $counts['pending'] ?? null,
			'sending'       => $counts['sending'] ?? null,
			'failed'        => $counts['failed'] ?? null,
			'oldestSeconds' => isset( $counts['oldest'] ) ? max( 0, $now - $counts['oldest'] ) : null,
		];
	}

	/**
	 * The latest changes that were given up.
	 *
	 * @return array<int, array<string, mixed>>
	 */
	private function undelivered(): array {
		return array_map(
			static function ( array $row ): array {
				return [
					'id'        => $row['id'],
					'createdAt' => JsonSchema::time( $row['createdAt'] ),
					'attempts'  => $row['attempts'],
					'paths'     => $row['paths'],
					'status'    => $row['status'] ? $row['status'] : null,
					'error'     => $row['error'],
				];
			},
			$this->queue_stats->failed( self::LATEST )
		);
	}

	/**
	 * Published items of each content type that has pages on the site.
	 *
	 * @return array<string, int> By name of the content type.
	 */
	private function content(): array {
		$counts = [];
		if ( ! defined( 'WPGRAPHQL_VERSION' ) ) {
			return $counts;
		}
		foreach ( get_post_types( [ 'public' => true ], 'objects' ) as $type ) {
			// Media have no page on the site.
			if ( ! empty( $type->show_in_graphql ) && 'attachment' !== $type->name ) {
				$counts[ $type->name ] = (int) ( wp_count_posts( $type->name )->publish ?? 0 );
			}
		}
		return $counts;
	}

	/**
	 * The latest entries of the activity log.
	 *
	 * @return array<int, array<string, mixed>>
	 */
	private function activity(): array {
		return array_map(
			static function ( array $entry ): array {
				return [
					'id'      => $entry['id'],
					'at'      => JsonSchema::time( $entry['at'] ),
					'type'    => $entry['type'],
					'message' => $entry['message'],
					'context' => (object) $entry['context'],
				];
			},
			$this->log->entries( '', self::LATEST )
		);
	}

	public function schema(): array {
		return DashboardSchema::answer( self::LATEST );
	}
}
