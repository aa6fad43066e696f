<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Comments;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Which comments a post has, and what each replies to. The site makes pages of them, and asks for the comments of one page.
 */
final class Outline {

	/** WPGraphQL gives so many at once. If there are fewer, the site has all with the post. */
	private const AT_ONCE = 100;

	/**
	 * Two light queries, whatever the number of comments. WordPress's own query says which ones visitors see, so that plugins which
	 * hide some are heard.
	 *
	 * @return string|null "12 13:12", the oldest first; null where the post has few, or needs a password.
	 */
	public static function of( WP_Post $post ): ?string {
		global $wpdb;
		if ( (int) $post->comment_count <= self::AT_ONCE || '' !== $post->post_password ) {
			return null;
		}
		$ids     = get_comments(
			[
				'post_id' => $post->ID,
				'status'  => 'approve',
				'orderby' => 'comment_date_gmt',
				'order'   => 'ASC',
				'fields'  => 'ids',
			]
		);
		$replies = $wpdb->get_results( $wpdb->prepare( "SELECT comment_ID, comment_parent FROM $wpdb->comments WHERE comment_post_ID = %d AND comment_parent > 0", $post->ID ), ARRAY_N ); // phpcs:ignore WordPress.DB -- Objects of all comments would take the memory of a page each.
		$parents = array_column( is_array( $replies ) ? $replies : [], 1, 0 );
		$rows    = [];
		foreach ( (array) $ids as $id ) {
			$rows[] = isset( $parents[ (int) $id ] ) ? (int) $id . ':' . (int) $parents[ (int) $id ] : (string) (int) $id;
		}
		return implode( ' ', $rows );
	}
}
