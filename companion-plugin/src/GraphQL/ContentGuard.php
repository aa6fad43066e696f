<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Blocks\Limits;
use HeadlessSiteCompanion\Blocks\Rendering;
use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * WordPress's own content in GraphQL, within limits.
 *
 * The site asks for a page's `content` together with its blocks. Content that no PHP process can render (twenty thousand groups that
 * nobody closes, reusable blocks that hold each other twice, a megabyte of shortcodes) must not take the blocks along: in
 * GraphQL it is given as text. Everywhere else WordPress does what it always does.
 */
final class ContentGuard implements Module {

	/** Reusable blocks that were followed for the content that is being rendered. */
	private int $followed = 0;

	public function register(): void {
		Hooks::action( 'init_graphql_request', [ $this, 'begin' ] );
	}

	/** A request of GraphQL begins. */
	public function begin(): void {
		Hooks::filter( 'the_content', [ $this, 'content' ], 0 );
		Hooks::filter( 'pre_render_block', [ $this, 'reference' ], 10, 2 );
	}

	/**
	 * The content before WordPress renders it.
	 *
	 * @param mixed $content Stored.
	 * @return mixed
	 */
	public function content( $content ) {
		$this->followed = 0;
		if ( ! is_string( $content ) || ! self::is_too_much( $content ) ) {
			return $content;
		}
		// No shortcode is left to be looked for.
		return str_replace( '[', '&#091;', Rendering::cleaned( $content ) );
	}

	/**
	 * A block before it is rendered.
	 *
	 * @param mixed $html HTML in its place; null where it is to be rendered.
	 * @param mixed $block Parsed.
	 * @return mixed
	 */
	public function reference( $html, $block ) {
		$is_reference = is_array( $block ) && 'core/block' === ( $block['blockName'] ?? null );
		if ( ! $is_reference || ++$this->followed <= Limits::REFERENCES ) {
			return $html;
		}
		return Limits::REFERENCES + 1 === $this->followed ? Limits::CUT : '';
	}

	/**
	 * Whether rendering would take seconds, or all memory.
	 *
	 * @param string $content Stored.
	 */
	private static function is_too_much( string $content ): bool {
		$opened = substr_count( $content, '<!-- wp:' );
		$closed = substr_count( $content, '<!-- /wp:' ) + substr_count( $content, '/-->' );
		return $opened > Limits::BLOCKS || $opened - $closed > Limits::DEPTH || Rendering::is_heavy( $content );
	}
}
