<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Blocks\Dependencies;
use HeadlessSiteCompanion\Support\Schema;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Which pages show what.
 *
 * The table of pages whose blocks and fields show more than the page itself, by what they show (see Blocks\Dependencies and FieldReferences).
 * Written and read in the background. Pages without such blocks and fields are not in it.
 */
final class DependencyIndex {

	/** Pages that read "anything" and are named at each change; more of them are left to their interval. */
	private const MOST_OF_ANYTHING = 100;

	/** Posts that are read at once. */
	private const CHUNK = 100;

	/**
	 * Reads posts again: their contents have changed, or they are gone.
	 *
	 * @param int[] $ids IDs of posts.
	 */
	public static function read( array $ids ): void {
		foreach ( array_chunk( $ids, self::CHUNK ) as $chunk ) {
			_prime_post_caches( $chunk, false, function_exists( 'acf_get_field' ) );
			$found = [];
			foreach ( $chunk as $id ) {
				$post         = get_post( $id );
				$found[ $id ] = $post instanceof WP_Post && 'publish' === $post->post_status && Addresses::is_shown_type( $post->post_type )
					? array_merge( Dependencies::of( $post->post_content, $post->post_type ), FieldReferences::of( $id ) ) : [];
			}
			self::store( $found );
		}
	}

	/**
	 * Pages that show something.
	 *
	 * @param string[] $what Changes, as Dependencies names them; `all` for each page that shows more than itself.
	 * @return int[] At most one more than Recorder::MANY_PATHS.
	 */
	public static function of( array $what ): array {
		global $wpdb;
		$table = Schema::readers();
		$limit = Recorder::MANY_PATHS + 1;
		if ( in_array( 'all', $what, true ) ) {
			return array_map( 'intval', $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT post_id FROM $table LIMIT %d", $limit ) ) ); // phpcs:ignore WordPress.DB -- Our own table.
		}
		foreach ( $what as $one ) {
			$what[] = (string) preg_replace( '/^(posts|terms):.*/', '$1:*', $one );
			// Any type: a look-up that could not tell more.
			if ( preg_match( '/^(posts|terms):\*$/', $one ) ) {
				return self::of( [ 'all' ] );
			}
		}
		$what  = array_values( array_unique( $what ) );
		$marks = implode( ', ', array_fill( 0, count( $what ), '%s' ) );
		// phpcs:disable WordPress.DB -- Our own table; as many placeholders as values.
		$exact    = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT post_id FROM $table WHERE what IN ( $marks ) LIMIT %d", array_merge( $what, [ $limit ] ) ) );
		$anything = $wpdb->get_col( $wpdb->prepare( "SELECT post_id FROM $table WHERE what = %s LIMIT %d", Dependencies::ANYTHING, self::MOST_OF_ANYTHING + 1 ) );
		// phpcs:enable
		if ( count( $anything ) > self::MOST_OF_ANYTHING ) {
			$anything = [];
		}
		return array_values( array_unique( array_map( 'intval', array_merge( $exact, $anything ) ) ) );
	}

	/**
	 * Pages that hold another content: a navigation, a template part.
	 *
	 * @param string $what `ref:<id>` or what Dependencies::part() says.
	 * @return int[] All of them.
	 */
	public static function holding( string $what ): array {
		global $wpdb;
		$table = Schema::readers();
		return array_map( 'intval', $wpdb->get_col( $wpdb->prepare( "SELECT post_id FROM $table WHERE what = %s", $what ) ) ); // phpcs:ignore WordPress.DB -- Our own table.
	}

	/**
	 * Paths of pages.
	 *
	 * @param int[] $ids IDs of posts.
	 * @return array<string|null>
	 */
	public static function paths( array $ids ): array {
		_prime_post_caches( $ids, false, false );
		$paths = [];
		foreach ( $ids as $id ) {
			$post    = get_post( $id );
			$paths[] = $post instanceof WP_Post && Addresses::is_shown_type( $post->post_type ) ? Addresses::post( $post ) : null;
		}
		return $paths;
	}

	/**
	 * Forgets posts in a range of ids that are not among some.
	 *
	 * @param int $after Not this one.
	 * @param int $to This one as well.
	 * @param int[] $but That are there.
	 */
	public static function forget( int $after, int $to, array $but = [] ): void {
		global $wpdb;
		$table = Schema::readers();
		$but   = $but ? 'AND post_id NOT IN ( ' . implode( ', ', array_map( 'intval', $but ) ) . ' )' : '';
		$wpdb->query( $wpdb->prepare( "DELETE FROM $table WHERE post_id > %d AND post_id <= %d $but", $after, $to ) ); // phpcs:ignore WordPress.DB -- Our own table; numbers.
	}

	/**
	 * Makes the table say what was found, with as few writes as it takes: for most posts none.
	 *
	 * @param array<int, string[]> $found By id of the post.
	 */
	private static function store( array $found ): void {
		global $wpdb;
		$table = Schema::readers();
		$ids   = implode( ', ', array_map( 'intval', array_keys( $found ) ) );
		$known = array_fill_keys( array_keys( $found ), [] );
		foreach ( (array) $wpdb->get_results( "SELECT post_id, what FROM $table WHERE post_id IN ( $ids )" ) as $row ) { // phpcs:ignore WordPress.DB -- Our own table; numbers.
			$known[ (int) $row->post_id ][] = (string) $row->what;
		}
		foreach ( $found as $id => $what ) {
			foreach ( array_diff( $known[ $id ], $what ) as $gone ) {
				$wpdb->delete( $table, [ 'post_id' => $id, 'what' => $gone ] ); // phpcs:ignore WordPress.DB, WordPress.Arrays -- Our own table.
			}
			foreach ( array_diff( $what, $known[ $id ] ) as $new ) {
				$wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO $table ( post_id, what ) VALUES ( %d, %s )", $id, $new ) ); // phpcs:ignore WordPress.DB -- Two processes may read the same post.
			}
		}
	}
}
