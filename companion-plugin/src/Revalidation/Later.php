<?php
/**
 * Look-ups that nobody waits for.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Finds the posts that show something: a term's name, an author, a picture, a reusable block. Done in the background,
 * because it reads many rows, and the editor has nothing from it.
 */
final class Later {

	/** Posts of one look-up; beyond that it is the whole site. */
	private const MOST = 100;

	/**
	 * Replaces look-ups by the paths that they find.
	 *
	 * @param Changes $changes With look-ups.
	 * @return Changes Without.
	 */
	public static function resolve( Changes $changes ): Changes {
		$resolved = $changes->first( PHP_INT_MAX );
		foreach ( $changes->later() as list( $kind, $id ) ) {
			$posts = self::posts( $kind, $id );
			if ( count( $posts ) > self::MOST ) {
				$resolved->add( Changes::EVERYTHING, Changes::ALL );
				continue;
			}
			foreach ( $posts as $post ) {
				$resolved->add( Addresses::post( $post ) );
				if ( 'block' !== $kind ) {
					$resolved->add_all( Addresses::lists( $post ) );
				}
			}
		}
		return $resolved;
	}

	/**
	 * Published posts that show something, one more than MOST at most.
	 *
	 * @param string $kind `term`, `author`, `file` or `block`.
	 * @param int    $id   Of the term, the user, the attachment, the block.
	 * @return WP_Post[]
	 */
	public static function posts( string $kind, int $id ): array {
		global $wpdb;
		$types = array_values( array_filter( get_post_types( [ 'public' => true ] ), [ Addresses::class, 'is_shown_type' ] ) );
		$query = [
			'post_type'              => $types,
			'post_status'            => 'publish',
			'posts_per_page'         => self::MOST + 1, // phpcs:ignore WordPress.WP.PostsPerPage -- In the background.
			'no_found_rows'          => true,
			'ignore_sticky_posts'    => true,
			'suppress_filters'       => true,
			'update_post_meta_cache' => false,
		];
		switch ( $kind ) {
			case 'term':
				$term = get_term( $id );
				if ( ! $term instanceof \WP_Term ) {
					return [];
				}
				$query['tax_query'] = [ // phpcs:ignore WordPress.DB.SlowDBQuery -- In the background.
					[
						'taxonomy'         => $term->taxonomy,
						'terms'            => [ $id ],
						'include_children' => false,
					],
				];
				break;
			case 'author':
				$query['author'] = $id;
				break;
			case 'file':
				// phpcs:ignore WordPress.DB -- One query for both ways in which a post has a file; read fresh.
				$ids = (array) $wpdb->get_col( $wpdb->prepare( "SELECT post_id FROM $wpdb->postmeta WHERE meta_key = '_thumbnail_id' AND meta_value = %s LIMIT %d", (string) $id, self::MOST + 1 ) );
				$ids = array_filter( array_map( 'intval', array_merge( $ids, self::holding( 'wp-image-' . $id ), [ (int) wp_get_post_parent_id( $id ) ] ) ) );
				if ( ! $ids ) {
					return [];
				}
				$query['post__in'] = $ids;
				break;
			case 'block':
				$ids = self::holding( '<!-- wp:block {"ref":' . $id );
				if ( ! $ids ) {
					return [];
				}
				$query['post__in'] = $ids;
				break;
			default:
				return [];
		}
		return array_filter(
			get_posts( $query ),
			static function ( $post ): bool {
				return $post instanceof WP_Post;
			}
		);
	}

	/**
	 * Posts whose content holds a text that ends where a number does.
	 *
	 * @param string $text Ending with an id.
	 * @return int[]
	 */
	private static function holding( string $text ): array {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- WordPress has no index for it, and nobody waits.
		$rows = (array) $wpdb->get_results( $wpdb->prepare( "SELECT ID, post_content FROM $wpdb->posts WHERE post_status = 'publish' AND post_content LIKE %s LIMIT %d", '%' . $wpdb->esc_like( $text ) . '%', 2 * self::MOST ) );
		$ids  = [];
		foreach ( $rows as $row ) {
			if ( preg_match( '/' . preg_quote( $text, '/' ) . '(?!\d)/', (string) $row->post_content ) ) {
				$ids[] = (int) $row->ID;
			}
		}
		return $ids;
	}
}
