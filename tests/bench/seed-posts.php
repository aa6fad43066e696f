<?php
/**
 * 10,000 posts, 12 categories, 30 tags, straight into the tables: WordPress's own functions would take ten minutes.
 * Runs inside a test WordPress without content. `$first` and `$last` may be set before: more posts, behind those of another run.
 */

$first = $first ?? 1;
$last  = $last ?? 10000;

global $wpdb;

/** Many rows a statement. */
function seed( $table, array $columns, array $rows ) {
	global $wpdb;
	$place = '( ' . implode( ', ', array_fill( 0, count( $columns ), '%s' ) ) . ' )';
	foreach ( array_chunk( $rows, 100 ) as $some ) {
		$sql = "INSERT INTO $table ( " . implode( ', ', $columns ) . ' ) VALUES ' . implode( ', ', array_fill( 0, count( $some ), $place ) );
		if ( false === $wpdb->query( $wpdb->prepare( $sql, array_merge( ...$some ) ) ) ) {
			throw new RuntimeException( $wpdb->last_error );
		}
	}
}

$terms      = array();
$taxonomies = array();
for ( $number = 0; $number < 42; $number++ ) {
	$id      = 100 + $number;
	$of      = $number < 12 ? 'category' : 'post_tag';
	$terms[] = array( $id, "Term $number", "term-$number", 0 );
	// Every third category lies in the one before it.
	$taxonomies[] = array( $id, $id, $of, '', 'category' === $of && 2 === $number % 3 ? $id - 1 : 0, 500 );
}

// Behind posts that were published between two runs.
$before    = max( 1000, (int) $wpdb->get_var( "SELECT MAX( ID ) FROM $wpdb->posts" ) );
$posts     = array();
$relations = array();
$text      = str_repeat( "<!-- wp:paragraph -->\n<p>Timber, glass, stone, light, a garden by the river, bread and paper in winter.</p>\n<!-- /wp:paragraph -->\n\n", 20 );
for ( $number = $first; $number <= $last; $number++ ) {
	$id          = $before + $number - $first + 1;
	$date        = gmdate( 'Y-m-d H:i:s', 1700000000 + $number * 500 );
	$title       = "It's \"ordinary\" & long enough -- post number $number";
	$slug        = "it-s-ordinary-and-long-enough-post-number-$number";
	$posts[]     = array( $id, 1, $date, $date, $date, $date, $title, $slug, 'publish', 'post', $text, '', '', '', '' );
	$relations[] = array( $id, 100 + $number % 12, 0 );
	$relations[] = array( $id, 112 + $number % 30, 0 );
}

$wpdb->query( 'START TRANSACTION' );
if ( 1 === $first ) {
	seed( $wpdb->terms, array( 'term_id', 'name', 'slug', 'term_group' ), $terms );
	seed( $wpdb->term_taxonomy, array( 'term_taxonomy_id', 'term_id', 'taxonomy', 'description', 'parent', 'count' ), $taxonomies );
}
$columns = array( 'ID', 'post_author', 'post_date', 'post_date_gmt', 'post_modified', 'post_modified_gmt', 'post_title', 'post_name', 'post_status', 'post_type', 'post_content' );
seed( $wpdb->posts, array_merge( $columns, array( 'post_excerpt', 'to_ping', 'pinged', 'post_content_filtered' ) ), $posts );
seed( $wpdb->term_relationships, array( 'object_id', 'term_taxonomy_id', 'term_order' ), $relations );
$wpdb->query( 'COMMIT' );
