<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation\Watch;

use HeadlessSiteCompanion\Lifecycle;
use HeadlessSiteCompanion\Revalidation\Changes;
use HeadlessSiteCompanion\Revalidation\InstalledVersions;
use HeadlessSiteCompanion\Support\Hooks;
use Plugin_Upgrader;
use Theme_Upgrader;

defined( 'ABSPATH' ) || exit;

/**
 * Watches plugins and themes.
 *
 * Notices what may change the GraphQL schema: plugins that are activated, deactivated or updated, and updates of the theme and
 * of WordPress. The site then asks again what the CMS can do. Lists of active plugins are watched as options: that is where
 * activation without hooks, WP-CLI and updates all come by. Code that was deployed past WordPress is found within a minute.
 *
 * Says nothing when this plugin or WPGraphQL goes: no page could be rendered again, and the site keeps the ones it has. When
 * either comes back, its activation says that everything may have changed.
 */
final class PluginWatcher extends Watcher {

	public function register(): void {
		Hooks::action( 'update_option_active_plugins', [ $this, 'listed' ], 10, 2 );
		foreach ( [ 'add', 'update', 'delete' ] as $what ) {
			Hooks::action( $what . '_site_option_active_sitewide_plugins', [ $this, 'listed_for_all' ], 10, 3 );
		}
		Hooks::action( 'upgrader_process_complete', [ $this, 'upgraded' ], 10, 2 );
		Hooks::action( Lifecycle::TICK, [ $this, 'look' ], 5, 0 );
	}

	/**
	 * A plugin was activated or deactivated. On this site.
	 *
	 * @param mixed $old Files of the plugins that were active.
	 * @param mixed $active Files of those that are.
	 */
	public function listed( $old, $active ): void {
		$this->changed( array_diff( self::files( $old ), self::files( $active ) ) );
	}

	/**
	 * On all sites of the network.
	 *
	 * @param mixed $option Its name.
	 * @param mixed $active Times of activation, by file; an id where the option was deleted.
	 * @param mixed $old Such as before; an id where the option is new.
	 */
	public function listed_for_all( $option, $active, $old = [] ): void {
		$deactivated = array_diff( self::files( array_keys( (array) $old ) ), self::files( array_keys( (array) $active ) ) );
		$this->on_each_site(
			function () use ( $deactivated ): void {
				$this->changed( $deactivated );
			}
		);
	}

	/**
	 * The installed software has changed.
	 *
	 * @param string[] $deactivated Files of plugins.
	 */
	private function changed( array $deactivated = [] ): void {
		InstalledVersions::has_changed();
		$needed = [ plugin_basename( COMPANION_FILE ) ];
		if ( defined( 'WPGRAPHQL_PLUGIN_FILE' ) ) {
			$needed[] = plugin_basename( (string) WPGRAPHQL_PLUGIN_FILE );
		}
		if ( ! array_intersect( $needed, $deactivated ) ) {
			$this->everything();
		}
	}

	/**
	 * Files of plugins.
	 *
	 * @param mixed $stored Value of an option.
	 * @return string[]
	 */
	private static function files( $stored ): array {
		return is_array( $stored ) ? array_filter( $stored, 'is_string' ) : [];
	}

	/** Says so. Blocks may have become dynamic, or cease to be. */
	private function everything(): void {
		$this->collector->change()->add( Changes::EVERYTHING, Changes::ALL );
		$this->collector->change()->defer( 'scan', 0 );
	}

	/**
	 * Files were replaced: by hand, in bulk, automatically or by WP-CLI.
	 *
	 * @param mixed $upgrader WP_Upgrader.
	 * @param mixed $about `type`, and the names of what was updated.
	 */
	public function upgraded( $upgrader, $about = [] ): void {
		$type = is_array( $about ) ? $about['type'] ?? '' : '';
		if ( ! in_array( $type, [ 'plugin', 'theme', 'core' ], true ) ) {
			return;
		}
		$names = (array) ( $about[ $type . 's' ] ?? $about[ $type ] ?? [] );
		// Uploaded: WordPress calls it an installation, also where it replaces what was there.
		if ( ! $names && $upgrader instanceof Plugin_Upgrader ) {
			$names = [ $upgrader->plugin_info() ];
		} elseif ( ! $names && $upgrader instanceof Theme_Upgrader ) {
			$theme = $upgrader->theme_info();
			$names = $theme ? [ $theme->get_stylesheet() ] : [];
		}
		$this->on_each_site(
			function () use ( $type, $names ): void {
				$used = 'core' === $type
					|| ( 'plugin' === $type && array_filter( array_filter( $names, 'is_string' ), [ InstalledVersions::class, 'is_active_plugin' ] ) )
					|| ( 'theme' === $type && array_intersect( $names, [ get_stylesheet(), get_template() ] ) );
				if ( $used ) {
					$this->changed();
				}
			}
		);
	}

	/** Every minute; not without WPGraphQL, whose files a deployment may have taken away without a hook. */
	public function look(): void {
		if ( class_exists( 'WPGraphQL' ) && InstalledVersions::has_changed() ) {
			$this->everything();
		}
	}

	/**
	 * Does something on each site of the network on which this plugin is active; alone, on this one.
	 *
	 * @param callable(): void $act
	 */
	private function on_each_site( callable $act ): void {
		if ( ! is_multisite() ) {
			$act();
			return;
		}
		$ids = get_sites(
			[
				'fields' => 'ids',
				'number' => 0,
			]
		);
		foreach ( $ids as $id ) {
			switch_to_blog( (int) $id );
			try {
				if ( InstalledVersions::is_active_plugin( plugin_basename( COMPANION_FILE ) ) ) {
					$act();
				}
			} finally {
				restore_current_blog();
			}
		}
	}
}
