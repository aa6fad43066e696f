<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Menu items whose page, term or content type is gone.
 *
 * WordPress leaves them out of its own menus; WPGraphQL gives them without an address. A plugin that is deactivated takes the type of
 * its items along, and an import may bring items of what it does not bring.
 */
final class InvalidMenuItems implements Module {

	public function register(): void {
		// Not where WPGraphQL asks what is private: the content index takes longer where something filters that.
		Hooks::filter( 'graphql_dataloader_get_model', [ $this, 'leave_out' ], 10, 2 );
	}

	/**
	 * Leaves out what WordPress marks as invalid.
	 *
	 * @param mixed $model
	 * @param mixed $entry Entry; for a menu item, the post as wp_setup_nav_menu_item() has completed it.
	 * @return mixed
	 */
	public function leave_out( $model, $entry = null ) {
		return $entry instanceof WP_Post && 'nav_menu_item' === $entry->post_type && ! empty( $entry->_invalid ) ? null : $model;
	}
}
