<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Comments;

use HeadlessSiteCompanion\GraphQL\NotShown;
use HeadlessSiteCompanion\Revalidation\Addresses;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * WordPress's rules for comments on a post, for somebody who is not logged in.
 */
final class Rules {

	/** Beyond this a moment is too far away to make a page again for it. */
	private const MAX_SECONDS = 365 * DAY_IN_SECONDS;

	/** Options of "Settings > Discussion" that show on pages. */
	public const OPTIONS = [
		'comment_registration',
		'comment_moderation',
		'require_name_email',
		'thread_comments',
		'thread_comments_depth',
		'comment_order',
		'page_comments',
		'comments_per_page',
		'default_comments_page',
		'show_comments_cookies_opt_in',
		'close_comments_for_old_posts',
		'close_comments_days_old',
		'show_avatars',
		'avatar_default',
		'avatar_rating',
	];

	/**
	 * Settings of the comment form on a page.
	 *
	 * @return array<string, bool|int|string|null> Values of the GraphQL type `CompanionComments`.
	 */
	public static function of( WP_Post $post ): array {
		$needs_login = (bool) get_option( 'comment_registration' );
		return [
			'isOpen'            => self::is_open( $post ),
			'loginUrl'          => $needs_login ? self::login_url( $post ) : null,
			'requiresNameEmail' => (bool) get_option( 'require_name_email' ),
			'isModerated'       => (bool) get_option( 'comment_moderation' ),
			'offersToRemember'  => (bool) get_option( 'show_comments_cookies_opt_in' ),
			'depth'             => get_option( 'thread_comments' ) ? max( 1, (int) get_option( 'thread_comments_depth' ) ) : 1,
			'isNewestFirst'     => 'desc' === get_option( 'comment_order' ),
			'perPage'           => get_option( 'page_comments' ) ? max( 0, (int) get_option( 'comments_per_page' ) ) : 0,
			'opensWithOldest'   => 'oldest' === get_option( 'default_comments_page' ),
		];
	}

	/** Whether visitors of the site may comment: the switch of the post, its type, its age, and what plugins say. */
	public static function is_open( WP_Post $post ): bool {
		return 'publish' === $post->post_status
			&& '' === $post->post_password
			&& Addresses::is_shown_type( $post->post_type )
			&& comments_open( $post );
	}

	/**
	 * When the age of a post closes its comments.
	 *
	 * @return int|null Seconds from now; null where it does not, or has.
	 */
	public static function closes_in( WP_Post $post ): ?int {
		$days = get_option( 'close_comments_for_old_posts' ) ? (int) get_option( 'close_comments_days_old' ) : 0;
		/** This filter is documented in wp-includes/comment.php. */
		$types = apply_filters( 'close_comments_for_post_types', [ 'post' ] ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WordPress's own.
		if ( $days < 1 || ! in_array( $post->post_type, (array) $types, true ) || ! self::is_open( $post ) ) {
			return null;
		}
		// WordPress closes them a second later than the days are over.
		$seconds = (int) strtotime( $post->post_date_gmt . ' UTC' ) + $days * DAY_IN_SECONDS - time() + 1;
		return $seconds > 0 && $seconds <= self::MAX_SECONDS ? $seconds : null;
	}

	/** Leads back to the form on WordPress's own page, which knows who is logged in. */
	private static function login_url( WP_Post $post ): string {
		return wp_login_url( add_query_arg( NotShown::STAY, '1', (string) get_permalink( $post ) ) . '#respond' );
	}
}
