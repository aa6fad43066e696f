<?php
/**
 * The 184 public posts: the nasty ones of nasty-posts.php, newest first in most lists, and ordinary ones below them.
 *
 * @return array ids by the key that nasty-posts.php gives, and `ordinary-<n>`
 */

global $users, $terms, $media;
$authors    = array_values( array_diff_key( $users, array( 'nobody' => 0 ) ) );
$categories = array_values( $terms['categories'] );
$nasty      = require __DIR__ . '/nasty-posts.php';
$ids        = array();

foreach ( $nasty as $key => $fields ) {
	$number      = count( $ids );
	$picture     = $fields['picture'] ?? 0;
	$fields     += array(
		'post_date'     => day( 500 + $number ),
		'post_author'   => $authors[ $number % 4 ],
		'post_category' => array( $categories[ $number % 6 ] ),
		'tags_input'    => array(),
		'post_content'  => prose( $number ),
	);
	$ids[ $key ] = put( array_diff_key( $fields, array( 'picture' => 0 ) ) );
	if ( $picture ) {
		update_post_meta( $ids[ $key ], '_thumbnail_id', $picture );
	}
}

for ( $number = 1; count( $ids ) < 184; $number++ ) {
	$id = put(
		array(
			'post_title'    => 'Ordinary post ' . $number,
			'post_content'  => prose( $number ),
			'post_excerpt'  => 0 === $number % 5 ? "Summary of number $number." : '',
			'post_date'     => day( $number * 3 ),
			'post_author'   => $authors[ $number % 4 ],
			// Every seventh in two categories, one of them below the other.
			'post_category' => 0 === $number % 7 ? array( $categories[1], $categories[2] ) : array( $categories[ $number % 6 ] ),
		)
	);
	// Ids, because a name such as 2025 would be taken for one.
	wp_set_object_terms( $id, array( $terms['tags'][ $number % 14 ], $terms['tags'][ ( $number * 3 + 1 ) % 14 ] ), 'post_tag' );
	if ( 0 === $number % 6 ) {
		update_post_meta( $id, '_thumbnail_id', array_values( $media )[ $number % 3 ] );
	}
	$ids[ 'ordinary-' . $number ] = $id;
}

// Renamed after publication: WordPress remembers the old slug and redirects from it.
sure( wp_update_post( array( 'ID' => $ids['renamed'], 'post_name' => 'second-name' ), true ) );
// Not now, but on the same day in every template.
$modified = array( 'post_modified' => day( 545 ), 'post_modified_gmt' => day( 545, -7200 ) );
$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, $modified, array( 'ID' => $ids['renamed'] ) );

stick_post( $ids['ordinary-10'] );
stick_post( $ids['table'] );
return $ids;
