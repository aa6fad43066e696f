<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use WP_Post;
use WP_Post_Type;
use WP_Term;

defined( 'ABSPATH' ) || exit;

/**
 * Addresses of many items at once.
 *
 * The `uri` of published items as WPGraphQL gives it (2.20, Model\Post): get_permalink() without the site's home, decoded; `/`
 * for the front page, null for the page that stands for the blog index.
 *
 * The function itself takes 12 microseconds (measured); what takes seconds for 10,000 posts is to load them. So it gets posts
 * that are made of the few columns it reads, unless a filter is on its way that may want more.
 *
 * @phpstan-import-type Item from IndexQuery
 */
final class Permalinks {

	/** Filters that get the post, by kind of item. Those that get an address only (`home_url`) work on any post. */
	private const FILTERS = [
		'post' => [ 'pre_post_link', 'post_link', 'post_link_category', 'get_the_terms', 'get_the_categories' ],
		'page' => [ 'page_link', '_get_page_link', 'get_page_uri' ],
		'type' => [ 'post_type_link', 'get_page_uri' ],
	];

	private WP_Post_Type $type;

	/** @var array<int, string> Paths of categories by id. */
	private array $paths = [];

	public function __construct( WP_Post_Type $type ) {
		$this->type = $type;
	}

	/** Whether a filter may want the whole post: then posts should be in WordPress's cache. */
	public function need_posts(): bool {
		$kind = in_array( $this->type->name, [ 'post', 'page' ], true ) ? $this->type->name : 'type';
		foreach ( self::FILTERS[ $kind ] as $filter ) {
			if ( has_filter( $filter ) ) {
				return true;
			}
		}
		return false;
	}

	/** Whether the items' categories stand in their addresses. */
	public function need_categories(): bool {
		return 'post' === $this->type->name && false !== strpos( (string) get_option( 'permalink_structure' ), '%category%' );
	}

	/**
	 * The address of each item.
	 *
	 * @param list<Item> $items Published ones.
	 * @param array<int, int[]> $categories Ids of the categories by item, where they are needed.
	 * @return array<int, string|null> By id.
	 */
	public function uris( array $items, array $categories ): array {
		$whole     = $this->need_posts();
		$structure = function ( $structure, $post = null ) use ( $categories ) {
			return $post instanceof WP_Post ? str_replace( '%category%', $this->category( $categories[ $post->ID ] ?? [] ), $structure ) : $structure;
		};
		if ( ! $whole && $this->need_categories() ) {
			// WordPress would load each post to find its categories; they are known already.
			add_filter( 'pre_post_link', $structure, 10, 2 );
		}
		$home    = home_url();
		$special = $this->special_pages();
		$uris    = [];
		foreach ( $items as $item ) {
			$id          = $item['id'];
			$link        = array_key_exists( $id, $special ) ? '' : get_permalink( $whole ? $id : $this->light( $item ) );
			$uris[ $id ] = $link ? str_ireplace( $home, '', urldecode( $link ) ) : ( $special[ $id ] ?? null );
		}
		remove_filter( 'pre_post_link', $structure );
		return $uris;
	}

	/**
	 * The settings that addresses depend on: they do not change with the items.
	 *
	 * @return mixed[]
	 */
	public function settings(): array {
		return [ home_url(), get_option( 'permalink_structure' ), $GLOBALS['wp_rewrite']->get_extra_permastruct( $this->type->name ), $this->special_pages() ];
	}

	/**
	 * A post with no more than get_permalink() reads. `raw` keeps WordPress from loading the rest.
	 *
	 * @param array $item See uris().
	 * @phpstan-param Item $item
	 */
	private function light( array $item ): WP_Post {
		return new WP_Post(
			(object) [
				'ID'          => $item['id'],
				'post_type'   => $this->type->name,
				'post_status' => 'publish',
				'post_name'   => $item['slug'],
				'post_date'   => $item['date'],
				'post_author' => (string) $item['author'],
				'post_parent' => $item['parent'],
				'filter'      => 'raw',
			]
		);
	}

	/**
	 * The front page and the page that stands for the blog index.
	 *
	 * @return array<int, string|null> Address by id.
	 */
	private function special_pages(): array {
		if ( 'page' !== $this->type->name || 'page' !== get_option( 'show_on_front' ) ) {
			return [];
		}
		return [
			(int) get_option( 'page_on_front' )  => '/',
			(int) get_option( 'page_for_posts' ) => null,
		];
	}

	/**
	 * The path of the category that stands in the address, as get_permalink() finds it: the one with the lowest id behind its
	 * parents, or the default category without them.
	 *
	 * @param int[] $ids IDs of the post's categories.
	 */
	private function category( array $ids ): string {
		$id = $ids ? min( $ids ) : 0;
		if ( ! isset( $this->paths[ $id ] ) ) {
			$term = get_term( $id ? $id : (int) get_option( 'default_category' ), 'category' );
			$path = $term instanceof WP_Term ? $term->slug : '';
			if ( $id && $term instanceof WP_Term && $term->parent ) {
				$parents = get_category_parents( $term->parent, false, '/', true );
				$path    = ( is_string( $parents ) ? $parents : '' ) . $path;
			}
			$this->paths[ $id ] = $path;
		}
		return $this->paths[ $id ];
	}
}
