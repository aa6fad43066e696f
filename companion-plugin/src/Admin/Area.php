<?php
/**
 * The admin area.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Plugin;
use HeadlessSiteCompanion\Rest\Reports;
use HeadlessSiteCompanion\Settings\Input;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * The table of contents of the admin area: everything in it is made here, and only in requests that are about it. Visitors
 * and saves in the block editor never load one of its files.
 */
final class Area implements Module {

	/** What the parts work with.
	 *
	 * @var Plugin
	 */
	private $plugin;

	/**
	 * Keeps what it needs.
	 *
	 * @param Plugin $plugin What the parts work with.
	 */
	public function __construct( Plugin $plugin ) {
		$this->plugin = $plugin;
	}

	/**
	 * Adds its hooks.
	 */
	public function register(): void {
		Hooks::action( 'init', [ $this, 'languages' ], 1, 0 );
		if ( is_admin() ) {
			Hooks::action( 'init', [ $this, 'start' ], 10, 0 );
		}
		// Also asked by a weekly event of WordPress, outside of the admin area.
		Hooks::filter(
			'site_status_tests',
			function ( $tests ) {
				return $this->site_health()->tests( $tests );
			}
		);
	}

	/**
	 * Translations that lie in the plugin's own folder. Before WordPress 6.8 it did not look there by itself.
	 */
	public function languages(): void {
		load_plugin_textdomain( 'headless-site-companion', false, dirname( plugin_basename( COMPANION_FILE ) ) . '/languages' );
	}

	/**
	 * Makes the parts and lets them add their hooks.
	 */
	public function start(): void {
		$plugin  = $this->plugin;
		$reports = Reports::of( $plugin );
		$saving  = new SettingsActions( $plugin->settings, new Input( $plugin->settings ), $reports['connection'] );
		$pages   = new Menu(
			new DashboardPage( $reports['stats'], $reports['connection'], $reports['cache'] ),
			new ActivityPage( $plugin->log, $plugin->settings ),
			new SettingsPage( $plugin->settings )
		);
		$pages->register();
		( new Actions( $reports['connection'], $plugin->dispatcher, $plugin->outbox, $saving, new ActivityExport( $plugin->log ) ) )->register();
		( new Notices( new Requirements( $plugin->circuit ) ) )->register();
		( new DebugInformation( $plugin->settings, $reports['stats'] ) )->register();
		$this->site_health()->register();
	}

	/**
	 * Tests of Site Health.
	 */
	private function site_health(): SiteHealth {
		$plugin = $this->plugin;
		$tests  = new HealthTests( $plugin->settings, new Requirements( $plugin->circuit ), $plugin->outbox, $plugin->clock );
		return new SiteHealth( $tests, Reports::of( $plugin )['connection'] );
	}
}
