<?php
/**
 * Rows of the content index.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use WP_Post_Type;
use WPGraphQL;
use WPGraphQL\Model\Post;

defined( 'ABSPATH' ) || exit;

/**
 * From database rows to what the index says of an item, value by value as WPGraphQL 2.20 would say it (Model\Post). Password-
 * protected items are the exception: WPGraphQL hides their date, terms and author, WordPress's own archives show them.
 */
final class IndexRows {

	/** Items that WordPress's cache holds at once, where a plugin's filters need whole posts. */
	private const BATCH = 250;

	/** What `the_title` does without plugins: all of it looks at the text alone. */
	private const TITLE_FILTERS = [ 'wptexturize', 'convert_chars', 'trim', 'capital_P_dangit' ];

	/** The type.
	 *
	 * @var WP_Post_Type
	 */
	private $type;

	/** The database.
	 *
	 * @var IndexQuery
	 */
	private $query;

	/** The addresses.
	 *
	 * @var Permalinks
	 */
	private $links;

	/**
	 * Keeps what it is given.
	 *
	 * @param WP_Post_Type $type  Of the items.
	 * @param IndexQuery   $query The database.
	 * @param Permalinks   $links The addresses.
	 */
	public function __construct( WP_Post_Type $type, IndexQuery $query, Permalinks $links ) {
		$this->type  = $type;
		$this->query = $query;
		$this->links = $links;
	}

	/**
	 * The rows of the index, those left out that a plugin hides.
	 *
	 * @param object[] $found Of IndexQuery::rows(), not empty.
	 * @param int      $after The id below the first one.
	 * @return array<int, array<string, mixed>> Values by IndexText::COLUMNS.
	 */
	public function of( array $found, int $after ): array {
		list( $terms, $categories ) = $this->terms( $found, $after );
		$authors                    = $this->query->authors( array_values( array_unique( array_map( 'intval', array_column( $found, 'post_author' ) ) ) ) );
		$hides                      = self::is_hidden_by_filter();
		$whole                      = $hides || $this->links->need_posts() || self::titles_are_filtered();
		$cache                      = new PostCache();
		$rows                       = [];
		foreach ( array_chunk( $found, $whole ? self::BATCH : count( $found ) ) as $batch ) {
			if ( $whole ) {
				$cache->load( array_map( 'intval', array_column( $batch, 'ID' ) ) );
			}
			$cache->load_parents( $batch );
			$uris = $this->links->uris( $batch, $categories );
			foreach ( $batch as $row ) {
				$id         = (int) $row->ID;
				$author     = (int) $row->post_author;
				$visibility = $hides ? ( new Post( get_post( $id ) ) )->get_visibility() : 'public';
				if ( 'private' === $visibility ) {
					continue;
				}
				$rows[] = [
					'id'        => $id,
					'path'      => $uris[ $id ],
					'title'     => self::title( (string) $row->post_title, $id ),
					'date'      => self::moment( (string) $row->post_date ),
					'modified'  => self::moment( (string) $row->post_modified_gmt ),
					'terms'     => $terms[ $id ] ?? [],
					// A post can outlive its author.
					'author'    => isset( $authors[ $author ] ) ? $author : null,
					'protected' => (bool) $row->protected || 'restricted' === $visibility,
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
	 * @param object[] $found Of the database.
	 * @param int      $after The id below the first one.
	 * @return array{array<int, int[]>, array<int, int[]>}
	 */
	private function terms( array $found, int $after ): array {
		$shown = $this->taxonomies();
		$asked = $this->links->need_categories() ? array_unique( array_merge( $shown, [ 'category' ] ) ) : $shown;
		$last  = (int) $found[ count( $found ) - 1 ]->ID;
		$lists = [ [], [] ];
		foreach ( $this->query->terms( array_values( $asked ), $after, $last ) as $term ) {
			if ( in_array( $term->taxonomy, $shown, true ) ) {
				$lists[0][ (int) $term->object_id ][] = (int) $term->term_id;
			}
			if ( 'category' === $term->taxonomy ) {
				$lists[1][ (int) $term->object_id ][] = (int) $term->term_id;
			}
		}
		return $lists;
	}

	/**
	 * A title: `the_title`, which knows nothing of "Protected:", decoded.
	 *
	 * @param string $title As it is stored.
	 * @param int    $id    Of the item.
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

	/**
	 * Whether a plugin changes titles, and may look at the post for it.
	 */
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

	/**
	 * Whether a plugin decides who may see what, in the way that WPGraphQL offers for it.
	 */
	private static function is_hidden_by_filter(): bool {
		return has_filter( 'graphql_data_is_private' ) || has_filter( 'graphql_pre_model_data_is_private' ) || has_filter( 'graphql_object_visibility' );
	}
}
