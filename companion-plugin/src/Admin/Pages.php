<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

defined( 'ABSPATH' ) || exit;

/**
 * The pages of the plugin.
 *
 * Names and addresses of the admin pages.
 */
final class Pages {

	public const DASHBOARD = 'companion-dashboard';
	public const ACTIVITY  = 'companion-activity';
	public const MESSAGES  = 'companion-messages';
	public const SETTINGS  = 'companion-settings';

	/** Capability to see the pages and use their actions. */
	public const CAPABILITY = 'manage_options';

	/**
	 * Address of a page.
	 *
	 * @param string $page One of the constants.
	 * @param array<string, int|string> $args For the query.
	 */
	public static function url( string $page, array $args = [] ): string {
		return add_query_arg( array_merge( [ 'page' => $page ], array_map( 'rawurlencode', array_map( 'strval', $args ) ) ), admin_url( 'admin.php' ) );
	}

	/**
	 * Which of the pages is shown.
	 *
	 * @return string One of the constants; empty on any other page.
	 */
	public static function current(): string {
		// phpcs:ignore WordPress.Security.NonceVerification -- Compared with a list, nothing else.
		$page = isset( $_GET['page'] ) && is_string( $_GET['page'] ) ? sanitize_key( $_GET['page'] ) : '';
		return in_array( $page, [ self::DASHBOARD, self::ACTIVITY, self::MESSAGES, self::SETTINGS ], true ) ? $page : '';
	}
}
