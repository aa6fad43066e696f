<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation\Watch;

use HeadlessSiteCompanion\Blocks\Dependencies;
use HeadlessSiteCompanion\Revalidation\Addresses;
use HeadlessSiteCompanion\Revalidation\Changes;
use HeadlessSiteCompanion\Support\Hooks;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Watches posts of every public type.
 *
 * Notices posts that are published, changed, moved, trashed, deleted, or get another picture, field or term. Revisions and
 * autosaves are types of their own in WordPress's eyes and fall out by that.
 */
final class PostWatcher extends Watcher {

	/** Fields that plugins keep for themselves by the underscore in front, and that visitors see all the same. */
	private const SHOWN_META = '/^(_thumbnail_id$|_wp_page_template$|_yoast_wpseo_)/';

	/** Fields without underscore or with a shown name that say nothing about the page. */
	private const HIDDEN_META = '/^(_edit_lock|_edit_last|_pingme|_encloseme|_wp_old_slug|_wp_old_date|_wp_trash_|_companion_blur|_companion_not_shown|enclosure$|_yoast_wpseo_content_score|_yoast_wpseo_linkdex|_yoast_wpseo_estimated|_yoast_wpseo_wordproof)/';

	public function register(): void {
		Hooks::filter( 'wp_insert_post_parent', [ $this, 'before_trash' ], 1, 3 );
		Hooks::action( 'pre_post_update', [ $this, 'before_update' ], 1, 2 );
		Hooks::action( 'transition_post_status', [ $this, 'status' ], 10, 3 );
		Hooks::action( 'wp_after_insert_post', [ $this, 'saved' ], 10, 4 );
		Hooks::action( 'before_delete_post', [ $this, 'before_delete' ], 1, 2 );
		Hooks::action( 'post_stuck', [ $this, 'touched' ] );
		Hooks::action( 'post_unstuck', [ $this, 'touched' ] );
		foreach ( [ 'added', 'updated', 'deleted' ] as $what ) {
			Hooks::action( $what . '_post_meta', [ $this, 'meta' ], 10, 3 );
		}
		Hooks::action( 'added_term_relationship', [ $this, 'touched' ] );
		Hooks::action( 'delete_term_relationships', [ $this, 'before_terms' ] );
		Hooks::action( 'deleted_term_relationships', [ $this, 'touched' ] );
	}

	/**
	 * Before a post is trashed: at pre_post_update WordPress has renamed it already. This filter is the only hook before.
	 *
	 * @param mixed $parent_id Stays as it is.
	 * @param mixed $id ID of the post; 0 for a new one.
	 * @param mixed $data Data about to be stored.
	 * @return mixed
	 */
	public function before_trash( $parent_id, $id = 0, $data = [] ) {
		$post = is_array( $data ) && 'trash' === ( $data['post_status'] ?? '' ) ? $this->shown( $id ) : null;
		if ( $post ) {
			$this->collector->before( $post, true );
		}
		return $parent_id;
	}

	/**
	 * The last moment at which the old address, terms and author are there.
	 *
	 * @param mixed $id
	 * @param mixed $data Data about to be stored.
	 */
	public function before_update( $id, $data = [] ): void {
		$post = $this->shown( $id );
		// One that is trashed has another name by now: before_trash() has kept it.
		if ( ! $post || ( is_array( $data ) && 'trash' === ( $data['post_status'] ?? '' ) ) ) {
			return;
		}
		$moves = false;
		foreach ( [ 'post_name', 'post_parent', 'post_status', 'post_title' ] as $field ) {
			// The title is in the breadcrumbs of what lies below.
			$moves = $moves || ( is_array( $data ) && isset( $data[ $field ] ) && wp_unslash( (string) $data[ $field ] ) !== (string) $post->$field );
		}
		$this->collector->before( $post, $moves );
	}

	/**
	 * Publishing by schedule comes here without pre_post_update.
	 *
	 * @param mixed $new_status Now.
	 * @param mixed $old_status Before.
	 * @param mixed $post WP_Post.
	 */
	public function status( $new_status, $old_status, $post ): void {
		if ( $post instanceof WP_Post && $this->shown( $post->ID ) && ( 'publish' === $new_status || 'publish' === $old_status ) ) {
			$this->collector->touch( $post->ID, 'publish' === $old_status );
		}
	}

	/**
	 * After everything is stored, terms and picture included.
	 *
	 * @param mixed $id
	 * @param mixed $post WP_Post.
	 * @param mixed $update Whether it was there before.
	 * @param mixed $before WP_Post as it was, or null.
	 */
	public function saved( $id, $post = null, $update = true, $before = null ): void {
		$post = $this->shown( $id );
		if ( $post && ( 'publish' === $post->post_status || ( $before instanceof WP_Post && 'publish' === $before->post_status ) ) ) {
			$this->collector->touch( $post->ID, $update ? null : false );
		}
		// A new template part takes the place of the theme's; what else is new is held by nobody.
		if ( ! $post && ( $update || 'wp_template_part' === get_post_type( (int) $id ) ) ) {
			$this->held( (int) $id );
		}
	}

	/** Something that other content holds has changed: a reusable block, a navigation, a template part, the styles of the site. So have those that hold it. */
	private function held( int $id ): void {
		$type = get_post_type( $id );
		if ( 'wp_block' === $type ) {
			$this->collector->change()->defer( 'block', $id );
		} elseif ( 'wp_navigation' === $type ) {
			$this->collector->change()->defer( 'holds', "ref:$id" );
			$this->collector->change()->defer( 'reads', 'menus' );
		} elseif ( 'wp_template_part' === $type ) {
			$this->collector->change()->defer( 'holds', Dependencies::part( (string) preg_replace( '/__trashed$/', '', get_post_field( 'post_name', $id ) ) ) );
		} elseif ( 'wp_global_styles' === $type ) {
			// Any content may have one of its colours or sizes: GraphQL\StyleRules.
			$this->collector->change()->add( Changes::EVERYTHING, Changes::ALL );
		}
	}

	/**
	 * Before a post is deleted for good; also called for its revisions, which are of another type.
	 *
	 * @param mixed $id
	 * @param mixed $post WP_Post.
	 */
	public function before_delete( $id, $post = null ): void {
		$post = $this->shown( $id );
		// A post that was never public may have public pages below: they move up.
		if ( $post && ( 'publish' === $post->post_status || is_post_type_hierarchical( $post->post_type ) ) ) {
			$this->collector->delete( $post );
		}
		if ( ! $post && 'publish' === get_post_status( (int) $id ) ) {
			// It was not in the trash before: what holds it still names it afterwards, and is looked for then.
			$this->held( (int) $id );
		}
	}

	/**
	 * Something about a post has changed.
	 *
	 * @param mixed $id
	 */
	public function touched( $id ): void {
		$post = $this->shown( $id );
		if ( $post && 'publish' === $post->post_status ) {
			$this->collector->touch( $post->ID );
		}
	}

	/**
	 * Before terms are taken from a post: their archives still have to hear of it.
	 *
	 * @param mixed $id
	 */
	public function before_terms( $id ): void {
		$post = $this->shown( $id );
		if ( $post && 'publish' === $post->post_status ) {
			$this->collector->before( $post );
		}
	}

	/**
	 * A field was added, changed or deleted. The same value stored again does not come here.
	 *
	 * @param mixed $meta_id Id or ids of the row.
	 * @param mixed $id
	 * @param mixed $key Name of the field.
	 */
	public function meta( $meta_id, $id, $key = '' ): void {
		$key = (string) $key;
		if ( preg_match( self::HIDDEN_META, $key ) ) {
			return;
		}
		$is_shown = '_' !== ( $key[0] ?? '_' ) || preg_match( self::SHOWN_META, $key );
		/**
		 * Filters whether a change of a custom field concerns the pages of its post.
		 *
		 * @since 0.1.0
		 *
		 * @param bool   $is_shown By default fields without a leading underscore, the featured image and fields of SEO plugins.
		 * @param string $key      Name of the field.
		 * @param int    $id       Id of the post.
		 */
		if ( apply_filters( 'companion_is_shown_meta', (bool) $is_shown, $key, (int) $id ) ) {
			$this->touched( $id );
		}
	}

	/**
	 * A post of a type that has pages on the site.
	 *
	 * @param mixed $id
	 */
	private function shown( $id ): ?WP_Post {
		$post = is_numeric( $id ) ? get_post( (int) $id ) : null;
		return $post instanceof WP_Post && Addresses::is_shown_type( $post->post_type ) ? $post : null;
	}
}
