<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Support\Path;
use WP_Post;
use WP_Term;

defined( 'ABSPATH' ) || exit;

/**
 * Where things are, and where they are shown.
 *
 * Asks WordPress for the paths that a change concerns. Addresses come from get_permalink() and its like, so that permalink
 * structures and plugins that change them are respected.
 */
final class Addresses {

	/** Paths of one kind that one change may name; beyond that the lists of the site cover the rest. */
	private const MOST = 1000;

	/**
	 * Whether posts of a type have pages on the site.
	 *
	 * @param string $type Name of a post type.
	 */
	public static function is_shown_type( string $type ): bool {
		return 'attachment' !== $type && is_post_type_viewable( $type );
	}

	/**
	 * Types of posts that have pages on the site.
	 *
	 * @return string[]
	 */
	public static function shown_types(): array {
		return array_values( array_filter( get_post_types( [ 'public' => true ] ), [ self::class, 'is_shown_type' ] ) );
	}

	/**
	 * Path of a published post.
	 *
	 * @return string|null Null when it has none: not published, plain permalinks.
	 */
	public static function post( WP_Post $post ): ?string {
		return 'publish' === $post->post_status ? self::path( get_permalink( $post ) ) : null;
	}

	/**
	 * Pages that show a post in a list.
	 *
	 * @return string[]
	 */
	public static function lists( WP_Post $post ): array {
		if ( 'page' === $post->post_type ) {
			return [ '/sitemap.xml' ];
		}
		$paths = [ self::path( home_url( '/' ) ), '/sitemap.xml' ];
		if ( 'post' === $post->post_type ) {
			array_push( $paths, self::posts_page(), '/feed', ...self::dates( $post ) );
			$paths[] = self::author( (int) $post->post_author );
		}
		$archive = get_post_type_archive_link( $post->post_type );
		$paths[] = $archive ? self::path( $archive ) : null;
		foreach ( get_object_taxonomies( $post->post_type ) as $taxonomy ) {
			if ( ! is_taxonomy_viewable( $taxonomy ) ) {
				continue;
			}
			$terms = get_the_terms( $post, $taxonomy );
			foreach ( is_array( $terms ) ? $terms : [] as $term ) {
				array_push( $paths, ...self::term( $term ) );
			}
		}
		return array_values( array_unique( array_filter( $paths ) ) );
	}

	/**
	 * Archive of a term and of those above it, which show its posts, too.
	 *
	 * @return string[]
	 */
	public static function term( WP_Term $term ): array {
		$paths = [ self::path( get_term_link( $term ) ) ];
		foreach ( get_ancestors( $term->term_id, $term->taxonomy, 'taxonomy' ) as $id ) {
			$paths[] = self::path( get_term_link( (int) $id, $term->taxonomy ) );
		}
		return array_values( array_filter( $paths ) );
	}

	/**
	 * Archives of a term and of those below it, whose paths begin with its own.
	 *
	 * @return array<int, string> By term id.
	 */
	public static function term_and_below( WP_Term $term ): array {
		$paths = [];
		$below = is_taxonomy_hierarchical( $term->taxonomy ) ? get_term_children( $term->term_id, $term->taxonomy ) : [];
		foreach ( array_merge( [ $term->term_id ], is_array( $below ) ? $below : [] ) as $id ) {
			$path = self::path( get_term_link( (int) $id, $term->taxonomy ) );
			if ( null !== $path ) {
				$paths[ (int) $id ] = $path;
			}
		}
		return $paths;
	}

	/** Archive of an author. */
	public static function author( int $id ): ?string {
		return get_userdata( $id ) ? self::path( get_author_posts_url( $id ) ) : null;
	}

	/** Whether an author has an archive: WordPress has none for people without published posts. */
	public static function has_author( int $id ): bool {
		$types = self::shown_types();
		return $types && (int) count_user_posts( $id, $types, true ) > 0;
	}

	/** Archive of all posts; the front page where it shows them. */
	public static function posts_page(): ?string {
		$id = 'page' === get_option( 'show_on_front' ) ? (int) get_option( 'page_for_posts' ) : 0;
		return self::path( $id ? get_permalink( $id ) : home_url( '/' ) );
	}

	/**
	 * Published posts that lie below another one, however deep, with their paths. Their addresses begin with its own and
	 * change with it, without any hook of their own.
	 *
	 * @param WP_Post $post Post of a hierarchical type.
	 * @return array<int, string> By id.
	 */
	public static function below( WP_Post $post ): array {
		global $wpdb;
		if ( ! is_post_type_hierarchical( $post->post_type ) ) {
			return [];
		}
		// phpcs:ignore WordPress.DB -- One query instead of one for each level; statuses of all kinds, a page may lie below a draft.
		$rows     = (array) $wpdb->get_results( $wpdb->prepare( "SELECT ID, post_parent, post_status, post_name FROM $wpdb->posts WHERE post_type = %s AND post_parent <> 0", $post->post_type ) );
		$own      = self::post( $post );
		$filtered = has_filter( 'page' === $post->post_type ? 'page_link' : 'post_type_link' );
		$folders  = null === $own || $filtered ? [] : [ $post->ID => rtrim( $own, '/' ) ];
		$front    = 'page' === get_option( 'show_on_front' ) ? (int) get_option( 'page_on_front' ) : 0;
		$children = [];
		foreach ( $rows as $row ) {
			$children[ (int) $row->post_parent ][] = $row;
		}
		$paths = [];
		$queue = [ $post->ID ];
		$seen  = [];
		while ( $queue ) {
			$id = array_shift( $queue );
			if ( isset( $seen[ $id ] ) || count( $paths ) >= self::MOST ) {
				continue;
			}
			$seen[ $id ] = true;
			foreach ( $children[ $id ] ?? [] as $row ) {
				$queue[] = (int) $row->ID;
				// The path of a page is that of its parent and its own name. get_permalink() reads each page for it: 145 ms for 400.
				if ( isset( $folders[ $id ] ) && (int) $id !== $front && (int) $row->ID !== $front && '' !== $row->post_name ) {
					$folders[ (int) $row->ID ] = $folders[ $id ] . '/' . $row->post_name;
				}
				$path = 'publish' === $row->post_status ? ( $folders[ (int) $row->ID ] ?? self::path( get_permalink( (int) $row->ID ) ) ) : null;
				if ( null !== $path ) {
					$paths[ (int) $row->ID ] = $path;
				}
			}
		}
		return $paths;
	}

	/**
	 * Whether a menu leads to one of some posts or terms.
	 *
	 * @param int[] $ids IDs of posts or terms.
	 * @param string $type `post_type` or `taxonomy`, as menu items say it.
	 */
	public static function are_in_menus( array $ids, string $type ): bool {
		global $wpdb;
		if ( ! $ids ) {
			return false;
		}
		$list = "'" . implode( "','", array_map( 'intval', $ids ) ) . "'";
		// phpcs:ignore WordPress.DB -- One query for all; read fresh.
		return null !== $wpdb->get_var( $wpdb->prepare( "SELECT item.post_id FROM $wpdb->postmeta item JOIN $wpdb->postmeta kind ON kind.post_id = item.post_id AND kind.meta_key = '_menu_item_type' WHERE item.meta_key = '_menu_item_object_id' AND item.meta_value IN ($list) AND kind.meta_value = %s LIMIT 1", $type ) );
	}

	/**
	 * Year, month and day of a post.
	 *
	 * @return array<string|null>
	 */
	private static function dates( WP_Post $post ): array {
		if ( ! preg_match( '/^(\d{4})-(\d\d)-(\d\d)/', $post->post_date, $found ) || '0000' === $found[1] ) {
			return [];
		}
		list( , $year, $month, $day ) = array_map( 'intval', $found );
		return [
			self::path( get_year_link( $year ) ),
			self::path( get_month_link( $year, $month ) ),
			self::path( get_day_link( $year, $month, $day ) ),
		];
	}

	/**
	 * Path of an address that WordPress gave.
	 *
	 * @param mixed $url String, or false or WP_Error where there is none.
	 */
	public static function path( $url ): ?string {
		return is_string( $url ) && '' !== $url ? Path::from_url( $url, home_url( '/' ) ) : null;
	}
}
