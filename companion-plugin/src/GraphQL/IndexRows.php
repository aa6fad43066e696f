<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use WPGraphQL;
use WPGraphQL\Model\Post;
use WP_Post_Type;

defined( 'ABSPATH' ) || exit;

/**
 * Rows of the content index.
 *
 * From database rows to what the index says of an item, value by value as WPGraphQL 2.20 would say it (Model\Post). Password-
 * protected items are the exception: WPGraphQL hides their date, terms and author, WordPress's own archives show them.
 *
 * @phpstan-import-type Item from IndexQuery
 */
final class IndexRows {

	/** Items that WordPress's cache holds at once, where a plugin's filters need whole posts. */
	private const BATCH = 250;

	/** Filters that `the_title` has without plugins: all of them look at the text alone. */
	private const TITLE_FILTERS = [ 'wptexturize', 'convert_chars', 'trim', 'capital_P_dangit' ];

	private WP_Post_Type $type;
	private IndexQuery $query;
	private Permalinks $links;

	public function __construct( WP_Post_Type $type, IndexQuery $query, Permalinks $links ) {
		$this->type  = $type;
		$this->query = $query;
		$this->links = $links;
	}

	/**
	 * The rows of the index, those left out that a plugin hides.
	 *
	 * @param list<Item> $items Items of IndexQuery::rows().
	 * @return array<int, array<string, mixed>> Values by IndexText::COLUMNS.
	 */
	public function of( array $items ): array {
		if ( ! $items ) {
			return [];
		}
		list( $terms, $categories ) = $this->terms( array_column( $items, 'id' ) );
		$authors                    = $this->authors( $items );
		$hides                      = self::is_hidden_by_filter();
		$is_shown                   = is_post_type_viewable( $this->type );
		$whole                      = $hides || $this->links->need_posts() || self::titles_are_filtered();
		$cache                      = new PostCache();
		$rows                       = [];
		foreach ( $whole ? array_chunk( $items, self::BATCH ) : [ $items ] as $batch ) {
			if ( $whole ) {
				$cache->load( array_column( $batch, 'id' ) );
			}
			$cache->load_parents( array_column( $batch, 'parent' ) );
			$uris = $this->links->uris( $batch, $categories );
			foreach ( $batch as $item ) {
				$id         = $item['id'];
				$visibility = $hides ? self::visibility( $id ) : 'public';
				if ( 'private' === $visibility ) {
					continue;
				}
				$rows[] = [
					'id'        => $id,
					'path'      => $is_shown ? $uris[ $id ] : null,
					'title'     => self::title( $item['title'], $id ),
					'date'      => self::moment( $item['date'] ),
					'modified'  => self::moment( $item['modified'] ),
					'terms'     => $terms[ $id ] ?? [],
					'author'    => isset( $authors[ $item['author'] ] ) ? $item['author'] : null,
					'protected' => $item['protected'] || 'restricted' === $visibility,
					'unlisted'  => $this->type->hierarchical && self::names_hidden( $item['parent'] ),
				];
			}
			$cache->forget();
		}
		return $rows;
	}

	/**
	 * Names of the taxonomies of this type that WPGraphQL shows to the public.
	 *
	 * @return string[]
	 */
	public function taxonomies(): array {
		$public = WPGraphQL::get_allowed_taxonomies( 'names', [ 'public' => true ] );
		return array_values( array_intersect( $public, get_object_taxonomies( $this->type->name ) ) );
	}

	/**
	 * Terms by item: those that are shown, and the categories where addresses need them.
	 *
	 * @param int[] $ids IDs of the items, ascending.
	 * @return array{array<int, int[]>, array<int, int[]>}
	 */
	private function terms( array $ids ): array {
		$shown      = $this->taxonomies();
		$asked      = $this->links->need_categories() ? array_values( array_unique( array_merge( $shown, [ 'category' ] ) ) ) : $shown;
		$terms      = [];
		$categories = [];
		foreach ( $this->query->terms( $asked, $ids ) as $row ) {
			if ( in_array( $row['taxonomy'], $shown, true ) ) {
				$terms[ $row['item'] ][] = $row['term'];
			}
			if ( 'category' === $row['taxonomy'] ) {
				$categories[ $row['item'] ][] = $row['term'];
			}
		}
		return [ $terms, $categories ];
	}

	/**
	 * The authors that are shown: none of a type that has no authors.
	 *
	 * @param list<Item> $items Items of the database.
	 * @return array<int, true> By id.
	 */
	private function authors( array $items ): array {
		$ids = array_values( array_unique( array_column( $items, 'author' ) ) );
		return post_type_supports( $this->type->name, 'author' ) ? $this->query->authors( $ids ) : [];
	}

	/**
	 * Whether the address of an item names one that visitors may not see: it begins with the slugs of all above it.
	 *
	 * @param int $parent Parent of the item; 0 for none. In WordPress's cache, as all above it.
	 */
	private static function names_hidden( int $parent ): bool {
		$seen = [];
		while ( $parent && ! isset( $seen[ $parent ] ) ) {
			$seen[ $parent ] = true;
			$post            = get_post( $parent );
			if ( ! $post ) {
				return false;
			}
			if ( '' !== $post->post_name && ! is_post_status_viewable( $post->post_status ) ) {
				return true;
			}
			$parent = $post->post_parent;
		}
		return false;
	}

	/**
	 * Visibility of an item in WPGraphQL.
	 *
	 * @return string `public`, `restricted` (as with a password) or `private`.
	 */
	private static function visibility( int $id ): string {
		$post = get_post( $id );
		return $post ? ( new Post( $post ) )->get_visibility() : 'private';
	}

	/**
	 * A title: `the_title`, which knows nothing of "Protected:", decoded.
	 *
	 * @param string $title Stored title.
	 */
	private static function title( string $title, int $id ): string {
		if ( '' === $title ) {
			return '';
		}
		return html_entity_decode( (string) apply_filters( 'the_title', $title, $id ), ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML401, 'UTF-8' ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WordPress's own filter.
	}

	/**
	 * A time of the database in the form of WPGraphQL, `2026-11-20T22:17:49`.
	 *
	 * @param string $time `2026-11-20 22:17:49`.
	 */
	private static function moment( string $time ): ?string {
		return 0 === strpos( $time, '0000' ) ? null : str_replace( ' ', 'T', $time );
	}

	/** Whether a plugin changes titles, and may look at the post for it. */
	private static function titles_are_filtered(): bool {
		foreach ( $GLOBALS['wp_filter']['the_title']->callbacks ?? [] as $callbacks ) {
			foreach ( $callbacks as $callback ) {
				if ( ! in_array( $callback['function'], self::TITLE_FILTERS, true ) ) {
					return true;
				}
			}
		}
		return false;
	}

	/** Whether a plugin decides who may see what, in the way that WPGraphQL offers for it. */
	private static function is_hidden_by_filter(): bool {
		return has_filter( 'graphql_data_is_private' ) || has_filter( 'graphql_pre_model_data_is_private' ) || has_filter( 'graphql_object_visibility' );
	}
}
