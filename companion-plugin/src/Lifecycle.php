<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Settings\TrustedAddress;
use HeadlessSiteCompanion\Support\Hooks;
use HeadlessSiteCompanion\Support\Schema;

defined( 'ABSPATH' ) || exit;

/**
 * Activation, updates, new sites of a network, uninstalling.
 *
 * Creates and removes what the plugin keeps: four tables and some options on each site, and one recurring cron event.
 */
final class Lifecycle implements Module {

	/** The recurring event; it has no arguments, so WordPress keeps it once. */
	public const TICK = 'companion_tick';

	/** Options of ours, without the prefix, which other plugins may have as well. */
	private const OPTIONS = [ 'settings', 'secrets', 'connected', 'schema', 'service', 'accepted_secret', 'circuit', 'deliveries', 'pace', 'missed', 'dismissed', 'pairing', 'findable', 'installed', 'read', 'interval', 'templates', 'redirects', 'rotated', 'changed', 'given_away' ];

	/** Transients of ours, without the prefix. */
	private const TRANSIENTS = [ 'connection', 'no_loopback', 'schema_taken', 'waiting' ];

	/** Post meta of ours. */
	private const META = [ 'companion_page_settings', '_companion_blur', '_companion_not_shown' ];

	public function register(): void {
		Hooks::action( 'init', [ $this, 'ensure' ], 1 );
		Hooks::action( 'wp_initialize_site', [ $this, 'site_created' ], 100 );
		Hooks::filter( 'wpmu_drop_tables', [ $this, 'tables_to_drop' ], 10, 2 );
		Hooks::filter( 'cron_schedules', [ $this, 'schedules' ] ); // phpcs:ignore WordPress.WP.CronInterval -- One option read a minute; deliveries that wait are due by the second.
	}

	/** No activation hook runs after an update of the files; and where somebody has removed the event, it returns. */
	public function ensure(): void {
		Schema::ensure();
		if ( ! wp_next_scheduled( self::TICK ) ) {
			wp_schedule_event( time(), 'companion_minute', self::TICK );
		}
	}

	/**
	 * Every minute: a change that could not be delivered at once waits no longer than that for the next try.
	 *
	 * @param mixed $schedules Schedules of WordPress.
	 * @return mixed
	 */
	public function schedules( $schedules ) {
		if ( is_array( $schedules ) ) {
			$schedules['companion_minute'] = [
				'interval' => MINUTE_IN_SECONDS,
				// Not translated: WordPress asks before languages are loaded.
				'display'  => 'Every minute (Headless Site Companion)',
			];
		}
		return $schedules;
	}

	/**
	 * A new site in a network where the plugin is active for all.
	 *
	 * @param mixed $site WP_Site.
	 */
	public function site_created( $site ): void {
		require_once ABSPATH . 'wp-admin/includes/plugin.php';
		if ( $site instanceof \WP_Site && is_plugin_active_for_network( plugin_basename( COMPANION_FILE ) ) ) {
			self::on_site( (int) $site->blog_id, [ Schema::class, 'install' ] );
		}
	}

	/**
	 * Tables of a site that is deleted from a network.
	 *
	 * @param mixed $tables Names.
	 * @param mixed $id ID of the site.
	 * @return mixed
	 */
	public function tables_to_drop( $tables, $id = 0 ) {
		if ( ! is_array( $tables ) || ! is_multisite() ) {
			return $tables;
		}
		self::on_site(
			(int) $id,
			static function () use ( &$tables ): void {
				array_push( $tables, ...Schema::tables() );
			}
		);
		return $tables;
	}

	/**
	 * Activation.
	 *
	 * @param mixed $network_wide Whether for all sites of a network.
	 */
	public static function activate( $network_wide = false ): void {
		self::on_sites( (bool) $network_wide, [ Schema::class, 'install' ] );
	}

	/**
	 * Deactivation takes nothing away but the cron events: the settings wait for the plugin to come back.
	 *
	 * @param mixed $network_wide Whether for all sites of a network.
	 */
	public static function deactivate( $network_wide = false ): void {
		self::on_sites(
			(bool) $network_wide,
			static function (): void {
				wp_unschedule_hook( self::TICK );
				Plugin::instance()->log->add( 'content', __( 'Plugin deactivated. The site receives no updates until it is reactivated.', 'headless-site-companion' ) );
			}
		);
	}

	/** Removes everything, on every site. */
	public static function uninstall(): void {
		self::on_sites(
			is_multisite(),
			static function (): void {
				global $wpdb;
				wp_unschedule_hook( self::TICK );
				Schema::drop();
				TrustedAddress::forget();
				foreach ( self::OPTIONS as $name ) {
					delete_option( 'companion_' . $name );
				}
				// Messages that were not shown yet, one for each user; answers to what visitors have sent; items to which links led.
				$names = [];
				foreach ( [ 'flash_', 'visitor_', 'preview_' ] as $prefix ) {
					$prefix = $wpdb->esc_like( "_transient_companion_$prefix" ) . '%';
					$names  = array_merge( $names, array_map( 'strval', $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE %s", $prefix ) ) ) ); // phpcs:ignore WordPress.DB -- Once, when the plugin goes.
				}
				foreach ( array_merge( self::TRANSIENTS, str_replace( '_transient_companion_', '', $names ) ) as $name ) {
					delete_transient( 'companion_' . $name );
				}
				foreach ( self::META as $key ) {
					delete_post_meta_by_key( $key );
				}
			}
		);
	}

	/**
	 * Calls something on one or all sites.
	 *
	 * @param bool $all All sites of the network.
	 * @param callable $call Without arguments.
	 */
	private static function on_sites( bool $all, callable $call ): void {
		if ( ! $all || ! is_multisite() ) {
			$call();
			return;
		}
		$ids = get_sites(
			[
				'fields' => 'ids',
				'number' => 0,
			]
		);
		foreach ( $ids as $id ) {
			self::on_site( (int) $id, $call );
		}
	}

	/**
	 * Calls something on one site.
	 *
	 * @param callable $call Without arguments.
	 */
	private static function on_site( int $id, callable $call ): void {
		switch_to_blog( $id );
		try {
			$call();
		} finally {
			restore_current_blog();
		}
	}
}
