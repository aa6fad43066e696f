<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Plugin;
use HeadlessSiteCompanion\Rest\Reports;
use HeadlessSiteCompanion\Settings\Input;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * The admin area.
 *
 * The table of contents of the admin area: everything in it is made here, and only when somebody asks for it. A visitor, or a
 * save in either editor, loads none of its files but this one and the menu.
 */
final class Area implements Module {

	private Plugin $plugin;

	public function __construct( Plugin $plugin ) {
		$this->plugin = $plugin;
	}

	public function register(): void {
		Hooks::action( 'init', [ $this, 'languages' ], 1, 0 );
		// Also asked by a weekly event of WordPress, outside of the admin area.
		$this->on_filter( 'site_status_tests', [ $this, 'site_health' ], 'tests' );
		if ( ! is_admin() ) {
			return;
		}
		$this->on_action( 'admin_menu', [ $this, 'menu' ], 'pages' );
		$this->on_action( 'admin_enqueue_scripts', [ $this, 'menu' ], 'assets' );
		$this->on_filter( 'plugin_action_links_' . plugin_basename( COMPANION_FILE ), [ $this, 'menu' ], 'links' );
		$this->on_action( 'admin_notices', [ $this, 'notices' ], 'render' );
		$this->on_filter( 'debug_information', [ $this, 'debug_information' ], 'add' );
		$this->on_action( 'wp_ajax_' . SiteHealth::ACTION, [ $this, 'site_health' ], 'answer' );
		Hooks::action( 'init', [ $this, 'answer_forms' ], 10, 0 );
	}

	/**
	 * Handles what buttons and forms post. Not sooner: a plugin that is active in the whole network is loaded before WordPress
	 * knows which file it serves.
	 */
	public function answer_forms(): void {
		if ( 'admin-post.php' === ( $GLOBALS['pagenow'] ?? '' ) ) {
			$this->actions()->register();
		}
	}

	/**
	 * An action of a part that is made when it happens.
	 *
	 * @param string $method Of the part.
	 */
	private function on_action( string $hook, callable $make, string $method ): void {
		Hooks::action(
			$hook,
			static function () use ( $make, $method ): void {
				$make()->$method();
			}
		);
	}

	/**
	 * A filter of a part that is made when it is asked.
	 *
	 * @param string $method Of the part; takes the value.
	 */
	private function on_filter( string $hook, callable $make, string $method ): void {
		Hooks::filter(
			$hook,
			static function ( $value ) use ( $make, $method ) {
				return $make()->$method( $value );
			}
		);
	}

	/** Translations that lie in the plugin's own folder. Before WordPress 6.8 it did not look there by itself. */
	public function languages(): void {
		load_plugin_textdomain( 'headless-site-companion', false, dirname( plugin_basename( COMPANION_FILE ) ) . '/languages' );
	}

	/** The menu. */
	private function menu(): Menu {
		return new Menu(
			function ( string $slug ): Page {
				return $this->page( $slug );
			}
		);
	}

	/** A page of the menu. */
	private function page( string $slug ): Page {
		$plugin = $this->plugin;
		if ( Pages::ACTIVITY === $slug ) {
			return new ActivityPage( $plugin->log, $plugin->settings );
		}
		if ( Pages::SETTINGS === $slug ) {
			return new SettingsPage( $plugin->settings );
		}
		$reports = Reports::of( $plugin );
		return new DashboardPage( $reports['stats'], $reports['connection'], $reports['cache'] );
	}

	/** What the buttons do. */
	private function actions(): Actions {
		$plugin     = $this->plugin;
		$connection = Reports::of( $plugin )['connection'];
		$settings   = new SettingsActions( $plugin->settings, new Input( $plugin->settings ), $connection );
		return new Actions( $connection, $plugin->dispatcher, $plugin->outbox, $plugin->refresh, $plugin->waiting, $settings, new ActivityExport( $plugin->log ), $plugin->clock );
	}

	/** The notices. */
	private function notices(): Notices {
		return new Notices( new Requirements( $this->plugin->circuit ) );
	}

	/** What Site Health > Info shows. */
	private function debug_information(): DebugInformation {
		return new DebugInformation( $this->plugin->settings, Reports::of( $this->plugin )['stats'] );
	}

	/** Tests of Site Health. */
	private function site_health(): SiteHealth {
		$plugin = $this->plugin;
		$tests  = new HealthTests( $plugin->settings, new Requirements( $plugin->circuit ), $plugin->waiting, $plugin->clock );
		return new SiteHealth( $tests, Reports::of( $plugin )['connection'] );
	}
}
