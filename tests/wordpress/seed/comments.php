<?php
/**
 * 60 approved comments over 8 posts, nested three deep, and 120 on a ninth; some that must not show: 4 pending, 4 spam, 2 in
 * the trash, and one on a protected post. Their text holds `HIDDEN-COMMENT-<id>` (`PROTECTED-COMMENT-<id>`).
 */

global $posts;

/** @return int id of a comment */
function put_comment( $post, $number, $parent = 0, $status = '1', $marker = '' ) {
	$texts = array(
		'A plain comment.',
		'With <strong>markup</strong> & "quotes".',
		'<script>alert(4)</script> <a href="javascript:alert(5)">x</a>',
		"Two\n\nparagraphs 🎉",
		'https://example.com/?a=1&b=2',
	);
	$id    = sure(
		wp_insert_comment(
			wp_slash(
				array(
					'comment_post_ID'      => $post,
					'comment_author'       => 0 === $number % 9 ? '<b>Bold</b> & Co' : 'Reader ' . $number,
					'comment_author_email' => "reader{$number}@example.com",
					'comment_author_url'   => 0 === $number % 4 ? 'https://example.com/' : '',
					'comment_content'      => $texts[ $number % 5 ],
					'comment_parent'       => $parent,
					'comment_approved'     => $status,
					'comment_date'         => day( 520, $number * 61 ),
					'comment_date_gmt'     => day( 520, $number * 61 - 7200 ),
				)
			)
		)
	);
	if ( $marker ) {
		$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->comments, array( 'comment_content' => $marker . '-' . $id ), array( 'comment_ID' => $id ) );
	}
	return $id;
}

for ( $number = 1; $number <= 60; $number++ ) {
	$thread = (int) ceil( $number / 3 );
	// Three in a thread, each an answer to the one before.
	$parent = put_comment( $posts[ 'ordinary-' . ( 140 - $thread % 8 ) ], $number, 1 === $number % 3 ? 0 : $parent );
}
for ( $number = 1; $number <= 120; $number++ ) {
	$parent = put_comment( $posts['ordinary-130'], $number, 1 === $number % 3 ? 0 : $parent );
}
foreach ( array( '0', '0', '0', '0', 'spam', 'spam', 'spam', 'spam', 'trash', 'trash' ) as $number => $status ) {
	put_comment( $posts['ordinary-130'], $number, 0, $status, 'HIDDEN-COMMENT' );
}
put_comment( $posts['protected-1'], 1, 0, '1', 'PROTECTED-COMMENT' );
