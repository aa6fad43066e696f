<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

use HeadlessSiteCompanion\Support\Hooks;
use Throwable;

defined( 'ABSPATH' ) || exit;

/**
 * The plugins whose forms the site can show.
 *
 * Made when somebody first asks, after all plugins and the theme are loaded. One that breaks is left out.
 */
final class Registry {

	/** @var array<string, Adapter>|null By name. */
	private static ?array $adapters = null;

	/** @var array<string, string> Dependencies of a page, by shortcode and by block. */
	private static array $dependencies = [];

	/**
	 * Adapters of plugins that are active.
	 *
	 * @return array<string, Adapter> By name.
	 */
	public static function adapters(): array {
		if ( null === self::$adapters ) {
			self::$adapters = [];
			foreach ( self::all() as $adapter ) {
				try {
					self::add( $adapter );
				} catch ( Throwable $error ) {
					Hooks::report( 'companion_forms', $error );
				}
			}
		}
		return self::$adapters ?? [];
	}

	/** The dependency of a page that shows a form of this plugin; see Blocks\Dependencies. */
	public static function dependency( Adapter $adapter ): string {
		return 'forms:' . $adapter->name();
	}

	/**
	 * The same, by a shortcode.
	 *
	 * @return string|null Null for any other shortcode.
	 */
	public static function of_shortcode( string $name ): ?string {
		self::adapters();
		return self::$dependencies[ "[$name]" ] ?? null;
	}

	/**
	 * The same, by a block.
	 *
	 * @param string $name `acme/form`.
	 * @return string|null Null for any other block.
	 */
	public static function of_block( string $name ): ?string {
		self::adapters();
		return self::$dependencies[ $name ] ?? null;
	}

	/**
	 * Keeps one.
	 *
	 * @param mixed $adapter Adapter of the filter.
	 */
	private static function add( $adapter ): void {
		if ( ! $adapter instanceof Adapter || ! preg_match( '/^[a-z0-9-]{1,40}$/D', $adapter->name() ) ) {
			return;
		}
		$names = $adapter->blocks();
		foreach ( $adapter->shortcodes() as $name ) {
			$names[] = "[$name]";
		}
		self::$dependencies                += array_fill_keys( $names, self::dependency( $adapter ) );
		self::$adapters[ $adapter->name() ] = $adapter;
	}

	/**
	 * Those of plugins that are known here, and of others.
	 *
	 * @return mixed[]
	 */
	private static function all(): array {
		$own = [];
		if ( class_exists( 'WPCF7_ContactForm' ) ) {
			$own[] = new ContactForm7();
		}
		if ( class_exists( 'FrmForm' ) ) {
			$own[] = new Formidable();
		}
		try {
			/**
			 * Filters the plugins whose forms the site can show.
			 *
			 * @since 0.1.0
			 *
			 * @param Adapter[] $adapters Those of Contact Form 7 and Formidable Forms where they are active.
			 */
			$all = apply_filters( 'companion_forms', $own );
			return is_array( $all ) ? $all : $own;
		} catch ( Throwable $error ) {
			Hooks::report( 'companion_forms', $error );
			return $own;
		}
	}
}
