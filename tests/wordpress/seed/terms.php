<?php
/**
 * Categories three deep (some empty, one unicode), 15 tags (one unicode, one unused), 4 materials (one unicode, one unused).
 *
 * @return array ids: `categories` by slug, lists `tags` and `materials`
 */

/** @return int id of a new term */
function put_term( $name, $taxonomy, $parent = 0, $description = '' ) {
	return sure( wp_insert_term( wp_slash( $name ), $taxonomy, array( 'parent' => $parent, 'description' => $description ) ) )['term_id'];
}

$news   = put_term( 'News', 'category', 0, 'What is <em>new</em> &amp; true.' );
$travel = put_term( 'Travel', 'category' );
$asia   = put_term( 'Asia', 'category', $travel );
$japan  = put_term( '日本', 'category', $asia );
$europe = put_term( 'Europe', 'category', $travel );
$rnd    = put_term( 'R&D "Lab" <em>', 'category' );
put_term( 'Empty', 'category', 0, 'Holds nothing.' );
put_term( 'Empty Below', 'category', $europe );

$used = array( 'Wood', 'Glass', 'Stone', 'Light', 'Köln & Düsseldorf', '東京', 'C++', 'Tips', 'Interview', 'Review', 'History' );
$tags = array();
foreach ( array_merge( $used, array( 'Food', '2025', 'About' ) ) as $tag ) {
	$tags[] = put_term( $tag, 'post_tag' );
}
put_term( 'Unused', 'post_tag' );

$materials = array();
foreach ( array( 'Oak', 'Concrete', '竹' ) as $material ) {
	$materials[] = put_term( $material, 'material' );
}
put_term( 'Unobtainium', 'material' );

return array(
	'categories' => compact( 'news', 'travel', 'asia', 'japan', 'europe', 'rnd' ),
	'tags'       => $tags,
	'materials'  => $materials,
);
