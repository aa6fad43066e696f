<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Rest;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Revalidation\CircuitBreaker;
use HeadlessSiteCompanion\Revalidation\Connection;
use HeadlessSiteCompanion\Revalidation\DeliveryHistory;
use HeadlessSiteCompanion\Revalidation\QueueStats;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;

defined( 'ABSPATH' ) || exit;

/**
 * The three reports, for REST, the dashboard and WP-CLI alike.
 *
 * Each is made when somebody asks for it: most requests need none, and load none of their files.
 */
final class Reports {

	private Clock $clock;
	private Settings $settings;
	private Log $log;
	private QueueStats $queue_stats;
	private CircuitBreaker $circuit;
	private DeliveryHistory $history;
	private Connection $connection;

	public function __construct( Clock $clock, Settings $settings, Log $log, QueueStats $queue_stats, CircuitBreaker $circuit, DeliveryHistory $history, Connection $connection ) {
		$this->clock       = $clock;
		$this->settings    = $settings;
		$this->log         = $log;
		$this->queue_stats = $queue_stats;
		$this->circuit     = $circuit;
		$this->history     = $history;
		$this->connection  = $connection;
	}

	public function stats(): DashboardStats {
		return new DashboardStats( $this->clock, $this->settings, $this->log, $this->queue_stats, $this->circuit, $this->history );
	}

	public function connection(): ConnectionStatus {
		return new ConnectionStatus( $this->connection );
	}

	public function cache(): CacheStats {
		return new CacheStats( $this->clock, $this->queue_stats, $this->history );
	}
}
