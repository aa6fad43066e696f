<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

use WP_Post;
use WP_Query;

defined( 'ABSPATH' ) || exit;

/**
 * The state of WordPress while it renders a content on the content's own page.
 *
 * Blocks ask for the main query (an inherited query loop, breadcrumbs), for the post (what stands behind a query loop, the loop that
 * leaves the current post out) and for the address (links to other pages of a loop, back from the login). In a request of GraphQL these are empty, or are
 * the address of GraphQL.
 *
 * The loop is not said to have begun: there, plugins add to a content what belongs to a theme (sharing, related posts), and the site has its own.
 */
final class PageContext {

	/** The queries, what setup_postdata() sets, and the time that a calendar shows. */
	private const GLOBALS = [ 'wp_query', 'wp_the_query', 'post', 'posts', 'id', 'authordata', 'currentday', 'currentmonth', 'page', 'pages', 'multipage', 'more', 'numpages', 'm', 'year', 'monthnum' ];

	/**
	 * Calls a function as if the page of a post had been asked for. All is put back, whatever the function throws.
	 *
	 * @template T
	 * @param WP_Post $post Or a revision of it.
	 * @param callable(): T $render Renders.
	 * @return T Result of the callback.
	 */
	public static function within( WP_Post $post, callable $render ) {
		$before = array_intersect_key( $GLOBALS, array_flip( self::GLOBALS ) );
		$asked  = $_GET; // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Kept and put back.
		$uri    = $_SERVER['REQUEST_URI'] ?? null; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Put back, too.
		try {
			self::enter( $post );
			return $render();
		} finally {
			// phpcs:disable WordPress.WP.GlobalVariablesOverride, WordPress.NamingConventions.PrefixAllGlobals -- WordPress's, as they were.
			foreach ( self::GLOBALS as $name ) {
				if ( array_key_exists( $name, $before ) ) {
					$GLOBALS[ $name ] = $before[ $name ];
				} else {
					unset( $GLOBALS[ $name ] );
				}
			}
			// phpcs:enable
			$_GET = $asked;
			if ( null === $uri ) {
				unset( $_SERVER['REQUEST_URI'] );
			} else {
				$_SERVER['REQUEST_URI'] = $uri;
			}
		}
	}

	/** Sets all of it. */
	private static function enter( WP_Post $post ): void {
		$parent = 'revision' === $post->post_type ? get_post( $post->post_parent ) : null;
		$shown  = $parent instanceof WP_Post ? $parent : $post;
		$query  = self::query( $shown );
		// phpcs:disable WordPress.WP.GlobalVariablesOverride -- Put back by within().
		$GLOBALS['wp_query']     = $query;
		$GLOBALS['wp_the_query'] = $query;
		$GLOBALS['post']         = $shown;
		$GLOBALS['posts']        = [ $shown ];
		// A page has no month of its own: WordPress shows the current one there.
		$month               = 'post' === $shown->post_type && preg_match( '/^(\d{4})-(\d\d)/', $shown->post_date, $found ) ? $found : [ '', '', '' ];
		$GLOBALS['m']        = '';
		$GLOBALS['year']     = $month[1];
		$GLOBALS['monthnum'] = $month[2];
		// phpcs:enable
		$_GET                   = [];
		$address                = wp_parse_url( (string) get_permalink( $shown ) );
		$address                = is_array( $address ) ? $address : [];
		$_SERVER['REQUEST_URI'] = ( $address['path'] ?? '/' ) . ( isset( $address['query'] ) ? '?' . $address['query'] : '' );
		$query->setup_postdata( $shown );
	}

	/** The query that has found this post alone. */
	private static function query( WP_Post $post ): WP_Query {
		$query = new WP_Query();
		if ( 'page' === $post->post_type ) {
			$query->parse_query( [ 'page_id' => $post->ID ] );
		} elseif ( 'attachment' === $post->post_type ) {
			$query->parse_query( [ 'attachment_id' => $post->ID ] );
		} else {
			$query->parse_query(
				[
					'p'         => $post->ID,
					'post_type' => $post->post_type,
				]
			);
		}
		$query->set( 'posts_per_page', (int) get_option( 'posts_per_page' ) );
		// It has found whole posts.
		$query->set( 'fields', 'all' );
		$query->posts             = [ $post ];
		$query->post              = $post;
		$query->post_count        = 1;
		$query->found_posts       = 1;
		$query->queried_object    = $post;
		$query->queried_object_id = $post->ID;
		return $query;
	}
}
