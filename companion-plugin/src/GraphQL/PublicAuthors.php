<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Which authors have published something.
 *
 * WPGraphQL asks that with every post it loads, and its query reads all posts of the author: 0.4 seconds of every answer where
 * one has a hundred thousand. The same question in another form stops at the first post that answers it.
 */
final class PublicAuthors implements Module {

	public function register(): void {
		Hooks::action( 'init_graphql_request', [ $this, 'listen' ] );
	}

	public function listen(): void {
		Hooks::filter( 'query', [ $this, 'shorten' ] );
	}

	/**
	 * A query of WPGraphQL's `UserLoader::get_public_users()`, shorter. What its `WHERE` asks for stays as it is.
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
		// Not EXISTS, which MariaDB turns into a join again: LIMIT forbids that.
		return "SELECT $wpdb->users.ID FROM $wpdb->users WHERE $wpdb->users.ID IN ( $ids )"
			. " AND ( SELECT 1 FROM $wpdb->posts WHERE post_author = $wpdb->users.ID AND ( $where ) LIMIT 1 ) IS NOT NULL $order";
	}
}
