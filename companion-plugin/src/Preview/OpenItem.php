<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Preview;

use HeadlessSiteCompanion\Support\Hooks;
use WP_Post;
use WP_User;

defined( 'ABSPATH' ) || exit;

/**
 * One item that is open to one request.
 *
 * Tells WPGraphQL that one post may be read: the post itself, its revisions (an autosave holds the unsaved changes), the
 * files that were uploaded to it, and the public fields of its author. That is what is shown of it once it is published.
 * Any other part of the request gets what the public gets: lists are without the item, mutations close it.
 */
final class OpenItem {

	private WP_Post $post;

	/** Whether the request is still one that only reads. */
	private bool $is_open = true;

	public function __construct( WP_Post $post ) {
		$this->post = $post;
	}

	/** Adds its hooks, for the rest of this request. */
	public function register(): void {
		Hooks::action( 'graphql_before_resolve_field', [ $this, 'close_for_mutations' ], 1, 4 );
		Hooks::filter( 'graphql_pre_model_data_is_private', [ $this, 'is_private' ], 20, 3 );
		Hooks::filter( 'graphql_restricted_data_cap', [ $this, 'restricted_cap' ], 20, 3 );
		Hooks::filter( 'graphql_return_field_from_model', [ $this, 'password' ], 20, 4 );
		Hooks::filter( 'post_password_required', [ $this, 'password_required' ], 20, 2 );
		Hooks::filter( 'graphql_connection_query_args', [ $this, 'author_query' ], 20, 2 );
		Hooks::filter( 'graphql_connection_nodes', [ $this, 'nodes' ], 20, 2 );
	}

	/**
	 * A request with a mutation gains nothing, wherever in a batch it stands.
	 *
	 * @param mixed $source
	 * @param mixed $args
	 * @param mixed $context Context of the request.
	 * @param mixed $info ResolveInfo: the operation that the field belongs to.
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
	 * @param mixed $model Name of WPGraphQL's model.
	 * @param mixed $data Data of the model.
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
	 * @param mixed $cap Name of a capability.
	 * @param mixed $model Name of WPGraphQL's model.
	 * @param mixed $data Data of the model.
	 * @return mixed
	 */
	public function restricted_cap( $cap, $model = '', $data = null ) {
		return $this->is_open && 'PostObject' === $model && $this->is_item( $data ) ? '' : $cap;
	}

	/**
	 * The password of a protected item: its text is shown, but not what opens it to everybody.
	 *
	 * @param mixed $value Value of the model.
	 * @param mixed $name
	 * @param mixed $model Name of WPGraphQL's model.
	 * @param mixed $data Data of the model.
	 * @return mixed
	 */
	public function password( $value, $name = '', $model = '', $data = null ) {
		return 'password' === $name && 'PostObject' === $model && $this->is_item( $data ) ? null : $value;
	}

	/**
	 * The text of a protected item is there, also where WordPress would put its password form (excerpts).
	 *
	 * @param mixed $required Whether the password is missing.
	 * @param mixed $post WP_Post.
	 * @return mixed
	 */
	public function password_required( $required, $post = null ) {
		return $this->is_open && $this->is_item( $post ) ? false : $required;
	}

	/**
	 * The author of the item is looked for among all users, and not among those who have published something.
	 *
	 * @param mixed $query For WP_User_Query.
	 * @param mixed $resolver Resolver of the connection.
	 * @return mixed
	 */
	public function author_query( $query, $resolver = null ) {
		if ( ! is_array( $query ) || ! $this->is_open || ! $resolver instanceof \WPGraphQL\Data\Connection\UserConnectionResolver ) {
			return $query;
		}
		if ( 'author' === $resolver->get_info()->fieldName && $this->is_item( self::post_of( $resolver->get_source() ) ) ) { // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- graphql-php's.
			unset( $query['has_published_posts'] );
		}
		return $query;
	}

	/**
	 * Lists are without what the grant alone opens; a featured image is a list of one and stays.
	 *
	 * @param mixed $nodes Nodes of a connection.
	 * @param mixed $resolver Resolver of the connection.
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
	 * Whether a node would not be there, or not in full, without the grant.
	 *
	 * @param mixed $node WPGraphQL's model.
	 */
	private function is_opened_node( $node ): bool {
		if ( $node instanceof \WPGraphQL\Model\User ) {
			$id = (int) $node->databaseId; // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- WPGraphQL's.
			return (int) $this->post->post_author === $id && ! self::is_public_author( $id );
		}
		$post = self::post_of( $node );
		if ( null === $post || 'revision' === $post->post_type ) {
			return $this->is_item( $post );
		}
		$is_public = 'publish' === $this->post->post_status && '' === $this->post->post_password;
		return ! $is_public && ( $this->is_item( $post ) || $this->is_file( $post ) );
	}

	/**
	 * The item or one of its revisions.
	 *
	 * @param mixed $post Anything.
	 */
	private function is_item( $post ): bool {
		return $post instanceof WP_Post
			&& ( $post->ID === $this->post->ID || ( 'revision' === $post->post_type && (int) $post->post_parent === $this->post->ID ) );
	}

	/**
	 * A file that was uploaded to the item, or is its featured image. WPGraphQL hides what was uploaded to something that is not
	 * published, so a draft would have no picture.
	 *
	 * @param mixed $post Anything.
	 */
	private function is_file( $post ): bool {
		return $post instanceof WP_Post && 'attachment' === $post->post_type && 'inherit' === $post->post_status
			&& ( (int) $post->post_parent === $this->post->ID || (int) get_post_thumbnail_id( $this->post->ID ) === $post->ID );
	}

	/**
	 * The post that a model is made of.
	 *
	 * @param mixed $model Anything.
	 */
	private static function post_of( $model ): ?WP_Post {
		$post = $model instanceof \WPGraphQL\Model\Post ? get_post( (int) $model->databaseId ) : null; // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- WPGraphQL's.
		return $post instanceof WP_Post ? $post : null;
	}

	/** Whether WPGraphQL shows a user to everybody: whoever has published something. */
	private static function is_public_author( int $id ): bool {
		return count_user_posts( $id, array_values( array_diff( get_post_types( [ 'public' => true ] ), [ 'attachment' ] ) ), true ) > 0;
	}
}
