<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation\Watch;

use HeadlessSiteCompanion\Revalidation\Addresses;
use HeadlessSiteCompanion\Revalidation\Changes;
use HeadlessSiteCompanion\Support\Hooks;
use WP_Comment;

defined( 'ABSPATH' ) || exit;

/**
 * Watches comments.
 *
 * Notices comments that appear, change or go away. The site shows them below their post, so what a moderator removes must go
 * there, too. The post itself is concerned, and lists of comments; comments that wait for approval do not count.
 *
 * The site may count new comments some seconds later, because anybody can write them. A removal or an edit is a moderator's, and an update
 * of the post: it counts at once.
 */
final class CommentWatcher extends Watcher {

	public function register(): void {
		Hooks::action( 'wp_insert_comment', [ $this, 'inserted' ], 10, 2 );
		Hooks::filter( 'wp_update_comment_data', [ $this, 'before_update' ], 100, 2 );
		Hooks::action( 'edit_comment', [ $this, 'changed' ], 10, 1 );
		Hooks::action( 'delete_comment', [ $this, 'changed' ], 1, 1 );
		Hooks::action( 'transition_comment_status', [ $this, 'status' ], 10, 3 );
	}

	/**
	 * A comment was made.
	 *
	 * @param mixed $id
	 * @param mixed $comment WP_Comment.
	 */
	public function inserted( $id, $comment = null ): void {
		if ( $comment instanceof WP_Comment && '1' === $comment->comment_approved ) {
			$this->add( $comment, Changes::COMMENTS );
		}
	}

	/**
	 * A comment was edited, or is about to be deleted.
	 *
	 * @param mixed $id
	 */
	public function changed( $id ): void {
		$comment = get_comment( (int) $id );
		if ( $comment instanceof WP_Comment && '1' === $comment->comment_approved ) {
			$this->add( $comment, Changes::UPDATE );
		}
	}

	/**
	 * Before a comment is stored: one that is moved to another post leaves the one that it stood below.
	 *
	 * @param mixed $data Data about to be stored; stays as it is.
	 * @param mixed $old Fields of the comment so far.
	 * @return mixed
	 */
	public function before_update( $data, $old = [] ) {
		if ( is_array( $data ) && is_array( $old ) && (int) ( $data['comment_post_ID'] ?? 0 ) !== (int) ( $old['comment_post_ID'] ?? 0 ) ) {
			$this->changed( $old['comment_ID'] ?? 0 );
		}
		return $data;
	}

	/**
	 * A comment was approved, or is no longer.
	 *
	 * @param mixed $new_status Now.
	 * @param mixed $old_status Before.
	 * @param mixed $comment WP_Comment.
	 */
	public function status( $new_status, $old_status, $comment ): void {
		if ( $comment instanceof WP_Comment && $new_status !== $old_status && in_array( 'approved', [ $new_status, $old_status ], true ) ) {
			$this->add( $comment, 'approved' === $new_status ? Changes::COMMENTS : Changes::UPDATE );
		}
	}

	/**
	 * The post below which it stands.
	 *
	 * @param string $what Constant of Changes.
	 */
	private function add( WP_Comment $comment, string $what ): void {
		$post = get_post( (int) $comment->comment_post_ID );
		if ( $post && Addresses::is_shown_type( $post->post_type ) ) {
			$this->collector->change()->add( Addresses::post( $post ), $what );
			$this->collector->change()->defer( 'reads', 'comments' );
		}
	}
}
