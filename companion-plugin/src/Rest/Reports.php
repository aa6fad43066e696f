<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Rest;

use HeadlessSiteCompanion\Plugin;

defined( 'ABSPATH' ) || exit;

/**
 * The three answers.
 *
 * Makes the answers, each once a request, and only in requests that need one.
 */
final class Reports {

	/** @var array{stats: DashboardStats, connection: ConnectionStatus, cache: CacheStats}|null The answers by name. */
	private static ?array $all = null;

	/**
	 * The answers.
	 *
	 * @return array{stats: DashboardStats, connection: ConnectionStatus, cache: CacheStats}
	 */
	public static function of( Plugin $plugin ): array {
		self::$all = self::$all ?? [
			'stats'      => new DashboardStats( $plugin->clock, $plugin->settings, $plugin->log, $plugin->waiting, $plugin->circuit, $plugin->history ),
			'connection' => new ConnectionStatus( $plugin->connection ),
			'cache'      => new CacheStats( $plugin->clock, $plugin->waiting, $plugin->history ),
		];
		return self::$all;
	}
}
