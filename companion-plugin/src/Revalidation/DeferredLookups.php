<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Look-ups that nobody waits for.
 *
 * Finds the posts that show something: a term's name, an author, a picture, a reusable block, or a list by one of their blocks.
 * Done in the background: it reads many rows, and editors gain nothing by waiting for it.
 */
final class DeferredLookups {

	/** Look-ups that concern what blocks show: read a post's blocks (0 for all posts), what changed, what others may hold. */
	private const OF_LISTS = [ 'scan', 'reads', 'holds' ];

	/** Posts of one look-up; beyond that it is the whole site. */
	public const MOST = 100;

	/**
	 * Replaces look-ups by the paths that they find.
	 *
	 * @param Changes $changes With look-ups.
	 * @return Changes Without.
	 */
	public static function resolve( Changes $changes ): Changes {
		$resolved = $changes->first( PHP_INT_MAX );
		$lists    = [];
		foreach ( $changes->deferred() as list( $kind, $what ) ) {
			if ( in_array( $kind, self::OF_LISTS, true ) ) {
				$lists[ $kind ][] = (string) $what;
			} elseif ( 'post' === $kind ) {
				$touched = PostChanges::whatever( (int) $what );
				foreach ( $touched->deferred() as list( $also, $about ) ) {
					$lists[ $also ][] = (string) $about;
				}
				$resolved->merge( $touched->first( PHP_INT_MAX ) );
			} else {
				self::add_posts( $resolved, $kind, (int) $what, $lists );
			}
		}
		self::add_readers( $resolved, $lists );
		return $resolved;
	}

	/**
	 * Adds the posts that show something by themselves.
	 *
	 * @param array<string, string[]> $lists Is added to: lists show these posts.
	 */
	private static function add_posts( Changes $resolved, string $kind, int $id, array &$lists ): void {
		$posts = self::posts( $kind, $id );
		if ( count( $posts ) > self::MOST ) {
			$resolved->add( Changes::EVERYTHING, Changes::ALL );
			if ( 'block' === $kind ) {
				Backfill::again();
			}
			return;
		}
		foreach ( $posts as $post ) {
			$resolved->add( Addresses::post( $post ) );
			if ( 'block' === $kind ) {
				$lists['scan'][] = (string) $post->ID;
			} else {
				$resolved->add_all( Addresses::lists( $post ) );
			}
			// Lists show pictures and texts of posts; of names of terms and authors those are told that show some.
			if ( 'block' === $kind || 'file' === $kind ) {
				$lists['reads'][] = 'posts:' . $post->post_type;
			}
		}
	}

	/**
	 * Adds the pages whose blocks show what has changed.
	 *
	 * @param array<string, string[]> $lists
	 */
	private static function add_readers( Changes $resolved, array $lists ): void {
		$events = $resolved->events();
		$told   = in_array( Changes::EVERYTHING, $resolved->paths(), true ) ? $events[ Changes::EVERYTHING ] ?? Changes::ALL : null;
		if ( Changes::SETTINGS === $told ) {
			// Titles, languages and forms of dates may stand in each list.
			$lists['reads'][] = 'all';
		} elseif ( Changes::MENU === $told ) {
			$lists['reads'][] = 'menus';
		}
		$held = [];
		foreach ( $lists['holds'] ?? [] as $what ) {
			$held = array_merge( $held, DependencyIndex::holding( $what ) );
		}
		// New content first: it may show itself, or what has changed with it.
		$read = array_map( 'intval', $lists['scan'] ?? [] );
		if ( in_array( 0, $read, true ) ) {
			Backfill::again();
		}
		DependencyIndex::read( array_values( array_unique( array_filter( array_merge( $read, $held ) ) ) ) );
		$resolved->add_all( DependencyIndex::paths( $held ) );
		if ( empty( $lists['reads'] ) || Changes::ALL === $told ) {
			return;
		}
		if ( ! Backfill::run( time() ) ) {
			// Not all pages have been read yet: nobody knows which.
			$resolved->add( Changes::EVERYTHING, Changes::ALL );
			return;
		}
		$resolved->add_all( DependencyIndex::paths( DependencyIndex::of( $lists['reads'] ) ), Changes::LISTS );
	}

	/**
	 * Published posts whose picture a file is, or to which it was uploaded: what WordPress forgets when the file is deleted.
	 *
	 * @return WP_Post[] One more than MOST at most.
	 */
	public static function posts_with_file( int $id ): array {
		return self::published( [ 'post__in' => self::owners_of_file( $id ) ] );
	}

	/**
	 * Published posts that show something.
	 *
	 * @param string $kind `term`, `author`, `file` or `block`.
	 * @param int $id ID of the term, the user, the attachment, the block.
	 * @return WP_Post[] One more than MOST at most.
	 */
	private static function posts( string $kind, int $id ): array {
		switch ( $kind ) {
			case 'term':
				$term = get_term( $id );
				return ! $term instanceof \WP_Term ? [] : self::published(
					[
						'tax_query' => [ // phpcs:ignore WordPress.DB.SlowDBQuery -- In the background.
							[
								'taxonomy'         => $term->taxonomy,
								'terms'            => [ $id ],
								'include_children' => false,
							],
						],
					]
				);
			case 'author':
				return self::published( [ 'author' => $id ] );
			case 'file':
				return self::published( [ 'post__in' => array_merge( self::owners_of_file( $id ), self::with_field( $id ), self::holding_file( $id ) ) ] );
			case 'block':
				return self::published( [ 'post__in' => self::holding_block( $id ) ] );
			default:
				return [];
		}
	}

	/**
	 * Published posts of all types that have pages.
	 *
	 * @param array<string, mixed> $query See WP_Query; an empty `post__in` finds nothing.
	 * @return WP_Post[]
	 */
	private static function published( array $query ): array {
		if ( isset( $query['post__in'] ) && ! $query['post__in'] ) {
			return [];
		}
		$posts = get_posts(
			$query + [
				'post_type'              => Addresses::shown_types(),
				'post_status'            => 'publish',
				'posts_per_page'         => self::MOST + 1, // phpcs:ignore WordPress.WP.PostsPerPage -- In the background.
				'no_found_rows'          => true,
				'ignore_sticky_posts'    => true,
				'suppress_filters'       => true,
				'update_post_meta_cache' => false,
			]
		);
		return array_filter(
			$posts,
			static function ( $post ): bool {
				return $post instanceof WP_Post;
			}
		);
	}

	/**
	 * Posts whose featured image a file is, and the one to which it was uploaded.
	 *
	 * @return int[]
	 */
	private static function owners_of_file( int $id ): array {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- Read fresh; the key has an index.
		$ids = (array) $wpdb->get_col( $wpdb->prepare( "SELECT post_id FROM $wpdb->postmeta JOIN $wpdb->posts ON ID = post_id WHERE post_status = 'publish' AND meta_key = '_thumbnail_id' AND meta_value = %s LIMIT %d", (string) $id, self::MOST + 1 ) );
		return array_filter( array_map( 'intval', array_merge( $ids, [ (int) wp_get_post_parent_id( $id ) ] ) ) );
	}

	/**
	 * Posts with a visible field that is the number of a file, or a list with it, as gallery fields store it. A number may mean
	 * something else: then a page is rebuilt without need.
	 *
	 * @return int[]
	 */
	private static function with_field( int $id ): array {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- WordPress has no index for it, and nobody waits. On SQLite LIKE cannot tell an underscore from any letter.
		$ids = (array) $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT post_id FROM $wpdb->postmeta JOIN $wpdb->posts ON ID = post_id WHERE post_status = 'publish' AND SUBSTR( meta_key, 1, 1 ) <> '_' AND ( meta_value = %s OR meta_value LIKE %s OR meta_value LIKE %s ) LIMIT %d", (string) $id, '%:"' . $id . '";%', '%;i:' . $id . ';%', self::MOST + 1 ) );
		return array_map( 'intval', $ids );
	}

	/**
	 * Posts whose content shows a file: by the class that the editor gives to pictures, or by its number in the attributes of
	 * any block (`{"mediaId":42}`, `{"ids":[41,42]}`) or of a classic gallery; also by way of reusable blocks.
	 *
	 * @return int[]
	 */
	private static function holding_file( int $id ): array {
		$texts = [ "wp-image-$id" ];
		foreach ( [ ':%d,', ':%d}', '"%d"', '"%d,', ',%d"', '[%d,', '[%d]', ',%d,', ',%d]' ] as $form ) {
			$texts[] = sprintf( $form, $id );
		}
		$found = self::holding( $texts, '/wp-image-' . $id . '(?!\d)|<!-- wp:[^>]*[":,\[]' . $id . '["},\]]|\[gallery [^\]]*[",]' . $id . '[",]/' );
		foreach ( $found as $post ) {
			if ( 'wp_block' === get_post_type( $post ) ) {
				$found = array_merge( $found, self::holding_block( $post ) );
			}
		}
		return $found;
	}

	/**
	 * Posts that hold a reusable block, also by way of other reusable blocks.
	 *
	 * @return int[]
	 */
	private static function holding_block( int $id ): array {
		$found = [];
		$queue = [ $id ];
		while ( $queue ) {
			$block = (int) array_shift( $queue );
			$new   = array_diff( self::holding( [ '"ref":' . $block ], '/<!-- wp:block \{[^>]*"ref":' . $block . '(?!\d)/' ), $found );
			$found = array_merge( $found, $new );
			foreach ( $new as $post ) {
				if ( 'wp_block' === get_post_type( $post ) ) {
					$queue[] = $post;
				}
			}
		}
		return $found;
	}

	/**
	 * Posts by their content.
	 *
	 * @param string[] $texts One of them must be there: for the database, whose patterns differ from kind to kind.
	 * @param string $pattern Pattern that it must match besides.
	 * @return int[]
	 */
	private static function holding( array $texts, string $pattern ): array {
		global $wpdb;
		$found = [];
		$last  = 0;
		$likes = [];
		foreach ( $texts as $text ) {
			$likes[] = $wpdb->prepare( 'post_content LIKE %s', '%' . $wpdb->esc_like( $text ) . '%' );
		}
		$likes = implode( ' OR ', $likes );
		while ( true ) {
			// phpcs:ignore WordPress.DB -- WordPress has no index for it, and nobody waits.
			$rows = (array) $wpdb->get_results( $wpdb->prepare( "SELECT ID, post_content FROM $wpdb->posts WHERE ID > %d AND post_status = 'publish' AND ( $likes ) ORDER BY ID LIMIT %d", $last, self::MOST ) );
			foreach ( $rows as $row ) {
				$last = (int) $row->ID;
				if ( preg_match( $pattern, (string) $row->post_content ) ) {
					$found[] = $last;
				}
			}
			if ( count( $rows ) < self::MOST || count( $found ) > self::MOST ) {
				return $found;
			}
		}
	}
}
