<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation\Watch;

use HeadlessSiteCompanion\Revalidation\Changes;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Watches menus.
 *
 * Notices menus and their items, saved on the screen, in the customizer or by REST: REST never fires wp_update_nav_menu,
 * and deleting one item fires nothing but what fires for every post (measured).
 */
final class MenuWatcher extends Watcher {

	public function register(): void {
		foreach ( [ 'wp_update_nav_menu', 'wp_delete_nav_menu', 'wp_update_nav_menu_item' ] as $hook ) {
			Hooks::action( $hook, [ $this, 'changed' ], 10, 0 );
		}
		Hooks::action( 'wp_after_insert_post', [ $this, 'item' ] );
		Hooks::action( 'before_delete_post', [ $this, 'item' ] );
		foreach ( [ 'added', 'updated', 'deleted' ] as $what ) {
			Hooks::action( $what . '_post_meta', [ $this, 'item_meta' ], 10, 2 );
		}
		Hooks::action( 'updated_option', [ $this, 'option' ], 10, 3 );
		Hooks::action( 'added_option', [ $this, 'new_option' ], 10, 2 );
		Hooks::action( 'delete_option', [ $this, 'before_delete' ] );
	}

	/** Some menu has changed. */
	public function changed(): void {
		$this->collector->change()->add( Changes::EVERYTHING, Changes::MENU );
	}

	/**
	 * An item is a post of a type of its own; the customizer keeps unsaved ones as drafts.
	 *
	 * @param mixed $id ID of a post.
	 */
	public function item( $id ): void {
		$post = get_post( (int) $id );
		if ( $post && 'nav_menu_item' === $post->post_type && 'publish' === $post->post_status ) {
			$this->changed();
		}
	}

	/**
	 * Where an item leads is kept in fields.
	 *
	 * @param mixed $meta_id Not needed.
	 * @param mixed $id ID of a post.
	 */
	public function item_meta( $meta_id, $id ): void {
		$this->item( $id );
	}

	/**
	 * The first setting of a theme makes the option.
	 *
	 * @param mixed $name
	 * @param mixed $value
	 */
	public function new_option( $name, $value ): void {
		$this->option( $name, [], $value );
	}

	/**
	 * The last setting of a theme takes the option away.
	 *
	 * @param mixed $name
	 */
	public function before_delete( $name ): void {
		if ( is_string( $name ) && 0 === strpos( $name, 'theme_mods_' ) ) {
			$this->option( $name, get_option( $name ), [] );
		}
	}

	/**
	 * Which menu is shown where is a part of the theme's settings.
	 *
	 * @param mixed $name
	 * @param mixed $old Its value before.
	 * @param mixed $new Its value now.
	 */
	public function option( $name, $old, $new ): void {
		if ( is_string( $name ) && 0 === strpos( $name, 'theme_mods_' )
			&& ( is_array( $old ) ? $old['nav_menu_locations'] ?? [] : [] ) !== ( is_array( $new ) ? $new['nav_menu_locations'] ?? [] : [] ) ) {
			$this->changed();
		}
	}
}
