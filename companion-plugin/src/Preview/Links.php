<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Preview;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/**
 * Preview links.
 *
 * Leads every place where WordPress shows a preview to the redirector. Two filters are needed for the block editor
 * (measured on WordPress 6.0 to 7.1): for a draft it opens the `link` of its REST answer, for a published post with unsaved
 * changes the `preview_link` of the autosave. Permalinks stay what they are: nothing here changes get_permalink().
 */
final class Links implements Module {

	private Previews $previews;

	public function __construct( Previews $previews ) {
		$this->previews = $previews;
	}

	public function register(): void {
		Hooks::filter( 'preview_post_link', [ $this, 'preview_link' ], 20, 2 );
		Hooks::action( 'rest_api_init', [ $this, 'rest_types' ] );
		Hooks::filter( 'post_row_actions', [ $this, 'row_actions' ], 20, 2 );
		Hooks::filter( 'page_row_actions', [ $this, 'row_actions' ], 20, 2 );
		// WordPress adds the item at 80.
		Hooks::action( 'admin_bar_menu', [ $this, 'admin_bar' ], 90 );
	}

	/**
	 * The link of get_preview_post_link(): classic editor, list of posts, admin bar, and the editor for published posts.
	 *
	 * @param mixed $link Link of WordPress.
	 * @param mixed $post WP_Post.
	 * @return mixed
	 */
	public function preview_link( $link, $post = null ) {
		// WPGraphQL makes the path of unsaved changes from this link; the site should get a path.
		if ( function_exists( 'is_graphql_request' ) && is_graphql_request() ) {
			return $link;
		}
		return $this->previews->shows( $post ) ? Previews::link( $post->ID ) : $link;
	}

	/** Watches the REST answers of every type that the site shows. */
	public function rest_types(): void {
		foreach ( get_post_types( [ 'show_in_rest' => true ] ) as $type ) {
			Hooks::filter( "rest_prepare_$type", [ $this, 'rest_link' ], 20, 3 );
		}
	}

	/**
	 * The `link` of an unpublished item, for the editor only. The answer to its creation is left alone: "create a new page"
	 * in a link field stores the address that it finds there in the text.
	 *
	 * @param mixed $response WP_REST_Response.
	 * @param mixed $post WP_Post.
	 * @param mixed $request WP_REST_Request.
	 * @return mixed
	 */
	public function rest_link( $response, $post = null, $request = null ) {
		if ( ! $response instanceof WP_REST_Response || ! self::is_editors( $request ) || ! $this->is_unpublished( $post ) ) {
			return $response;
		}
		$data = $response->get_data();
		if ( is_array( $data ) && isset( $data['link'] ) && $post instanceof WP_Post ) {
			$data['link'] = Previews::link( $post->ID );
			$response->set_data( $data );
		}
		return $response;
	}

	/**
	 * "View" of a private post in the list: no visitor can see it, so it is a preview.
	 *
	 * @param mixed $actions
	 * @param mixed $post WP_Post.
	 * @return mixed
	 */
	public function row_actions( $actions, $post = null ) {
		if ( is_array( $actions ) && isset( $actions['view'] ) && is_string( $actions['view'] ) && $post instanceof WP_Post && $this->is_unpublished( $post ) ) {
			$actions['view'] = (string) preg_replace( '/href="[^"]*"/', 'href="' . esc_url( Previews::link( $post->ID ) ) . '"', $actions['view'], 1 );
		}
		return $actions;
	}

	/**
	 * "View" in the admin bar: WordPress links everything but drafts to the permalink, also what waits or is private.
	 *
	 * @param mixed $bar WP_Admin_Bar.
	 */
	public function admin_bar( $bar ): void {
		if ( ! is_admin() || ! $bar instanceof \WP_Admin_Bar || ! $bar->get_node( 'view' ) ) {
			return;
		}
		$screen = get_current_screen();
		$post   = get_post();
		if ( $screen && 'post' === $screen->base && $post instanceof WP_Post && $this->is_unpublished( $post ) ) {
			$bar->add_node(
				[
					'id'   => 'view',
					'href' => Previews::link( $post->ID ),
				]
			);
		}
	}

	/**
	 * Whether a request is the editor's own about one item.
	 *
	 * @param mixed $request WP_REST_Request.
	 */
	public static function is_editors( $request ): bool {
		return $request instanceof WP_REST_Request && 'edit' === $request['context'] && isset( $request->get_url_params()['id'] );
	}

	/**
	 * Whether an item can be seen in a preview only. One that was never saved is one, too: the editor opens what the answer
	 * to its first save says, but an early click finds this one.
	 *
	 * @param mixed $post WP_Post.
	 */
	private function is_unpublished( $post ): bool {
		return $this->previews->shows( $post ) && ! in_array( $post->post_status, [ 'publish', 'trash', 'inherit' ], true );
	}
}
