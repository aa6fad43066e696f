<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

defined( 'ABSPATH' ) || exit;

/**
 * The plugins whose forms the site can show.
 *
 * Made when somebody first asks, after all plugins are loaded.
 */
final class Registry {

	/** @var array<string, Adapter>|null By name. */
	private static ?array $adapters = null;

	/**
	 * Adapters of plugins that are active.
	 *
	 * @return array<string, Adapter> By name.
	 */
	public static function adapters(): array {
		if ( null === self::$adapters ) {
			$own = [];
			if ( class_exists( 'WPCF7_ContactForm' ) ) {
				$own[] = new ContactForm7();
			}
			if ( class_exists( 'FrmForm' ) ) {
				$own[] = new Formidable();
			}
			/**
			 * Filters the plugins whose forms the site can show.
			 *
			 * @since 0.1.0
			 *
			 * @param Adapter[] $adapters Those of Contact Form 7 and Formidable Forms where they are active.
			 */
			$all            = apply_filters( 'companion_forms', $own );
			self::$adapters = [];
			foreach ( is_array( $all ) ? $all : $own as $adapter ) {
				if ( $adapter instanceof Adapter && preg_match( '/^[a-z0-9-]{1,40}$/D', $adapter->name() ) ) {
					self::$adapters[ $adapter->name() ] = $adapter;
				}
			}
		}
		return self::$adapters;
	}

	/** What a page depends on that shows a form of this plugin; see Blocks\Dependencies. */
	public static function dependency( Adapter $adapter ): string {
		return 'forms:' . $adapter->name();
	}

	/**
	 * The same, by a shortcode.
	 *
	 * @return string|null Null for any other shortcode.
	 */
	public static function of_shortcode( string $name ): ?string {
		foreach ( self::adapters() as $adapter ) {
			if ( in_array( $name, $adapter->shortcodes(), true ) ) {
				return self::dependency( $adapter );
			}
		}
		return null;
	}

	/**
	 * The same, by a block.
	 *
	 * @return string|null Null for any other block.
	 */
	public static function of_block( string $name ): ?string {
		foreach ( self::adapters() as $adapter ) {
			if ( in_array( $name, $adapter->blocks(), true ) ) {
				return self::dependency( $adapter );
			}
		}
		return null;
	}
}
