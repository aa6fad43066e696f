<?php
/**
 * The menu.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * "Headless Site" with its three pages, their style sheet, and a link to the settings in the list of plugins.
 */
final class Menu {

	/** The dashboard.
	 *
	 * @var DashboardPage
	 */
	private $dashboard;

	/** The activity log.
	 *
	 * @var ActivityPage
	 */
	private $activity;

	/** The settings.
	 *
	 * @var SettingsPage
	 */
	private $settings;

	/**
	 * Keeps what it needs.
	 *
	 * @param DashboardPage $dashboard The dashboard.
	 * @param ActivityPage  $activity  The activity log.
	 * @param SettingsPage  $settings  The settings.
	 */
	public function __construct( DashboardPage $dashboard, ActivityPage $activity, SettingsPage $settings ) {
		$this->dashboard = $dashboard;
		$this->activity  = $activity;
		$this->settings  = $settings;
	}

	/**
	 * Adds its hooks.
	 */
	public function register(): void {
		Hooks::action( 'admin_menu', [ $this, 'pages' ] );
		Hooks::action( 'admin_enqueue_scripts', [ $this, 'assets' ] );
		Hooks::filter( 'plugin_action_links_' . plugin_basename( COMPANION_FILE ), [ $this, 'links' ] );
	}

	/**
	 * Adds the pages.
	 */
	public function pages(): void {
		$name = __( 'Headless Site', 'headless-site-companion' );
		add_menu_page( $name, $name, Pages::CAPABILITY, Pages::DASHBOARD, [ $this->dashboard, 'render' ], 'dashicons-admin-site-alt3', 81 );
		$pages = [
			Pages::DASHBOARD => [ __( 'Dashboard', 'headless-site-companion' ), [ $this->dashboard, 'render' ] ],
			Pages::ACTIVITY  => [ __( 'Activity log', 'headless-site-companion' ), [ $this->activity, 'render' ] ],
			Pages::SETTINGS  => [ __( 'Settings', 'headless-site-companion' ), [ $this->settings, 'render' ] ],
		];
		foreach ( $pages as $slug => list( $title, $render ) ) {
			/* translators: 1: name of a page, 2: name of the plugin's menu. */
			$document = sprintf( __( '%1$s ‹ %2$s', 'headless-site-companion' ), $title, $name );
			add_submenu_page( Pages::DASHBOARD, $document, $title, Pages::CAPABILITY, $slug, $render );
		}
	}

	/**
	 * Style sheet and script, where something of ours is shown.
	 */
	public function assets(): void {
		if ( ! Notices::are_shown_here() ) {
			return;
		}
		wp_enqueue_style( 'companion-admin', plugins_url( 'assets/admin.css', COMPANION_FILE ), [], COMPANION_VERSION );
		if ( Pages::DASHBOARD === Pages::current() ) {
			wp_enqueue_script( 'companion-dashboard', plugins_url( 'assets/dashboard.js', COMPANION_FILE ), [], COMPANION_VERSION, true );
			wp_add_inline_script( 'companion-dashboard', 'window.companionDashboard = ' . wp_json_encode( DashboardScript::config(), JSON_HEX_TAG | JSON_HEX_AMP ) . ';', 'before' );
		}
	}

	/**
	 * Links below the plugin's name in the list of plugins.
	 *
	 * @param mixed $links HTML by name.
	 * @return mixed
	 */
	public function links( $links ) {
		if ( ! is_array( $links ) || ! current_user_can( Pages::CAPABILITY ) ) {
			return $links;
		}
		$link = sprintf( '<a href="%s">%s</a>', esc_url( Pages::url( Pages::SETTINGS ) ), esc_html__( 'Settings', 'headless-site-companion' ) );
		return array_merge( [ 'companion-settings' => $link ], $links );
	}
}
