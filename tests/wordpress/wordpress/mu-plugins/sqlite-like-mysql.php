<?php
/**
 * Plugin Name: SQLite like MySQL
 *
 * Two places where the SQLite integration answers differently from MySQL, both reached by WPGraphQL's paging.
 * - `CAST( x AS DATETIME )` has numeric affinity in SQLite and gives the year alone: behind a cursor, posts came again
 *   or not at all (130 of 187 in pages of 30). The columns hold `Y-m-d H:i:s`, which compares rightly as text.
 * - `FIELD( ID, … )` is a user function here, and SQLite takes at most 127 arguments: `ORDER BY FIELD` over more ids failed
 *   with "too many arguments on function FIELD" and lists came back empty. A CASE says the same.
 */

if ( ! is_file( WP_CONTENT_DIR . '/db.php' ) ) {
	return;
}

add_filter(
	'query',
	function ( $query ) {
		$query = preg_replace( '/\bCAST\(\s*(\'[^\']*\'|[\w.`]+)\s+AS\s+DATETIME\s*\)/i', '$1', $query );

		return preg_replace_callback(
			'/\bFIELD\(\s*([\w.`]+)\s*,\s*([\d\s,]+)\)/i',
			function ( $found ) {
				$case = 'CASE ' . $found[1];
				foreach ( explode( ',', $found[2] ) as $index => $id ) {
					$case .= ' WHEN ' . (int) $id . ' THEN ' . ( $index + 1 );
				}
				return $case . ' ELSE 0 END';
			},
			$query
		);
	}
);
