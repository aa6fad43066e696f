<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use WP_Block;

defined( 'ABSPATH' ) || exit;

/**
 * Lists that need a script in WordPress, without one.
 *
 * A dropdown of archives or terms leads somewhere by a script alone: for GraphQL it is the same list, folded. A navigation has no
 * overlay, and its submenus are open.
 */
final class Unscripted implements Module {

	public function register(): void {
		Hooks::action( 'init_graphql_request', [ $this, 'begin' ] );
	}

	/** A request of GraphQL begins. */
	public function begin(): void {
		Hooks::filter( 'render_block_core/archives', [ $this, 'folded' ], 10, 3 );
		Hooks::filter( 'render_block_core/categories', [ $this, 'folded' ], 10, 3 );
		Hooks::filter( 'render_block_data', [ $this, 'open' ] );
		// A script shows it.
		Hooks::filter( 'cancel_comment_reply_link', '__return_empty_string' );
	}

	/**
	 * A list was rendered.
	 *
	 * @param mixed $html HTML of the block; a mark where the site has a component of its own for it.
	 * @param mixed $parsed Block.
	 * @param mixed $block WP_Block.
	 * @return mixed
	 */
	public function folded( $html, $parsed = null, $block = null ) {
		if ( ! is_string( $html ) || ! is_array( $parsed ) || ! $block instanceof WP_Block || empty( $parsed['attrs']['displayAsDropdown'] ) || false === strpos( $html, '<select' ) ) {
			return $html;
		}
		$parsed['attrs']['displayAsDropdown'] = false;

		$list                   = ( new WP_Block( $parsed, $block->context ) )->render();
		list( $label, $choice ) = self::words( $html );
		return ( '' === $label ? '' : "<p>$label</p>" ) . sprintf( '<details class="wp-block-list-folded"><summary>%s</summary>%s</details>', $choice, $list );
	}

	/**
	 * A block is about to be rendered.
	 *
	 * @param mixed $block Parsed.
	 * @return mixed
	 */
	public function open( $block ) {
		if ( is_array( $block ) && 'core/navigation' === ( $block['blockName'] ?? null ) ) {
			$block['attrs'] = array_merge(
				(array) ( $block['attrs'] ?? [] ),
				[
					'overlayMenu'         => 'never',
					// WordPress 7.1, and those before it.
					'submenuVisibility'   => 'always',
					'openSubmenusOnClick' => false,
				]
			);
		}
		return $block;
	}

	/**
	 * The words that a dropdown shows while it is closed.
	 *
	 * @param string $html HTML of the dropdown.
	 * @return string[] Its label, empty where nobody sees it, and its first choice.
	 */
	private static function words( string $html ): array {
		preg_match( '#<label\b([^>]*)>(.*?)</label>#s', $html, $label );
		preg_match( '#<option\b[^>]*>(.*?)</option>#s', $html, $choice );
		$is_seen = isset( $label[1] ) && false === strpos( $label[1], 'screen-reader-text' );
		return [ $is_seen ? trim( $label[2] ) : '', trim( $choice[1] ?? $label[2] ?? '' ) ];
	}
}
