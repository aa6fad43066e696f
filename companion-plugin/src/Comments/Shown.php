<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Comments;

use WP_Comment;

defined( 'ABSPATH' ) || exit;

/**
 * Comments for their own author, who sees them before they are approved.
 */
final class Shown {

	/** How many one visitor may ask for. */
	private const MOST = 20;

	/**
	 * The public data of one comment.
	 *
	 * @return array{id: int, post: int, parent: int, author: string, date: string, content: string}
	 */
	public static function of( WP_Comment $comment ): array {
		$text    = get_comment_text( $comment );
		$content = Size::bounded(
			$text,
			static function () use ( $text, $comment ) {
				/** This filter is documented in wp-includes/comment-template.php. */
				return apply_filters( 'comment_text', $text, $comment, [] ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WordPress's own.
			}
		);
		return [
			'id'      => (int) $comment->comment_ID,
			'post'    => (int) $comment->comment_post_ID,
			'parent'  => (int) $comment->comment_parent,
			'author'  => html_entity_decode( get_comment_author( $comment ), ENT_QUOTES | ENT_HTML5, 'UTF-8' ),
			'date'    => $comment->comment_date,
			'content' => $content,
		];
	}

	/**
	 * Those of some comments that wait for approval. Spam seems to wait, too; what a moderator has thrown away does not.
	 *
	 * @param mixed $ids IDs of comments, from the site's signed cookie.
	 * @return array<int, array<string, int|string>> Comments in the form of of().
	 */
	public static function waiting( $ids ): array {
		$ids = array_filter( is_array( $ids ) ? array_slice( $ids, 0, self::MOST ) : [], 'is_int' );
		$all = [];
		foreach ( array_map( 'get_comment', $ids ) as $comment ) {
			if ( $comment instanceof WP_Comment && self::is_waiting( $comment ) ) {
				$all[] = self::of( $comment );
			}
		}
		return $all;
	}

	/** Whether it seems to its author to wait. A comment that the list of disallowed words throws away was never thrown away by a person. */
	private static function is_waiting( WP_Comment $comment ): bool {
		$status = $comment->comment_approved;
		return '0' === $status || 'spam' === $status || ( 'trash' === $status && ! metadata_exists( 'comment', (int) $comment->comment_ID, '_wp_trash_meta_status' ) );
	}
}
