<?php
/**
 * Public posts, each nasty in its own way; fields are those of wp_insert_post, `picture` is the id of the featured image.
 *
 * @return array fields by a key that other parts of the seed use
 */

global $media, $pages;
require __DIR__ . '/bodies.php';

$same    = '2026-03-03 03:03:03';
$first   = home_url( '/seed/ordinary-post-1/' );
$excerpt = 'A <strong>bold</strong> &amp; <a href="' . $first . '">linked</a> excerpt <script>alert(3)</script>';
$paged   = p( 'Page one.' ) . paging( 'nextpage' ) . p( 'Page two.' ) . paging( 'nextpage' ) . p( 'Page three.' );
$classic = "A line.\nA second one.\n\nA paragraph with [unknown_shortcode id=\"1\"] and [caption]x[/caption].";
$more    = p( 'Teaser.' ) . paging( 'more' ) . p( 'After the fold.' );

return array(
	'japanese'   => array( 'post_title' => '日本語だけのタイトル', 'post_content' => p( '日本語の本文。' ), 'picture' => $media['alt'] ),
	'cyrillic'   => array( 'post_title' => 'Привет, мир' ),
	'umlauts'    => array( 'post_title' => 'Über Größe & Maß', 'post_name' => 'über-größe' ),
	'arabic'     => array( 'post_title' => 'مرحبا بالعالم' ),
	'emoji'      => array( 'post_title' => '🎉 Party 👩‍👩‍👧 time' ),
	'emoji-only' => array( 'post_title' => '🎉🎉' ),
	'no-title'   => array( 'post_title' => '' ),
	'entities'   => array( 'post_title' => 'Tom &amp; Jerry&#8217;s &lt;b&gt; AT&T' ),
	'markup'     => array( 'post_title' => '5 < 6 & "double" \'single\' <em>markup</em>' ),
	'script'     => array( 'post_title' => 'Title <script>alert(2)</script>', 'post_content' => attack_body() ),
	'long-title' => array( 'post_title' => str_repeat( 'Donaudampfschifffahrtsgesellschaft ', 12 ) . 'end' ),
	'year'       => array( 'post_title' => '2025' ),
	'route'      => array( 'post_title' => 'Feed' ),
	'category'   => array( 'post_title' => 'Travel' ),
	'twin-1'     => array( 'post_title' => 'Twin' ),
	'twin-2'     => array( 'post_title' => 'Twin' ),
	'dangling'   => array( 'post_title' => 'Dangling picture', 'picture' => 999999 ),
	'big'        => array( 'post_title' => 'Big picture', 'picture' => $media['big'] ),
	'tiny'       => array( 'post_title' => 'Tiny picture', 'picture' => $media['tiny'] ),
	'alt'        => array( 'post_title' => 'Picture with text', 'picture' => $media['alt'] ),
	'long'       => array( 'post_title' => 'Very long', 'post_content' => long_body() ),
	'paged'      => array( 'post_title' => 'Paged post', 'post_content' => $paged ),
	'more'       => array( 'post_title' => 'More tag', 'post_content' => $more ),
	'empty'      => array( 'post_title' => 'Without text', 'post_content' => '' ),
	'classic'    => array( 'post_title' => 'Classic editor', 'post_content' => $classic ),
	'gallery'    => array( 'post_title' => 'Gallery', 'post_content' => gallery_body() ),
	'table'      => array( 'post_title' => 'Table', 'post_content' => table_body() ),
	'columns'    => array( 'post_title' => 'Columns and buttons', 'post_content' => columns_body() ),
	'code'       => array( 'post_title' => 'Quote and code', 'post_content' => code_body() ),
	'embed'      => array( 'post_title' => 'Embed', 'post_content' => embed_body() ),
	'links'      => array( 'post_title' => 'Links', 'post_content' => links_body() ),
	'renamed'    => array( 'post_title' => 'Renamed', 'post_name' => 'first-name' ),
	'no-terms'   => array( 'post_title' => 'Only the default category', 'post_category' => array() ),
	'excerpt'    => array( 'post_title' => 'Excerpt with markup', 'post_excerpt' => $excerpt ),
	'same-1'     => array( 'post_title' => 'Same second A', 'post_date' => $same ),
	'same-2'     => array( 'post_title' => 'Same second B', 'post_date' => $same ),
	'same-3'     => array( 'post_title' => 'Same second C', 'post_date' => $same ),
	'night'      => array( 'post_title' => 'Just after midnight', 'post_date' => '2026-07-01 00:30:00' ),
	'moon'       => array( 'post_title' => 'Before the epoch', 'post_date' => '1969-07-20 20:17:40' ),
	'old'        => array( 'post_title' => 'A long time ago', 'post_date' => '2001-09-09 03:46:40' ),
);
