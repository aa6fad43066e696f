<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Contact\Mailer;
use HeadlessSiteCompanion\Contact\Messages;
use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Pairing\PairingCode;
use HeadlessSiteCompanion\Redirects\Rules;
use HeadlessSiteCompanion\Redirects\Summary;
use HeadlessSiteCompanion\Rest\Reports;
use HeadlessSiteCompanion\Revalidation\CircuitBreaker;
use HeadlessSiteCompanion\Revalidation\Dispatcher;
use HeadlessSiteCompanion\Revalidation\Outbox;
use HeadlessSiteCompanion\Revalidation\QueueStats;
use HeadlessSiteCompanion\Revalidation\Refresh;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Settings\Validator;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * The admin area.
 *
 * The table of contents of the admin area: everything in it is made here, and only when somebody asks for it. A visitor, or a
 * save in either editor, loads none of its files but this one and the menu.
 */
final class Area implements Module {

	private Settings $settings;
	private Log $log;
	private Messages $messages;
	private Reports $reports;
	private Dispatcher $dispatcher;
	private Outbox $outbox;
	private Refresh $refresh;
	private QueueStats $queue_stats;
	private CircuitBreaker $circuit;
	private Clock $clock;

	public function __construct( Settings $settings, Log $log, Messages $messages, Reports $reports, Dispatcher $dispatcher, Outbox $outbox, Refresh $refresh, QueueStats $queue_stats, CircuitBreaker $circuit, Clock $clock ) {
		$this->settings    = $settings;
		$this->log         = $log;
		$this->messages    = $messages;
		$this->reports     = $reports;
		$this->dispatcher  = $dispatcher;
		$this->outbox      = $outbox;
		$this->refresh     = $refresh;
		$this->queue_stats = $queue_stats;
		$this->circuit     = $circuit;
		$this->clock       = $clock;
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
	 * @param string $method Method of the part.
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
	 * @param string $method Method of the part; takes the value.
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

	private function menu(): Menu {
		return new Menu(
			function ( string $slug ): Page {
				return $this->page( $slug );
			}
		);
	}

	private function page( string $slug ): Page {
		if ( Pages::ACTIVITY === $slug ) {
			return new ActivityPage( $this->log, $this->settings );
		}
		if ( Pages::MESSAGES === $slug ) {
			return new MessagesPage( $this->messages, $this->settings );
		}
		if ( Pages::SETTINGS === $slug ) {
			return new SettingsPage( $this->settings, new PairingCode( $this->clock, $this->log ) );
		}
		return new DashboardPage( $this->reports->stats(), $this->reports->connection(), $this->reports->cache(), new Summary( new Rules( $this->settings ) ) );
	}

	/** Handler of the buttons. */
	private function actions(): Actions {
		$connection = $this->reports->connection();
		$settings   = new SettingsActions( $this->settings, new Validator( $this->settings ), $connection );
		return new Actions( $connection, $this->dispatcher, $this->outbox, $this->refresh, $this->queue_stats, $settings, new ActivityExport( $this->log ), new MessagesActions( $this->messages, new Mailer( $this->messages, $this->clock ) ) );
	}

	private function notices(): Notices {
		return new Notices( new Problems( $this->circuit, $this->settings ) );
	}

	/** Section in Site Health > Info. */
	private function debug_information(): DebugInformation {
		return new DebugInformation( $this->settings, $this->reports->stats() );
	}

	/** Tests of Site Health. */
	private function site_health(): SiteHealth {
		$tests = new SiteHealthTests( $this->settings, new Problems( $this->circuit, $this->settings ), $this->queue_stats, $this->clock );
		return new SiteHealth( $tests, $this->reports->connection() );
	}
}
