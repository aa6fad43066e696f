<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Cli;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Rest\Reports;
use HeadlessSiteCompanion\Revalidation\Dispatcher;
use HeadlessSiteCompanion\Revalidation\Outbox;
use HeadlessSiteCompanion\Revalidation\QueueStats;
use HeadlessSiteCompanion\Revalidation\Refresh;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Settings\Validator;
use WP_CLI;

defined( 'ABSPATH' ) || exit;

/**
 * WP-CLI.
 *
 * Adds `wp companion` where WP-CLI runs WordPress.
 */
final class Registration implements Module {

	private Settings $settings;
	private Reports $reports;
	private Dispatcher $dispatcher;
	private Outbox $outbox;
	private Refresh $refresh;
	private QueueStats $queue_stats;

	public function __construct( Settings $settings, Reports $reports, Dispatcher $dispatcher, Outbox $outbox, Refresh $refresh, QueueStats $queue_stats ) {
		$this->settings    = $settings;
		$this->reports     = $reports;
		$this->dispatcher  = $dispatcher;
		$this->outbox      = $outbox;
		$this->refresh     = $refresh;
		$this->queue_stats = $queue_stats;
	}

	/** Adds the command. */
	public function register(): void {
		if ( ! defined( 'WP_CLI' ) || ! WP_CLI ) {
			return;
		}
		$command = new Command( $this->settings, new Validator( $this->settings ), $this->reports->stats(), $this->reports->connection(), $this->dispatcher, $this->outbox, $this->refresh, $this->queue_stats );
		WP_CLI::add_command( 'companion', $command );
	}
}
