<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * The other pages of query loops.
 *
 * WordPress has them at the same address, with `?query-3-page=2` behind it. The site answers a page from its cache, whatever stands behind
 * its address: a page for each query string would be rendered while a visitor waits, and anybody could ask for a million of them. So a
 * loop leads to the archive that has the rest of its posts. A loop that no archive goes on with shows its posts at once, up to a limit,
 * and leads to WordPress's own page for what is behind that.
 */
final class QueryPages implements Module {

	/** @var list<LoopPages|null> Loops around the block that is being rendered, the outermost first; null where one has no other pages. */
	private array $loops = [];

	public function register(): void {
		Hooks::action( 'init_graphql_request', [ $this, 'begin' ] );
	}

	/** A request of GraphQL begins. */
	public function begin(): void {
		Hooks::filter( 'pre_render_block', [ $this, 'open' ], PHP_INT_MAX, 2 );
		Hooks::filter( 'render_block_core/query', [ $this, 'close' ] );
		Hooks::filter( 'render_block_context', [ $this, 'context' ] );
		Hooks::filter( 'render_block_core/query-pagination-next', [ $this, 'next' ] );
		Hooks::filter( 'render_block_core/query-pagination-numbers', [ $this, 'numbers' ] );
		Hooks::filter( 'render_block_core/comments-pagination', [ $this, 'comments' ] );
	}

	/**
	 * A block is about to be rendered.
	 *
	 * @param mixed $html HTML in its place; null where it is to be rendered.
	 * @param mixed $block Parsed.
	 * @return mixed
	 */
	public function open( $html, $block = null ) {
		if ( null === $html && is_array( $block ) && 'core/query' === ( $block['blockName'] ?? null ) ) {
			$this->loops[] = LoopPages::of( $block );
		}
		return $html;
	}

	/**
	 * A loop was rendered.
	 *
	 * @param mixed $html
	 * @return mixed
	 */
	public function close( $html ) {
		array_pop( $this->loops );
		return $html;
	}

	/**
	 * The context of a block, from the blocks around it.
	 *
	 * @param mixed $context By name.
	 * @return mixed
	 */
	public function context( $context ) {
		$loop = end( $this->loops );
		if ( $loop && is_array( $context ) && is_array( $context['query'] ?? null ) ) {
			$context['query'] = $loop->shown( $context['query'] );
		}
		return $context;
	}

	/**
	 * The ways to other pages of comments. The site has these of posts alone, with a list of its own.
	 *
	 * @param mixed $html Rendered.
	 * @return mixed
	 */
	public function comments( $html ) {
		if ( ! is_string( $html ) || 'post' === get_post_type() ) {
			return $html;
		}
		return preg_replace_callback(
			'/\shref=(["\'])(.*?)\1/s',
			static function ( array $found ): string {
				return ' href="' . esc_url( add_query_arg( NotShown::STAY, '1', html_entity_decode( $found[2], ENT_QUOTES ) ) ) . '"';
			},
			$html
		) ?? $html;
	}

	/**
	 * The way to the next page.
	 *
	 * @param mixed $html Empty on the last page.
	 * @return mixed
	 */
	public function next( $html ) {
		$loop = end( $this->loops );
		if ( ! $loop || ! is_string( $html ) ) {
			return $html;
		}
		return preg_replace( '/\shref=(["\']).*?\1/s', ' href="' . esc_url( $loop->rest() ) . '"', $html, 1 ) ?? $html;
	}

	/**
	 * The numbers of the pages. They go where the archive has other pages, or become the way to the next one where there is none.
	 *
	 * @param mixed $html Empty where there is one page.
	 * @return mixed
	 */
	public function numbers( $html ) {
		$loop = end( $this->loops );
		if ( ! $loop || ! is_string( $html ) || '' === trim( $html ) ) {
			return $html;
		}
		if ( '' === $loop->page( 1 ) ) {
			// phpcs:ignore WordPress.WP.I18n -- WordPress's own word for it, in its language.
			return $loop->has_next ? '' : sprintf( '<a class="wp-block-query-pagination-next" href="%s">%s</a>', esc_url( $loop->rest() ), esc_html( translate( 'Next Page' ) ) );
		}
		return preg_replace_callback(
			'/\shref=(["\'])[^"\']*\bquery-(?:\d+-)?page=(\d+).*?\1/s',
			static function ( array $found ) use ( $loop ): string {
				return ' href="' . esc_url( $loop->page( (int) $found[2] ) ) . '"';
			},
			$html
		) ?? $html;
	}
}
