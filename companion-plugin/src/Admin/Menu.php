<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

defined( 'ABSPATH' ) || exit;

/**
 * The menu.
 *
 * "Headless Site" with its four pages, their style sheet, and a link to the settings in the list of plugins.
 */
final class Menu {

	/** Makes a page by its slug.
	 *
	 * @var callable( string ): Page
	 */
	private $make;

	/** @param callable( string ): Page $make */
	public function __construct( callable $make ) {
		$this->make = $make;
	}

	public function pages(): void {
		$name = __( 'Headless Site', 'headless-site-companion' );
		add_menu_page( $name, $name, Pages::CAPABILITY, Pages::DASHBOARD, [ $this, 'render' ], 'dashicons-admin-site-alt3', 81 );
		$titles = [
			Pages::DASHBOARD => __( 'Dashboard', 'headless-site-companion' ),
			Pages::ACTIVITY  => __( 'Activity log', 'headless-site-companion' ),
			Pages::MESSAGES  => __( 'Messages', 'headless-site-companion' ),
			Pages::SETTINGS  => __( 'Settings', 'headless-site-companion' ),
		];
		foreach ( $titles as $slug => $title ) {
			/* translators: 1: name of a page, 2: name of the plugin's menu. */
			$document = sprintf( __( '%1$s ‹ %2$s', 'headless-site-companion' ), $title, $name );
			add_submenu_page( Pages::DASHBOARD, $document, $title, Pages::CAPABILITY, $slug, [ $this, 'render' ] );
		}
	}

	/** Writes the page that is asked for. */
	public function render(): void {
		$page = Pages::current();
		if ( '' !== $page ) {
			( $this->make )( $page )->render();
		}
	}

	/** Style sheet and script, where something of ours is shown. */
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
