<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Revalidation\Addresses;
use WP_Term;

defined( 'ABSPATH' ) || exit;

/**
 * The archive that lists what a query loop lists, in the same order: of all posts, of a type, of a term or of an author.
 */
final class LoopArchive {

	/**
	 * Its address.
	 *
	 * @param array<mixed> $query Attribute `query` of the loop.
	 * @return string Empty where no archive of the site has just these.
	 */
	public static function of( array $query ): string {
		$type = (string) ( $query['postType'] ?? 'post' );
		if ( ! self::is_plain( $query ) || ! Addresses::is_shown_type( $type ) ) {
			return '';
		}
		$terms   = self::terms( $query );
		$authors = array_filter( array_map( 'intval', is_array( $query['author'] ?? '' ) ? $query['author'] : explode( ',', (string) ( $query['author'] ?? '' ) ) ) );
		if ( null === $terms || count( $terms ) + count( $authors ) > 1 ) {
			return '';
		}
		if ( $terms ) {
			return self::of_term( $terms[0], $type );
		}
		if ( $authors ) {
			return 'post' === $type ? get_author_posts_url( (int) reset( $authors ) ) : '';
		}
		if ( 'post' === $type && 'page' === get_option( 'show_on_front' ) && ! get_option( 'page_for_posts' ) ) {
			return '';
		}
		return (string) get_post_type_archive_link( $type );
	}

	/**
	 * A page of an archive, as the site has it.
	 *
	 * @param string $url URL of the archive.
	 */
	public static function page( string $url, int $page ): string {
		if ( $page < 2 ) {
			return $url;
		}
		return false === strpos( $url, '?' ) ? user_trailingslashit( trailingslashit( $url ) . "page/$page", 'paged' ) : add_query_arg( 'paged', $page, $url );
	}

	/**
	 * Whether a loop lists by date, and leaves out nothing that an archive has, but for some posts by their number.
	 *
	 * @param array<mixed> $query Attribute `query` of the loop.
	 */
	private static function is_plain( array $query ): bool {
		foreach ( [ 'search', 'format', 'parents', 'pages' ] as $name ) {
			if ( ! empty( $query[ $name ] ) ) {
				return false;
			}
		}
		return 'date' === ( $query['orderBy'] ?? 'date' ) && 'DESC' === strtoupper( (string) ( $query['order'] ?? 'desc' ) )
			// A plugin may add conditions that only it knows.
			&& 'only' !== ( $query['sticky'] ?? '' ) && ! has_filter( 'query_loop_block_query_vars' );
	}

	/**
	 * The terms that a loop names.
	 *
	 * @param array<mixed> $query Attribute `query` of the loop.
	 * @return list<int>|null Null where it leaves some out.
	 */
	private static function terms( array $query ): ?array {
		$taxonomies = is_array( $query['taxQuery'] ?? null ) ? $query['taxQuery'] : [];
		// Since WordPress 7.0 it says which terms are meant and which are left out; before, the former alone.
		if ( ! array_diff( array_keys( $taxonomies ), [ 'include', 'exclude' ] ) ) {
			if ( array_filter( (array) ( $taxonomies['exclude'] ?? [] ) ) ) {
				return null;
			}
			$taxonomies = (array) ( $taxonomies['include'] ?? [] );
		}
		$taxonomies[] = $query['categoryIds'] ?? [];
		$taxonomies[] = $query['tagIds'] ?? [];
		$terms        = [];
		foreach ( $taxonomies as $ids ) {
			$terms = array_merge( $terms, array_map( 'intval', (array) $ids ) );
		}
		return array_values( array_filter( $terms ) );
	}

	/** The archive of a term that has items of this type alone. */
	private static function of_term( int $id, string $type ): string {
		$term     = get_term( $id );
		$taxonomy = $term instanceof WP_Term ? get_taxonomy( $term->taxonomy ) : false;
		if ( ! $term instanceof WP_Term || ! $taxonomy || ! $taxonomy->publicly_queryable || empty( $taxonomy->show_in_graphql ) ) {
			return '';
		}
		$is_of_posts = in_array( $term->taxonomy, [ 'category', 'post_tag' ], true );
		if ( $is_of_posts ? 'post' !== $type : array_diff( $taxonomy->object_type, [ $type ] ) ) {
			return '';
		}
		$link = get_term_link( $term );
		return is_string( $link ) ? $link : '';
	}
}
