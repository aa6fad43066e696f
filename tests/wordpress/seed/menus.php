<?php
/**
 * PRIMARY with 24 items, three deep; FOOTER with 110, more than GraphQL gives in one answer.
 */

global $pages, $posts, $terms;

/** @return int id of a menu item; $kind is `page`, `category`, `post_tag`, `post` (with an id) or `custom` (with an address) */
function put_item( $menu, $kind, $what, $title = '', $parent = 0, array $more = array() ) {
	// WordPress takes the next position by itself, but finds it by a count that the seed defers.
	static $position = 0;
	$fields = array(
		'menu-item-status'    => 'publish',
		'menu-item-title'     => $title,
		'menu-item-parent-id' => $parent,
		'menu-item-position'  => ++$position,
	);
	if ( 'custom' === $kind ) {
		$fields += array( 'menu-item-type' => 'custom', 'menu-item-url' => $what );
	} else {
		$type    = in_array( $kind, array( 'page', 'post' ), true ) ? 'post_type' : 'taxonomy';
		$fields += array( 'menu-item-type' => $type, 'menu-item-object' => $kind, 'menu-item-object-id' => $what );
	}
	return sure( wp_update_nav_menu_item( $menu, 0, wp_slash( $fields + $more ) ) );
}

$primary = sure( wp_create_nav_menu( 'Main & more' ) );
put_item( $primary, 'page', $pages['home'] );
$about = put_item( $primary, 'page', $pages['about'], 'About <em>us</em>' );
$team  = put_item( $primary, 'page', $pages['team'], '', $about, array( 'menu-item-classes' => 'highlight  two' ) );
put_item( $primary, 'page', $pages['design'], '', $team );
put_item( $primary, 'page', $pages['intern'], '', $team );
put_item( $primary, 'page', $pages['history'], '', $about );
put_item( $primary, 'page', $pages['services'] );
put_item( $primary, 'page', $pages['unicode'] );
put_item( $primary, 'page', $pages['blog'] );
$topics = put_item( $primary, 'custom', '#', 'Topics' );
foreach ( array( 'news', 'travel', 'asia', 'japan' ) as $category ) {
	put_item( $primary, 'category', $terms['categories'][ $category ], '', $topics );
}
put_item( $primary, 'post_tag', $terms['tags'][5], '', $topics );
put_item( $primary, 'post', $posts['japanese'] );
put_item( $primary, 'post', $posts['markup'] );
$blank = array( 'menu-item-target' => '_blank', 'menu-item-xfn' => 'noopener' );
put_item( $primary, 'custom', 'https://example.com/?a=1&b=2', 'Elsewhere', 0, $blank );
put_item( $primary, 'custom', 'mailto:hello@example.com', 'Mail' );
put_item( $primary, 'custom', home_url( '/seed/ordinary-post-1/?from=menu#top' ), 'Absolute' );
put_item( $primary, 'custom', '/seed/ordinary-post-2/', 'Relative' );
put_item( $primary, 'custom', home_url( '/seed/project/' ), 'Projects' );
$described = array( 'menu-item-attr-title' => 'Write "to" us', 'menu-item-description' => 'By mail' );
put_item( $primary, 'page', $pages['contact'], '', 0, $described );
// Its target is no longer public.
put_item( $primary, 'post', $posts['draft-1'], 'Draft in the menu' );

$footer = sure( wp_create_nav_menu( 'Footer' ) );
put_item( $footer, 'page', $pages['privacy'] );
for ( $number = 2; $number <= 110; $number++ ) {
	$above  = 0 === $number % 10 ? $parent : 0;
	$parent = put_item( $footer, 'custom', "/seed/ordinary-post-{$number}/", "Link {$number}", $above );
}
set_theme_mod( 'nav_menu_locations', compact( 'primary', 'footer' ) );
