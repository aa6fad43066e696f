<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

defined( 'ABSPATH' ) || exit;

/**
 * WordPress's cache of posts.
 *
 * Loads posts for functions that would otherwise ask for them one by one, and takes them out again: ten thousand whole posts
 * are 140 MB (measured).
 */
final class PostCache {

	/** @var array<int, true> Items that were not in the cache before, by id. */
	private array $loaded = [];

	/**
	 * Loads posts with their terms and meta, in three queries.
	 *
	 * @param int[] $ids
	 */
	public function load( array $ids ): void {
		$new = array_filter(
			$ids,
			static function ( int $id ): bool {
				return false === wp_cache_get( $id, 'posts' );
			}
		);

		$this->loaded += array_fill_keys( $new, true );
		_prime_post_caches( $new );
	}

	/**
	 * Loads what lies above some items, level by level, of every status: a published page below a draft has the draft in its
	 * address.
	 *
	 * @param int[] $ids IDs of parents; 0 for none.
	 */
	public function load_parents( array $ids ): void {
		$seen = [ 0 => true ];
		while ( $ids ) {
			$new   = array_keys( array_diff_key( array_flip( $ids ), $seen ) );
			$seen += array_fill_keys( $new, true );
			$this->load( $new );
			$ids = array_column( array_filter( array_map( 'get_post', $new ) ), 'post_parent' );
		}
	}

	/** Takes out what was loaded. A persistent cache keeps it: others may want it there. */
	public function forget(): void {
		$ids          = array_keys( $this->loaded );
		$this->loaded = [];
		if ( ! $ids || wp_using_ext_object_cache() ) {
			return;
		}
		wp_cache_delete_multiple( $ids, 'posts' );
		wp_cache_delete_multiple( $ids, 'post_meta' );
		foreach ( get_taxonomies() as $taxonomy ) {
			wp_cache_delete_multiple( $ids, $taxonomy . '_relationships' );
		}
	}
}
