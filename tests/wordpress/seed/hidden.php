<?php
/**
 * The 16 posts that a visitor must not see, or not the text of: 3 protected, 3 private, 4 drafts, 1 pending, 2 scheduled,
 * 3 in the trash. Text and excerpt hold `PROTECTED-<id>` or `HIDDEN-<id>`, so that a leak can be looked for.
 *
 * @return array ids: `protected-1` …
 */

global $users, $terms, $media;
$kinds  = array( 'protected' => 3, 'private' => 3, 'draft' => 4, 'pending' => 1, 'future' => 2, 'trash' => 3 );
$hidden = array();

foreach ( $kinds as $kind => $count ) {
	for ( $number = 1; $number <= $count; $number++ ) {
		$fields = array(
			'post_title'    => ucfirst( $kind ) . ' post ' . $number,
			'post_content'  => p( 'Not for everybody.' ),
			'post_date'     => 'future' === $kind ? "2037-0{$number}-01 12:00:00" : day( 510 + $number * 3, 11 ),
			'post_author'   => $users['sam'],
			'post_category' => array( $terms['categories']['news'] ),
			'tags_input'    => array(),
			'marker'        => 'protected' === $kind ? 'PROTECTED' : 'HIDDEN',
		);
		if ( 'protected' === $kind ) {
			$fields['post_password'] = 'secret';
		} elseif ( 'trash' !== $kind ) {
			$fields['post_status'] = $kind;
		}
		// The state after "Switch to draft": the slug of a post that was public once. The other drafts have none.
		if ( 'draft' === $kind && 1 === $number ) {
			$fields['post_name'] = 'draft-post-with-slug';
		}
		$id = put( $fields );
		set_post_thumbnail( $id, $media['alt'] );
		if ( 'trash' === $kind ) {
			sure( wp_trash_post( $id ) );
		}
		$hidden[ "{$kind}-{$number}" ] = $id;
	}
}
return $hidden;
