<?php
/**
 * 10,000 posts, 12 categories, 30 tags, straight into the tables: WordPress's own functions would take ten minutes.
 * Runs inside a test WordPress without content.
 */

$pdo = new PDO( 'sqlite:' . ABSPATH . 'wp-content/database/.ht.sqlite' );
$pdo->setAttribute( PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION );
$pdo->beginTransaction();

$term     = $pdo->prepare( 'INSERT INTO wp_terms ( term_id, name, slug, term_group ) VALUES ( ?, ?, ?, 0 )' );
$taxonomy = $pdo->prepare( "INSERT INTO wp_term_taxonomy ( term_taxonomy_id, term_id, taxonomy, description, parent, count ) VALUES ( ?, ?, ?, '', ?, 500 )" );
for ( $number = 0; $number < 42; $number++ ) {
	$id = 100 + $number;
	$of = $number < 12 ? 'category' : 'post_tag';
	$term->execute( array( $id, "Term $number", "term-$number" ) );
	// Every third category lies in the one before it.
	$taxonomy->execute( array( $id, $id, $of, 'category' === $of && 2 === $number % 3 ? $id - 1 : 0 ) );
}

$fields   = array( 'post_content', 'post_excerpt', 'to_ping', 'pinged', 'post_content_filtered' );
$post     = $pdo->prepare(
	'INSERT INTO wp_posts ( ID, post_author, post_date, post_date_gmt, post_modified, post_modified_gmt, post_title, post_name, post_status, post_type, '
	. implode( ', ', $fields ) . " ) VALUES ( ?, 1, ?, ?, ?, ?, ?, ?, 'publish', 'post', ?, '', '', '', '' )"
);
$relation = $pdo->prepare( 'INSERT INTO wp_term_relationships ( object_id, term_taxonomy_id, term_order ) VALUES ( ?, ?, 0 )' );
$text     = str_repeat( "<!-- wp:paragraph -->\n<p>Timber, glass, stone, light, a garden by the river, bread and paper in winter.</p>\n<!-- /wp:paragraph -->\n\n", 20 );
for ( $number = 1; $number <= 10000; $number++ ) {
	$id   = 1000 + $number;
	$date = gmdate( 'Y-m-d H:i:s', 1700000000 + $number * 5000 );
	$post->execute( array( $id, $date, $date, $date, $date, "It's \"ordinary\" & long enough -- post number $number", "it-s-ordinary-and-long-enough-post-number-$number", $text ) );
	$relation->execute( array( $id, 100 + $number % 12 ) );
	$relation->execute( array( $id, 112 + $number % 30 ) );
}
$pdo->commit();
