<?php
/**
 * 12 items of the content type `project`, one of them a draft.
 */

global $users, $terms, $media;
for ( $number = 1; $number <= 12; $number++ ) {
	$hidden = 12 === $number;
	$id     = put(
		array(
			'post_type'    => 'project',
			'post_title'   => 3 === $number ? '木の家' : 'Project ' . $number,
			'post_status'  => $hidden ? 'draft' : 'publish',
			'post_name'    => $hidden ? 'project-12' : '',
			'post_author'  => $users['anna'],
			'post_date'    => day( $number * 40, 7 ),
			'post_content' => prose( $number ),
			'marker'       => $hidden ? 'HIDDEN' : '',
		)
	);
	wp_set_object_terms( $id, array( $terms['materials'][ $number % 3 ] ), 'material' );
	if ( 0 === $number % 4 ) {
		set_post_thumbnail( $id, $media['big'] );
	}
}
