<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * A database that fails.
 *
 * A table that is marked as crashed, or gone, gives WordPress no rows and no exception: WPGraphQL answers 200, in good form,
 * that nothing is there, and the site would take its pages down. With status 500 it keeps them.
 */
final class BrokenDatabase implements Module {

	public function register(): void {
		Hooks::filter( 'graphql_response_status_code', [ $this, 'status' ], PHP_INT_MAX );
	}

	/**
	 * The status of an answer of WPGraphQL.
	 *
	 * @param mixed $status So far.
	 * @return mixed
	 */
	public function status( $status ) {
		return self::has_failed() ? 500 : $status;
	}

	/**
	 * Whether a query of this request has failed because a table of the content cannot be read. Only the table itself tells:
	 * plugins send queries that are wrong with every request, and all is well.
	 */
	private static function has_failed(): bool {
		global $wpdb;
		// WordPress keeps every error here, shown or not.
		if ( empty( $GLOBALS['EZSQL_ERROR'] ) ) {
			return false;
		}
		$suppressed = $wpdb->suppress_errors();
		$has_failed = false;
		foreach ( [ $wpdb->posts, $wpdb->postmeta, $wpdb->terms, $wpdb->term_taxonomy, $wpdb->term_relationships, $wpdb->users, $wpdb->options ] as $table ) {
			$wpdb->query( "SELECT 1 FROM $table LIMIT 1" ); // phpcs:ignore WordPress.DB -- A table of WordPress, as it is now.
			$has_failed = $has_failed || '' !== $wpdb->last_error;
		}
		$wpdb->suppress_errors( $suppressed );
		return $has_failed;
	}
}
