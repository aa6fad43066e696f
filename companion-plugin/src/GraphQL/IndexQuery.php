<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use WP_Post_Type;

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.DB.DirectDatabaseQuery, WordPress.DB.PreparedSQL, WordPress.DB.PreparedSQLPlaceholders -- Every value is prepared; WP_Query loads whole posts; lists of placeholders are made to measure.

/**
 * Database queries of the index.
 *
 * Published items of one type, in three queries whatever their number. Nothing is cached: the site asks after a change.
 *
 * @phpstan-type Item array{id: int, title: string, slug: string, date: string, modified: string, author: int, parent: int, protected: bool}
 */
final class IndexQuery {

	/** Ids in one list of a query. */
	private const IDS = 1000;

	private WP_Post_Type $type;

	public function __construct( WP_Post_Type $type ) {
		$this->type = $type;
	}

	/**
	 * Light rows by ascending id: whatever is published or deleted meanwhile, no page skips or repeats an item.
	 *
	 * @param int $after Only ids above this one.
	 * @param int $count At most.
	 * @param array<int, array{int, int}> $ranges Ranges of ids, first and last; none for all.
	 * @return list<Item> Times as the database has them, `2026-11-20 22:17:49`: date local, modified in UTC.
	 */
	public function rows( int $after, int $count, array $ranges = [] ): array {
		global $wpdb;
		$in   = self::within( 'ID', $ranges );
		$sql  = "SELECT ID, post_title, post_name, post_date, post_modified_gmt, post_author, post_parent, post_password <> '' AS protected
			FROM $wpdb->posts WHERE post_type = %s AND post_status = 'publish' AND ID > %d$in ORDER BY ID ASC LIMIT %d";
		$rows = [];
		foreach ( (array) $wpdb->get_results( $wpdb->prepare( $sql, $this->type->name, $after, $count ), ARRAY_N ) as $row ) {
			$rows[] = [
				'id'        => (int) $row[0],
				'title'     => (string) $row[1],
				'slug'      => (string) $row[2],
				'date'      => (string) $row[3],
				'modified'  => (string) $row[4],
				'author'    => (int) $row[5],
				'parent'    => (int) $row[6],
				'protected' => (bool) $row[7],
			];
		}
		return $rows;
	}

	/**
	 * Terms of some items.
	 *
	 * @param string[] $taxonomies Names.
	 * @param int[] $ids IDs of the items, ascending.
	 * @return list<array{item: int, term: int, taxonomy: string}> Ascending.
	 */
	public function terms( array $taxonomies, array $ids ): array {
		global $wpdb;
		if ( ! $taxonomies ) {
			return [];
		}
		$names = implode( ', ', array_fill( 0, count( $taxonomies ), '%s' ) );
		$terms = [];
		foreach ( array_chunk( $ids, self::IDS ) as $some ) {
			$list = implode( ',', array_map( 'intval', $some ) );
			$sql  = "SELECT r.object_id, t.term_id, t.taxonomy FROM $wpdb->term_relationships r
				INNER JOIN $wpdb->term_taxonomy t ON t.term_taxonomy_id = r.term_taxonomy_id
				WHERE r.object_id IN ($list) AND t.taxonomy IN ($names) ORDER BY r.object_id, t.term_id";
			foreach ( (array) $wpdb->get_results( $wpdb->prepare( $sql, $taxonomies ), ARRAY_N ) as $row ) {
				$terms[] = [
					'item'     => (int) $row[0],
					'term'     => (int) $row[1],
					'taxonomy' => (string) $row[2],
				];
			}
		}
		return $terms;
	}

	/**
	 * Those authors that exist: a post can outlive its author.
	 *
	 * @param int[] $ids IDs of users.
	 * @return array<int, true> By id.
	 */
	public function authors( array $ids ): array {
		global $wpdb;
		$found = [];
		foreach ( array_chunk( $ids, self::IDS ) as $some ) {
			$list  = implode( ',', array_map( 'intval', $some ) );
			$found = array_merge( $found, $wpdb->get_col( "SELECT ID FROM $wpdb->users WHERE ID IN ($list)" ) );
		}
		return array_fill_keys( array_map( 'intval', $found ), true );
	}

	/** How many items there are. */
	public function total(): int {
		global $wpdb;
		return (int) $wpdb->get_var( $wpdb->prepare( "SELECT COUNT(*) FROM $wpdb->posts WHERE post_type = %s AND post_status = 'publish'", $this->type->name ) );
	}

	/**
	 * Numbers that change with the items: see ContentIndex for what they miss.
	 *
	 * @param string[] $taxonomies Names.
	 * @return mixed[]
	 */
	public function state( array $taxonomies ): array {
		global $wpdb;
		$sums = "COUNT(*), SUM(ID), MAX(post_modified_gmt), SUM(post_parent), SUM(ID * post_author) FROM $wpdb->posts WHERE post_type = %s";
		// An item below a draft has the draft's slug in its address.
		$parts = [
			$wpdb->get_row( $wpdb->prepare( "SELECT $sums AND post_status = 'publish'", $this->type->name ), ARRAY_N ),
			$this->type->hierarchical ? $wpdb->get_row( $wpdb->prepare( "SELECT $sums AND post_status <> 'auto-draft'", $this->type->name ), ARRAY_N ) : null,
		];
		if ( $taxonomies ) {
			$names   = implode( ', ', array_fill( 0, count( $taxonomies ), '%s' ) );
			$sql     = "SELECT COUNT(*), SUM(r.object_id * r.term_taxonomy_id) FROM $wpdb->posts p
				INNER JOIN $wpdb->term_relationships r ON r.object_id = p.ID
				INNER JOIN $wpdb->term_taxonomy t ON t.term_taxonomy_id = r.term_taxonomy_id
				WHERE p.post_type = %s AND p.post_status = 'publish' AND t.taxonomy IN ($names)";
			$parts[] = $wpdb->get_row( $wpdb->prepare( $sql, array_merge( [ $this->type->name ], $taxonomies ) ), ARRAY_N );
		}
		return $parts;
	}

	/**
	 * Digests of what the rows are made of, by the first id of each span. They are public, so they hold no password: a dictionary
	 * would find it.
	 *
	 * @param string[] $taxonomies Names.
	 * @param int $span Ids of a span.
	 * @param array<int, array{int, int}> $ranges Ranges of ids, first and last; none for all.
	 * @return array<int, string> Without spans that have no items.
	 */
	public function sums( array $taxonomies, int $span, array $ranges ): array {
		global $wpdb;
		$sum  = self::sum( "CONCAT( ID, '|', post_title, '|', post_name, '|', post_date, '|', post_modified_gmt, '|', post_author, '|', post_parent, '|', CASE WHEN post_password = '' THEN 0 ELSE 1 END )" );
		$in   = self::within( 'ID', $ranges );
		$sql  = "SELECT ID - ID %% $span AS span, COUNT(*), $sum FROM $wpdb->posts WHERE post_type = %s AND post_status = 'publish'$in GROUP BY span ORDER BY span";
		$sums = [];
		foreach ( (array) $wpdb->get_results( $wpdb->prepare( $sql, $this->type->name ), ARRAY_N ) as $row ) {
			$sums[ (int) $row[0] ] = $row[1] . '.' . $row[2];
		}
		if ( ! $taxonomies || ! $sums ) {
			return $sums;
		}
		// Not joined with the posts, which would be looked up one by one: terms of other types cost a span that is read in vain.
		$names = implode( ', ', array_fill( 0, count( $taxonomies ), '%s' ) );
		$sum   = self::sum( "CONCAT( r.object_id, '|', r.term_taxonomy_id )" );
		$in    = self::within( 'r.object_id', $ranges );
		$sql   = "SELECT r.object_id - r.object_id %% $span AS span, $sum FROM $wpdb->term_relationships r
			INNER JOIN $wpdb->term_taxonomy t ON t.term_taxonomy_id = r.term_taxonomy_id WHERE t.taxonomy IN ($names)$in GROUP BY span";
		foreach ( (array) $wpdb->get_results( $wpdb->prepare( $sql, $taxonomies ), ARRAY_N ) as $row ) {
			if ( isset( $sums[ (int) $row[0] ] ) ) {
				$sums[ (int) $row[0] ] .= '.' . $row[1];
			}
		}
		return $sums;
	}

	/** Sum over the parents of items, of any status: addresses begin with theirs. */
	public function parents(): string {
		global $wpdb;
		$sum = self::sum( "CONCAT( ID, '|', post_name, '|', post_parent, '|', post_status )" );
		return (string) $wpdb->get_var( $wpdb->prepare( "SELECT $sum FROM $wpdb->posts WHERE ID IN ( SELECT post_parent FROM $wpdb->posts WHERE post_type = %s AND post_parent <> 0 )", $this->type->name ) );
	}

	/** Names of the authors in addresses. */
	public function nicenames(): string {
		global $wpdb;
		return (string) $wpdb->get_var( 'SELECT ' . self::sum( "CONCAT( ID, '|', user_nicename )" ) . " FROM $wpdb->users" );
	}

	/**
	 * A digest of many texts, whatever their order. SQLite has no CRC32(), MariaDB cuts a GROUP_CONCAT().
	 *
	 * @param string $text SQL.
	 */
	private static function sum( string $text ): string {
		return defined( 'DB_ENGINE' ) && 'sqlite' === DB_ENGINE ? "MD5( COALESCE( GROUP_CONCAT( $text ), '' ) )" : "SUM( CRC32( $text ) )";
	}

	/**
	 * A condition.
	 *
	 * @param string $column With ids.
	 * @param array<int, array{int, int}> $ranges First and last; none for all.
	 */
	private static function within( string $column, array $ranges ): string {
		$parts = [];
		foreach ( $ranges as list( $first, $last ) ) {
			$parts[] = sprintf( '%s BETWEEN %d AND %d', $column, $first, $last );
		}
		return $parts ? ' AND ( ' . implode( ' OR ', $parts ) . ' )' : '';
	}

	/**
	 * Slugs and parents of all categories, for addresses that contain them.
	 *
	 * @return mixed[]
	 */
	public function categories(): array {
		global $wpdb;
		return (array) $wpdb->get_results( "SELECT t.term_id, t.slug, tt.parent FROM $wpdb->terms t INNER JOIN $wpdb->term_taxonomy tt ON tt.term_id = t.term_id WHERE tt.taxonomy = 'category' ORDER BY t.term_id", ARRAY_N );
	}
}
