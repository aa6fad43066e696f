<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\FrontEnd;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Preview\Links as PreviewLinks;
use HeadlessSiteCompanion\Revalidation\Addresses;
use HeadlessSiteCompanion\Support\Hooks;
use WP_Post;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/**
 * "View" links.
 *
 * Leads the links by which people look at what they have published to the site. Each place is rewritten by itself.
 * get_permalink() and home_url() stay WordPress's own, because much more than links is made of them: WPGraphQL's `uri` and
 * `link`, feeds, sitemaps, embeds, the paths of our own webhooks, and every link that an editor stores in a text.
 *
 * Places: admin bar ("View", archive, "Visit Site"), rows of posts, terms and users, the notice after saving in the classic
 * editor, and `link` in the REST answers that the block editor gets about one item (its button, its notices).
 */
final class Links implements Module {

	private SiteAddress $address;

	public function __construct( SiteAddress $address ) {
		$this->address = $address;
	}

	public function register(): void {
		// WordPress adds the last of its own items at 80.
		Hooks::action( 'admin_bar_menu', [ $this, 'admin_bar' ], 85 );
		Hooks::filter( 'post_row_actions', [ $this, 'post_row' ], 15, 2 );
		Hooks::filter( 'page_row_actions', [ $this, 'post_row' ], 15, 2 );
		Hooks::filter( 'tag_row_actions', [ $this, 'row' ], 15 );
		Hooks::filter( 'user_row_actions', [ $this, 'row' ], 15 );
		Hooks::filter( 'post_updated_messages', [ $this, 'messages' ], 20 );
		Hooks::action( 'rest_api_init', [ $this, 'rest_types' ] );
	}

	/**
	 * The admin bar of wp-admin.
	 *
	 * @param mixed $bar WP_Admin_Bar.
	 */
	public function admin_bar( $bar ): void {
		if ( ! is_admin() || ! $bar instanceof \WP_Admin_Bar ) {
			return;
		}
		$screen = get_current_screen();
		$post   = $screen && 'post' === $screen->base ? get_post() : null;
		foreach ( [ 'site-name', 'view-site', 'view', 'archive' ] as $id ) {
			$node = $bar->get_node( $id );
			if ( ! $node || ( 'view' === $id && $post instanceof WP_Post && ! $this->is_on_site( $post ) ) ) {
				continue;
			}
			$url = $this->address->of( $node->href ?? '' );
			if ( '' !== $url ) {
				$bar->add_node(
					[
						'id'   => $id,
						'href' => $url,
					]
				);
			}
		}
	}

	/**
	 * "View" in a list of posts.
	 *
	 * @param mixed $actions
	 * @param mixed $post WP_Post.
	 * @return mixed
	 */
	public function post_row( $actions, $post = null ) {
		return $post instanceof WP_Post && $this->is_on_site( $post ) ? $this->row( $actions ) : $actions;
	}

	/**
	 * "View" in any list.
	 *
	 * @param mixed $actions
	 * @return mixed
	 */
	public function row( $actions ) {
		if ( is_array( $actions ) && isset( $actions['view'] ) && is_string( $actions['view'] ) ) {
			$actions['view'] = $this->with_site_links( $actions['view'] );
		}
		return $actions;
	}

	/**
	 * Messages of the classic editor after saving.
	 *
	 * @param mixed $messages By post type and number.
	 * @return mixed
	 */
	public function messages( $messages ) {
		$post = get_post();
		if ( ! is_array( $messages ) || ! $post instanceof WP_Post || ! $this->is_on_site( $post ) ) {
			return $messages;
		}
		foreach ( $messages as $type => $texts ) {
			foreach ( is_array( $texts ) ? $texts : [] as $number => $text ) {
				if ( is_string( $text ) ) {
					$messages[ $type ][ $number ] = $this->with_site_links( $text );
				}
			}
		}
		return $messages;
	}

	/** Watches the REST answers of every type that the site shows. */
	public function rest_types(): void {
		foreach ( get_post_types( [ 'show_in_rest' => true ] ) as $type ) {
			Hooks::filter( "rest_prepare_$type", [ $this, 'rest_link' ], 15, 3 );
		}
	}

	/**
	 * `link` of a published item, for the editor only, and only in answers about one item: from lists the editor makes
	 * blocks that store the addresses.
	 *
	 * @param mixed $response WP_REST_Response.
	 * @param mixed $post WP_Post.
	 * @param mixed $request WP_REST_Request.
	 * @return mixed
	 */
	public function rest_link( $response, $post = null, $request = null ) {
		if ( ! $response instanceof WP_REST_Response || ! PreviewLinks::is_editors( $request ) || ! $post instanceof WP_Post || ! $this->is_on_site( $post ) ) {
			return $response;
		}
		$data = $response->get_data();
		$url  = is_array( $data ) ? $this->address->of( $data['link'] ?? '' ) : '';
		if ( is_array( $data ) && '' !== $url ) {
			$data['link'] = $url;
			$response->set_data( $data );
		}
		return $response;
	}

	/** Whether visitors of the site can see a post. */
	private function is_on_site( WP_Post $post ): bool {
		return 'publish' === $post->post_status && Addresses::is_shown_type( $post->post_type );
	}

	/**
	 * Rewrites the addresses of links.
	 *
	 * @param string $html HTML of WordPress.
	 */
	private function with_site_links( string $html ): string {
		return (string) preg_replace_callback(
			'/ href="([^"]*)"/',
			function ( array $found ): string {
				$url = $this->address->of( html_entity_decode( $found[1], ENT_QUOTES ) );
				return '' === $url ? $found[0] : ' href="' . esc_url( $url ) . '"';
			},
			$html
		);
	}
}
