<?php
/**
 * WP-CLI.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Cli;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Plugin;
use HeadlessSiteCompanion\Rest\Reports;
use HeadlessSiteCompanion\Settings\Input;
use WP_CLI;

defined( 'ABSPATH' ) || exit;

/**
 * Adds `wp companion` where WP-CLI runs WordPress.
 */
final class Registration implements Module {

	/** What the command works with.
	 *
	 * @var Plugin
	 */
	private $plugin;

	/**
	 * Keeps what it needs.
	 *
	 * @param Plugin $plugin What the command works with.
	 */
	public function __construct( Plugin $plugin ) {
		$this->plugin = $plugin;
	}

	/**
	 * Adds the command.
	 */
	public function register(): void {
		if ( ! defined( 'WP_CLI' ) || ! WP_CLI ) {
			return;
		}
		$plugin  = $this->plugin;
		$reports = Reports::of( $plugin );
		$command = new Command( $plugin->settings, new Input( $plugin->settings ), $reports['stats'], $reports['connection'], $plugin->dispatcher, $plugin->outbox, $plugin->refresh, $plugin->waiting );
		WP_CLI::add_command( 'companion', $command );
	}
}
