<?php
/**
 * Title with entities, a static front page and a posts page.
 */

global $pages;
$settings = array(
	'blogname'               => 'Nasty & Co <b>',
	'blogdescription'        => 'Wood & "glass" — 木',
	'posts_per_page'         => 10,
	'show_on_front'          => 'page',
	'page_on_front'          => $pages['home'],
	'page_for_posts'         => $pages['blog'],
	'default_comment_status' => 'open',
	'comment_moderation'     => 0,
	'comment_previously_approved' => 0,
	'thread_comments_depth'  => 5,
);
foreach ( $settings as $name => $value ) {
	update_option( $name, $value );
}
