<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Blocks\PageContext;
use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use WP_Block;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * `content` is rendered as on the item's own page, see PageContext.
 */
final class RenderedContent implements Module {

	public function register(): void {
		Hooks::filter( 'graphql_model_prepare_fields', [ $this, 'fields' ], 20, 3 );
		Hooks::action( 'init_graphql_request', [ $this, 'begin' ] );
	}

	/** A request of GraphQL begins. */
	public function begin(): void {
		Hooks::filter( 'render_block_core/post-content', [ $this, 'inner' ], 10, 3 );
		Hooks::filter( 'the_password_form', [ $this, 'locked' ], 10, 2 );
	}

	/**
	 * Wraps what renders it.
	 *
	 * @param mixed $fields Callbacks by name; a field that may not be seen has none.
	 * @param mixed $model Name of the model.
	 * @param mixed $post Data of the model.
	 * @return mixed
	 */
	public function fields( $fields, $model = '', $post = null ) {
		$render = is_array( $fields ) && 'PostObject' === $model ? $fields['contentRendered'] ?? null : null;
		if ( ! $post instanceof WP_Post || ! is_callable( $render ) ) {
			return $fields;
		}
		$fields['contentRendered'] = static function () use ( $render, $post ) {
			return PageContext::within( $post, $render );
		};
		return $fields;
	}

	/**
	 * A content within a content. WordPress leaves out that of the page itself, which is a block of the template there.
	 *
	 * @param mixed $html
	 * @param mixed $parsed Block.
	 * @param mixed $block WP_Block.
	 * @return mixed
	 */
	public function inner( $html, $parsed = null, $block = null ) {
		return $block instanceof WP_Block && (int) ( $block->context['postId'] ?? 0 ) === get_queried_object_id() ? '' : $html;
	}

	/**
	 * The form for the password of a post. In a list of another page it is a link to the post, where the site has its form.
	 *
	 * @param mixed $html
	 * @param mixed $post WP_Post.
	 * @return mixed
	 */
	public function locked( $html, $post = null ) {
		if ( ! $post instanceof WP_Post || get_queried_object_id() === $post->ID ) {
			return $html;
		}
		// phpcs:ignore WordPress.WP.I18n -- WordPress's own words, in its language.
		return sprintf( '<p><a href="%s">%s</a></p>', esc_url( (string) get_permalink( $post ) ), esc_html( translate( 'This content is password protected.' ) ) );
	}
}
