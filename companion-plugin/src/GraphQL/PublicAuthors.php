<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use WP_User_Query;

defined( 'ABSPATH' ) || exit;

/**
 * Which authors have published something.
 *
 * WPGraphQL asks that with every post that it loads, and again for the author's name. Both queries read all posts of the author: 1.5
 * seconds of every answer where one has a hundred thousand. The same questions in another form stop at the first post.
 */
final class PublicAuthors implements Module {

	public function register(): void {
		Hooks::action( 'init_graphql_request', [ $this, 'listen' ] );
	}

	public function listen(): void {
		Hooks::filter( 'query', [ $this, 'shorten' ] );
		Hooks::action( 'pre_user_query', [ $this, 'shorten_user_query' ] );
	}

	/**
	 * `has_published_posts` of a user query.
	 *
	 * @param mixed $query WP_User_Query.
	 */
	public function shorten_user_query( $query ): void {
		global $wpdb;
		if ( ! $query instanceof WP_User_Query || ! is_string( $query->query_where ) ) {
			return;
		}
		$pattern = "/\b$wpdb->users\.ID IN \( SELECT DISTINCT (\w+)\.post_author FROM \\1 WHERE (\\1\.post_status = 'publish' AND \\1\.post_type IN \([^()]*\)) \)/";
		$where   = preg_replace_callback(
			$pattern,
			static function ( array $parts ) use ( $wpdb ): string {
				[ , $posts, $where ] = $parts;
				return self::has_post( "$posts.post_author = $wpdb->users.ID AND $where", $posts );
			},
			$query->query_where
		);
		// Null where PCRE gives up: nothing must be left out of this condition.
		$query->query_where = $where ?? $query->query_where;
	}

	/**
	 * Shortens a query of WPGraphQL's `UserLoader::get_public_users()`. Its `WHERE` conditions stay as they are.
	 *
	 * @param mixed $query SQL.
	 * @return mixed Any other query as it was.
	 */
	public function shorten( $query ) {
		global $wpdb;
		$begin = "SELECT DISTINCT $wpdb->users.ID FROM $wpdb->posts INNER JOIN $wpdb->users ON post_author = $wpdb->users.ID WHERE ";
		if ( ! is_string( $query ) || 0 !== strpos( $query, $begin ) ) {
			return $query;
		}
		if ( ! preg_match( '/^(.+) AND post_author IN \( ([\d, ]+) \) (ORDER BY FIELD\(.+\))$/s', substr( $query, strlen( $begin ) ), $parts ) ) {
			return $query;
		}
		[ , $where, $ids, $order ] = $parts;
		return "SELECT $wpdb->users.ID FROM $wpdb->users WHERE $wpdb->users.ID IN ( $ids ) AND "
			. self::has_post( "post_author = $wpdb->users.ID AND ( $where )", $wpdb->posts ) . " $order";
	}

	/** Not EXISTS, which MariaDB turns into a join again: LIMIT forbids that. */
	private static function has_post( string $where, string $posts ): string {
		return "( SELECT 1 FROM $posts WHERE $where LIMIT 1 ) IS NOT NULL";
	}
}
