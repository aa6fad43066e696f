<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Cli;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Plugin;
use HeadlessSiteCompanion\Rest\Reports;
use HeadlessSiteCompanion\Settings\Input;
use WP_CLI;

defined( 'ABSPATH' ) || exit;

/**
 * WP-CLI.
 *
 * Adds `wp companion` where WP-CLI runs WordPress.
 */
final class Registration implements Module {

	private Plugin $plugin;

	public function __construct( Plugin $plugin ) {
		$this->plugin = $plugin;
	}

	/** Adds the command. */
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
