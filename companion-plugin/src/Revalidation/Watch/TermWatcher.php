<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation\Watch;

use HeadlessSiteCompanion\Revalidation\Addresses;
use HeadlessSiteCompanion\Revalidation\ChangeCollector;
use HeadlessSiteCompanion\Revalidation\Changes;
use HeadlessSiteCompanion\Support\Hooks;
use WP_Term;

defined( 'ABSPATH' ) || exit;

/**
 * Watches terms of public taxonomies.
 *
 * Notices terms that are made, renamed, moved or deleted. No hook of a post fires then, though many posts show the name.
 */
final class TermWatcher extends Watcher {

	/** @var array<int, array<int, string>> Archives before the change, by term. */
	private array $before = [];

	/**
	 * Its own and the archives above it before the change, by term: they lose its posts where it moves.
	 *
	 * @var array<int, string[]>
	 */
	private array $above = [];

	public function register(): void {
		Hooks::action( 'created_term', [ $this, 'created' ], 10, 3 );
		Hooks::action( 'edit_terms', [ $this, 'before_edit' ], 1, 2 );
		Hooks::action( 'edited_term', [ $this, 'edited' ], 10, 3 );
		Hooks::action( 'pre_delete_term', [ $this, 'before_delete' ], 1, 2 );
		Hooks::action( 'delete_term', [ $this, 'deleted' ], 10, 3 );
		foreach ( [ 'added', 'updated', 'deleted' ] as $what ) {
			Hooks::action( $what . '_term_meta', [ $this, 'meta' ], 10, 3 );
		}
	}

	/**
	 * A new term.
	 *
	 * @param mixed $id
	 * @param mixed $tt_id Not needed.
	 * @param mixed $taxonomy
	 */
	public function created( $id, $tt_id, $taxonomy ): void {
		$term = $this->shown( $id, $taxonomy );
		if ( $term ) {
			$this->collector->change()->add( Addresses::path( get_term_link( $term ) ), Changes::PUBLISH );
			$this->add_readers( $term );
		}
	}

	/**
	 * Before a term changes.
	 *
	 * @param mixed $id
	 * @param mixed $taxonomy
	 */
	public function before_edit( $id, $taxonomy ): void {
		$term = $this->shown( $id, $taxonomy );
		if ( $term ) {
			$this->before[ $term->term_id ] = $this->before[ $term->term_id ] ?? Addresses::term_and_below( $term );
			$this->above[ $term->term_id ]  = $this->above[ $term->term_id ] ?? Addresses::term( $term );
		}
	}

	/**
	 * After a term has changed.
	 *
	 * @param mixed $id
	 * @param mixed $tt_id Not needed.
	 * @param mixed $taxonomy
	 */
	public function edited( $id, $tt_id, $taxonomy ): void {
		$term = $this->shown( $id, $taxonomy );
		if ( ! $term ) {
			return;
		}
		$changes = $this->collector->change();
		$after   = Addresses::term_and_below( $term );
		$before  = $this->before[ $term->term_id ] ?? $after;
		foreach ( $before + $after as $key => $path ) {
			$old = $before[ $key ] ?? null;
			$new = $after[ $key ] ?? null;
			if ( $old === $new ) {
				$changes->add( $new );
			} else {
				$changes->add( $old, Changes::DELETE );
				$changes->add( $new, Changes::PUBLISH );
			}
		}
		$this->add_readers( $term );
		$changes->add_all( array_merge( $this->above[ $term->term_id ] ?? [], Addresses::term( $term ) ) );
		unset( $this->before[ $term->term_id ], $this->above[ $term->term_id ] );
		if ( $before !== $after ) {
			$this->add_moved_posts( $taxonomy );
		}
		foreach ( $before === $after ? [ $term->term_id ] : array_keys( $after ) as $key ) {
			$changes->defer( 'term', $key );
		}
		$this->add_menus( $before === $after ? [ $term->term_id ] : array_keys( $before + $after ) );
	}

	/**
	 * Before a term is deleted: afterwards nobody knows which posts had it.
	 *
	 * @param mixed $id
	 * @param mixed $taxonomy
	 */
	public function before_delete( $id, $taxonomy ): void {
		$term = $this->shown( $id, $taxonomy );
		if ( ! $term ) {
			return;
		}
		$changes = $this->collector->change();
		$changes->add_all( Addresses::term( $term ) );
		$this->add_readers( $term );
		$this->before[ $term->term_id ] = Addresses::term_and_below( $term );
		$changes->add_all( $this->before[ $term->term_id ], Changes::DELETE );
		$this->add_menus( array_keys( $this->before[ $term->term_id ] ) );
		$posts = get_objects_in_term( $term->term_id, $term->taxonomy );
		foreach ( is_array( $posts ) ? array_slice( $posts, 0, ChangeCollector::MANY_POSTS + 1 ) : [] as $post ) {
			$post = get_post( (int) $post );
			if ( $post && Addresses::is_shown_type( $post->post_type ) && 'publish' === $post->post_status ) {
				$this->collector->before( $post );
			}
		}
	}

	/**
	 * After a term was deleted: what was below it has moved up.
	 *
	 * @param mixed $id
	 * @param mixed $tt_id Not needed.
	 * @param mixed $taxonomy
	 */
	public function deleted( $id, $tt_id, $taxonomy ): void {
		$below = $this->before[ (int) $id ] ?? [];
		unset( $this->before[ (int) $id ], $below[ (int) $id ] );
		if ( ! $below ) {
			return;
		}
		$changes = $this->collector->change();
		foreach ( array_keys( $below ) as $key ) {
			$changes->add( Addresses::path( get_term_link( $key, (string) $taxonomy ) ), Changes::PUBLISH );
			$changes->defer( 'term', $key );
		}
		$this->add_moved_posts( (string) $taxonomy );
	}

	/**
	 * A field of a term has changed: a picture, a text for search engines.
	 *
	 * @param mixed $meta_id Id or ids of the row.
	 * @param mixed $id
	 * @param mixed $key Name of the field.
	 */
	public function meta( $meta_id, $id, $key = '' ): void {
		$term = get_term( (int) $id );
		if ( $term instanceof WP_Term && is_taxonomy_viewable( $term->taxonomy ) && '_' !== ( (string) $key )[0] ) {
			$this->collector->change()->add( Addresses::path( get_term_link( $term ) ) );
			$this->collector->change()->defer( 'reads', "term:$term->term_id" );
		}
	}

	/** Pages whose fields lead to it, and whose blocks list terms of its taxonomy. */
	private function add_readers( WP_Term $term ): void {
		$this->collector->change()->defer( 'reads', "term:$term->term_id" );
		$this->collector->change()->defer( 'reads', "terms:$term->taxonomy" );
	}

	/** Every post of a category that moves does so, too, where its address names the category. */
	private function add_moved_posts( string $taxonomy ): void {
		if ( 'category' === $taxonomy && false !== strpos( (string) get_option( 'permalink_structure' ), '%category%' ) ) {
			$this->collector->change()->add( Changes::EVERYTHING, Changes::ALL );
		}
	}

	/**
	 * Menus that name the terms or lead to them.
	 *
	 * @param int[] $ids
	 */
	private function add_menus( array $ids ): void {
		if ( Addresses::are_in_menus( $ids, 'taxonomy' ) ) {
			$this->collector->change()->add( Changes::EVERYTHING, Changes::MENU );
		}
	}

	/**
	 * A term of a taxonomy that has pages.
	 *
	 * @param mixed $id
	 * @param mixed $taxonomy
	 */
	private function shown( $id, $taxonomy ): ?WP_Term {
		if ( ! is_string( $taxonomy ) || ! taxonomy_exists( $taxonomy ) || ! is_taxonomy_viewable( $taxonomy ) ) {
			return null;
		}
		$term = get_term( (int) $id, $taxonomy );
		return $term instanceof WP_Term ? $term : null;
	}
}
