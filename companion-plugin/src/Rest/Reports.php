<?php
/**
 * The three answers.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Rest;

use HeadlessSiteCompanion\Plugin;

defined( 'ABSPATH' ) || exit;

/**
 * Makes the answers, each once a request, and only in requests that need one.
 */
final class Reports {

	/** The answers by name.
	 *
	 * @var array{stats: DashboardStats, connection: ConnectionStatus, cache: CacheStats}|null
	 */
	private static $all = null;

	/**
	 * The answers.
	 *
	 * @param Plugin $plugin What they read.
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
