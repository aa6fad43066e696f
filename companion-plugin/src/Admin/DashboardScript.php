<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Rest\Messages;
use HeadlessSiteCompanion\Rest\Routes;

defined( 'ABSPATH' ) || exit;

/**
 * Configuration of the dashboard's script.
 *
 * Addresses, a nonce, words and rules of formatting. No figure and no secret.
 */
final class DashboardScript {

	/** Seconds between two refreshes, as the interface has it. */
	public const REFRESH_SECONDS = 30;

	/** Seconds that the script waits at most while refreshes fail. */
	private const SLOWEST_SECONDS = 300;

	/**
	 * The value of `window.companionDashboard`.
	 *
	 * @return array<string, mixed>
	 */
	public static function config(): array {
		global $wp_locale;
		return [
			'rest'           => rest_url( Routes::SPACE . '/' ),
			'nonce'          => wp_create_nonce( 'wp_rest' ),
			'renewNonce'     => admin_url( 'admin-ajax.php?action=rest-nonce' ),
			'refreshSeconds' => self::REFRESH_SECONDS,
			'slowestSeconds' => self::SLOWEST_SECONDS,
			'zone'           => wp_timezone_string(),
			'thousands'      => $wp_locale->number_format['thousands_sep'] ?? '',
			'labels'         => [
				'circuit'  => Messages::circuit(),
				'activity' => Messages::activities(),
			],
			'words'          => Format::words() + [
				/* translators: 1: a time, 2: number of seconds. */
				'updated'   => __( 'Figures as of %1$s. Refreshed every %2$s seconds while this page is visible.', 'headless-site-companion' ),
				'paused'    => __( 'Paused while this page is hidden.', 'headless-site-companion' ),
				/* translators: %s: number of seconds. */
				'failed'    => __( 'The figures could not be refreshed. Next attempt in %s seconds.', 'headless-site-companion' ),
				'loggedOut' => __( 'You are logged out. Log in again and reload this page.', 'headless-site-companion' ),
				/* translators: %s: connected or disconnected. */
				'status'    => __( 'The site is now %s.', 'headless-site-companion' ),
			],
		];
	}
}
