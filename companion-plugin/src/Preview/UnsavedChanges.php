<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Preview;

use HeadlessSiteCompanion\Support\Hooks;
use WP_Post;
use WP_Query;

defined( 'ABSPATH' ) || exit;

/**
 * The unsaved changes of an item.
 *
 * Corrects what WPGraphQL answers to `asPreview: true` for one item. It answers with the newest revision as it stands in the
 * database, and a revision is a post of its own: with its own type and date, and as a child of the item.
 *
 * 2.21 has the header X-GraphQL-Preview beside the argument, for users who are logged in; a later major takes the argument
 * away. Nobody is logged in by a grant, so where there is no argument the grant alone asks for the unsaved changes.
 */
final class UnsavedChanges {

	private WP_Post $post;

	public function __construct( WP_Post $post ) {
		$this->post = $post;
	}

	/** Adds its hooks, for the rest of this request. */
	public function register(): void {
		Hooks::filter( 'graphql_pre_resolve_field', [ $this, 'without_argument' ], 20, 8 );
		Hooks::action( 'pre_get_posts', [ $this, 'choose' ], 20 );
		Hooks::filter( 'graphql_resolve_revision_meta_from_parent', [ $this, 'meta_from_parent' ], 20, 3 );
		Hooks::filter( 'graphql_return_field_from_model', [ $this, 'field' ], 20, 4 );
		Hooks::filter( 'get_ancestors', [ $this, 'ancestors' ], 20, 2 );
	}

	/**
	 * The item by its number, where WPGraphQL has no argument to ask for its unsaved changes.
	 *
	 * @param mixed $result Result of another filter, or a value that says that there is none.
	 * @param mixed $source
	 * @param mixed $args
	 * @param mixed $context WPGraphQL's AppContext.
	 * @param mixed $info
	 * @param mixed $type Name of the type that has the field.
	 * @param mixed $name
	 * @param mixed $field Its definition.
	 * @return mixed
	 */
	public function without_argument( $result, $source = null, $args = null, $context = null, $info = null, $type = '', $name = '', $field = null ) {
		$own   = get_post_type_object( $this->post->post_type );
		$names = [ 'contentNode', lcfirst( $own->graphql_single_name ?? '' ) ];
		if ( 'RootQuery' !== $type || ! in_array( $name, $names, true ) || ! is_object( $field ) || ! method_exists( $field, 'getArg' ) || null !== $field->getArg( 'asPreview' ) ) {
			return $result;
		}
		if ( ! is_array( $args ) || 'database_id' !== ( $args['idType'] ?? '' ) || (int) ( $args['id'] ?? 0 ) !== $this->post->ID ) {
			return $result;
		}
		$autosave = wp_get_post_autosave( $this->post->ID );
		return $autosave instanceof WP_Post && $autosave->post_modified_gmt >= $this->post->post_modified_gmt ? $context->get_loader( 'post' )->load_deferred( $autosave->ID ) : $result;
	}

	/**
	 * Which revision is taken. WPGraphQL asks for the newest of any kind; where revisions are switched off, that is an
	 * autosave of long ago. WordPress's own preview shows an autosave, and its editor offers it only while it is newer than
	 * the post. Without one the post itself is the preview.
	 *
	 * @param mixed $query WP_Query, before it asks the database.
	 */
	public function choose( $query ): void {
		if ( ! $query instanceof WP_Query || 'revision' !== $query->get( 'post_type' ) || (int) $query->get( 'post_parent' ) !== $this->post->ID
			|| 1 !== (int) $query->get( 'posts_per_page' ) || 'ids' !== $query->get( 'fields' ) ) {
			return;
		}
		$query->set( 'name', $this->post->ID . '-autosave-v1' );
		$query->set(
			'date_query',
			[
				[
					'column'    => 'post_modified_gmt',
					'after'     => $this->post->post_modified_gmt,
					'inclusive' => true,
				],
			]
		);
	}

	/**
	 * Whether the meta of a revision is the item's. WordPress 6.4 and newer keep some with the autosave; WPGraphQL asks the
	 * item for all.
	 *
	 * @param mixed $from_parent Whether the item is asked.
	 * @param mixed $id ID of a revision.
	 * @param mixed $key
	 * @return mixed
	 */
	public function meta_from_parent( $from_parent, $id = 0, $key = '' ) {
		if ( ! $from_parent || ! is_string( $key ) || '' === $key || ! function_exists( 'wp_post_revision_meta_keys' ) || ! in_array( $key, wp_post_revision_meta_keys( $this->post->post_type ), true ) ) {
			return $from_parent;
		}
		$revision = get_post( (int) $id );
		if ( ! $this->is_revision( $revision ) ) {
			return $from_parent;
		}
		// metadata_exists() would ask WPGraphQL again.
		$meta = wp_cache_get( $revision->ID, 'post_meta' );
		$meta = is_array( $meta ) ? $meta : ( (array) update_meta_cache( 'post', [ $revision->ID ] ) )[ $revision->ID ] ?? [];
		return ! isset( $meta[ $key ] );
	}

	/**
	 * Unsaved changes do not change type and date of publication.
	 *
	 * @param mixed $value Value of the model.
	 * @param mixed $name
	 * @param mixed $model Name of WPGraphQL's model.
	 * @param mixed $data Data of the model.
	 * @return mixed
	 */
	public function field( $value, $name = '', $model = '', $data = null ) {
		if ( 'PostObject' !== $model || ! $this->is_revision( $data ) ) {
			return $value;
		}
		switch ( $name ) {
			case 'post_type':
				return $this->post->post_type;
			case 'date':
				return self::date( $this->post->post_date );
			case 'dateGmt':
				return self::date( $this->post->post_date_gmt );
			default:
				return $value;
		}
	}

	/**
	 * Ancestors are those of the item, without itself.
	 *
	 * @param mixed $ids Nearest first.
	 * @param mixed $id Whose.
	 * @return mixed
	 */
	public function ancestors( $ids, $id = 0 ) {
		if ( ! is_array( $ids ) || wp_is_post_revision( (int) $id ) !== $this->post->ID ) {
			return $ids;
		}
		return array_values( array_diff( array_map( 'intval', $ids ), [ $this->post->ID ] ) );
	}

	/**
	 * A revision of the item.
	 *
	 * @param mixed $post Anything.
	 * @phpstan-assert-if-true =WP_Post $post
	 */
	private function is_revision( $post ): bool {
		return $post instanceof WP_Post && 'revision' === $post->post_type && (int) $post->post_parent === $this->post->ID;
	}

	/**
	 * A date as WPGraphQL writes it.
	 *
	 * @param string $date Stored date; what was never published has none in UTC.
	 */
	private static function date( string $date ): ?string {
		return '0000-00-00 00:00:00' === $date ? null : str_replace( ' ', 'T', $date );
	}
}
