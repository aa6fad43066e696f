<?php
/**
 * One item that is open to one request.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Preview;

use HeadlessSiteCompanion\Support\Hooks;
use WP_Post;
use WP_Query;
use WP_User;

defined( 'ABSPATH' ) || exit;

/**
 * Tells WPGraphQL that one post may be read: the post itself, its revisions (an autosave holds the unsaved changes), the
 * files that were uploaded to it, and the public fields of its author. That is what is shown of it once it is published.
 * Whatever else the request asks for, it gets what the public gets: lists are without the item, mutations close it.
 */
final class OpenItem {

	/** What is open.
	 *
	 * @var WP_Post
	 */
	private $post;

	/** Whether the request is still one that only reads.
	 *
	 * @var bool
	 */
	private $is_open = true;

	/**
	 * Keeps what it needs.
	 *
	 * @param WP_Post $post What is open.
	 */
	public function __construct( WP_Post $post ) {
		$this->post = $post;
	}

	/**
	 * Adds its hooks, for the rest of this request.
	 */
	public function register(): void {
		Hooks::action( 'graphql_before_resolve_field', [ $this, 'close_for_mutations' ], 1, 4 );
		Hooks::filter( 'graphql_pre_model_data_is_private', [ $this, 'is_private' ], 20, 3 );
		Hooks::filter( 'graphql_restricted_data_cap', [ $this, 'restricted_cap' ], 20, 3 );
		Hooks::filter( 'graphql_connection_nodes', [ $this, 'nodes' ], 20, 2 );
		Hooks::filter( 'post_password_required', [ $this, 'password_required' ], 20, 2 );
		Hooks::action( 'pre_get_posts', [ $this, 'unsaved_changes' ], 20 );
		Hooks::filter( 'graphql_resolve_revision_meta_from_parent', [ $this, 'meta_from_parent' ], 20, 3 );
		Hooks::filter( 'graphql_return_field_from_model', [ $this, 'field' ], 20, 4 );
		Hooks::filter( 'get_ancestors', [ $this, 'ancestors' ], 20, 3 );
	}

	/**
	 * A request with a mutation gains nothing, wherever in a batch it stands.
	 *
	 * @param mixed $source  Of the field.
	 * @param mixed $args    Of the field.
	 * @param mixed $context Of the request.
	 * @param mixed $info    ResolveInfo: the operation that the field belongs to.
	 */
	public function close_for_mutations( $source, $args = null, $context = null, $info = null ): void {
		if ( 'query' !== ( $info->operation->operation ?? '' ) ) {
			$this->is_open = false;
		}
	}

	/**
	 * The item is not private.
	 *
	 * @param mixed $private Null: WPGraphQL decides.
	 * @param mixed $model   Name of WPGraphQL's model.
	 * @param mixed $data    What the model is made of.
	 * @return mixed
	 */
	public function is_private( $private, $model = '', $data = null ) {
		if ( ! $this->is_open ) {
			return $private;
		}
		if ( 'PostObject' === $model && ( $this->is_item( $data ) || $this->is_file( $data ) ) ) {
			return false;
		}
		// WPGraphQL hides who has published nothing yet. Without list_users the name and its like are all there is to see.
		if ( 'UserObject' === $model && $data instanceof WP_User && (int) $this->post->post_author === $data->ID ) {
			return false;
		}
		return $private;
	}

	/**
	 * No capability is needed to see all fields of the item: drafts and protected posts would lack most.
	 *
	 * @param mixed $cap   Name of a capability.
	 * @param mixed $model Name of WPGraphQL's model.
	 * @param mixed $data  What the model is made of.
	 * @return mixed
	 */
	public function restricted_cap( $cap, $model = '', $data = null ) {
		return $this->is_open && 'PostObject' === $model && $this->is_item( $data ) ? '' : $cap;
	}

	/**
	 * Lists are without what the grant alone opens; a featured image is a list of one and stays.
	 *
	 * @param mixed $nodes    Of a connection.
	 * @param mixed $resolver Of the connection.
	 * @return mixed
	 */
	public function nodes( $nodes, $resolver = null ) {
		if ( ! is_array( $nodes ) || ! empty( $resolver->one_to_one ) ) {
			return $nodes;
		}
		return array_filter(
			$nodes,
			function ( $node ): bool {
				return ! $this->is_opened_node( $node );
			}
		);
	}

	/**
	 * The text of a protected item is there, also where WordPress would put its password form (excerpts).
	 *
	 * @param mixed $required Whether the password is missing.
	 * @param mixed $post     WP_Post.
	 * @return mixed
	 */
	public function password_required( $required, $post = null ) {
		return $this->is_open && $this->is_item( $post ) ? false : $required;
	}

	/**
	 * Corrects which revision WPGraphQL takes for the unsaved changes of the item. It asks for the newest revision of any
	 * kind; where revisions are switched off, that is an autosave of long ago. WordPress's own preview shows an autosave,
	 * and its editor offers it only while it is newer than the post. Without one the post itself is the preview.
	 *
	 * @param mixed $query WP_Query, before it asks the database.
	 */
	public function unsaved_changes( $query ): void {
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
	 * Meta of the unsaved changes: WordPress 6.4 and newer keep some with the autosave, WPGraphQL asks the post for all.
	 *
	 * @param mixed $from_parent Whether the post is asked.
	 * @param mixed $id          Of a revision.
	 * @param mixed $key         Of the meta.
	 * @return mixed
	 */
	public function meta_from_parent( $from_parent, $id = 0, $key = '' ) {
		if ( ! $from_parent || ! is_string( $key ) || '' === $key || ! function_exists( 'wp_post_revision_meta_keys' ) || ! in_array( $key, wp_post_revision_meta_keys( $this->post->post_type ), true ) ) {
			return $from_parent;
		}
		$revision = get_post( (int) $id );
		if ( ! $revision instanceof WP_Post || ! $this->is_revision( $revision ) ) {
			return $from_parent;
		}
		// metadata_exists() would ask WPGraphQL again.
		$meta = wp_cache_get( $revision->ID, 'post_meta' );
		$meta = is_array( $meta ) ? $meta : ( update_meta_cache( 'post', [ $revision->ID ] )[ $revision->ID ] ?? [] );
		return ! isset( $meta[ $key ] );
	}

	/**
	 * Fields that differ from what WPGraphQL says. Unsaved changes do not change type and date of publication: a revision's
	 * are its own. The password of a protected item is nobody's business.
	 *
	 * @param mixed $value What the model says.
	 * @param mixed $name  Of the field.
	 * @param mixed $model Name of WPGraphQL's model.
	 * @param mixed $data  What the model is made of.
	 * @return mixed
	 */
	public function field( $value, $name = '', $model = '', $data = null ) {
		if ( 'PostObject' !== $model || ! $data instanceof WP_Post || ! $this->is_item( $data ) ) {
			return $value;
		}
		if ( 'password' === $name ) {
			return null;
		}
		if ( ! $this->is_revision( $data ) ) {
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
	 * A date as WPGraphQL writes it.
	 *
	 * @param string $date Of the database; a draft that was never published has none in UTC.
	 */
	private static function date( string $date ): ?string {
		return '0000-00-00 00:00:00' === $date ? null : str_replace( ' ', 'T', $date );
	}

	/**
	 * Ancestors of the unsaved changes are those of the item: to WordPress a revision is the item's own child.
	 *
	 * @param mixed $ids  Nearest first.
	 * @param mixed $id   Whose.
	 * @param mixed $type `page`, `post_type`, …
	 * @return mixed
	 */
	public function ancestors( $ids, $id = 0, $type = '' ) {
		if ( ! is_array( $ids ) || wp_is_post_revision( (int) $id ) !== $this->post->ID ) {
			return $ids;
		}
		return array_values( array_diff( array_map( 'intval', $ids ), [ $this->post->ID ] ) );
	}

	/**
	 * The item or one of its revisions.
	 *
	 * @param mixed $post Anything.
	 */
	private function is_item( $post ): bool {
		return $post instanceof WP_Post && ( $post->ID === $this->post->ID || $this->is_revision( $post ) );
	}

	/**
	 * A revision of the item.
	 *
	 * @param WP_Post $post Any post.
	 */
	private function is_revision( WP_Post $post ): bool {
		return 'revision' === $post->post_type && (int) $post->post_parent === $this->post->ID;
	}

	/**
	 * A file that was uploaded to the item. WPGraphQL hides it while the item is unpublished, so a draft would have no
	 * featured image.
	 *
	 * @param mixed $post Anything.
	 */
	private function is_file( $post ): bool {
		return $post instanceof WP_Post && 'attachment' === $post->post_type && 'inherit' === $post->post_status && (int) $post->post_parent === $this->post->ID;
	}

	/**
	 * Whether a node would not be there, or not in full, without the grant.
	 *
	 * @param mixed $node WPGraphQL's model.
	 */
	private function is_opened_node( $node ): bool {
		$id = (int) ( $node->databaseId ?? 0 ); // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- Of WPGraphQL.
		if ( $node instanceof \WPGraphQL\Model\User ) {
			return (int) $this->post->post_author === $id && ! $this->is_public_author( $id );
		}
		$post = $node instanceof \WPGraphQL\Model\Post ? get_post( $id ) : null;
		if ( ! $post instanceof WP_Post ) {
			return false;
		}
		$is_public = 'publish' === $this->post->post_status && '' === $this->post->post_password;
		return $this->is_revision( $post ) || ( ! $is_public && ( $this->is_item( $post ) || $this->is_file( $post ) ) );
	}

	/**
	 * Whether WPGraphQL shows a user to everybody: whoever has published something.
	 *
	 * @param int $id Of the user.
	 */
	private function is_public_author( int $id ): bool {
		return count_user_posts( $id, array_values( array_diff( get_post_types( [ 'public' => true ] ), [ 'attachment' ] ) ), true ) > 0;
	}
}
