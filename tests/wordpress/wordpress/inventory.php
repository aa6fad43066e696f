<?php
/**
 * WordPress's own inventory, as JSON. The form is `Inventory` in ../server/types.ts.
 */

require ABSPATH . 'wp-load.php';

function test_plain( $html ) {
	return trim( html_entity_decode( wp_strip_all_tags( $html ), ENT_QUOTES | ENT_HTML5, 'UTF-8' ) );
}

function test_path( $url ) {
	return false === $url ? null : wp_make_link_relative( $url );
}

/** @return string the title as a theme shows it, without the prefix that WordPress puts before "Private:" and "Protected:" */
function test_title( WP_Post $post ) {
	return test_plain( apply_filters( 'the_title', $post->post_title, $post->ID ) );
}

/** @return string where the post would be if it were public */
function test_would_be_path( WP_Post $post ) {
	$public              = clone $post;
	$public->post_status = 'publish';
	$before_trash        = get_post_meta( $post->ID, '_wp_desired_post_slug', true );
	$public->post_name   = $before_trash ?: $post->post_name ?: sanitize_title( $post->post_title );
	// get_permalink() reads the post again, whatever it is given.
	wp_cache_set( $post->ID, $public, 'posts' );
	$path = test_path( get_permalink( $post->ID ) );
	wp_cache_set( $post->ID, $post, 'posts' );
	return $path;
}

$types = array( 'post', 'page', 'project' );
$all   = get_posts(
	array(
		'post_type'   => $types,
		'post_status' => array_keys( get_post_stati() ),
		'numberposts' => -1,
		'orderby'     => 'ID',
		'order'       => 'ASC',
	)
);

$published = array();
$hidden    = array();
$redirects = array();
foreach ( $all as $post ) {
	$id = $post->ID;
	if ( 'publish' === get_post_status( $id ) ) {
		$path        = test_path( get_permalink( $id ) );
		$published[] = array(
			'type'        => $post->post_type,
			'id'          => $id,
			'path'        => $path,
			'title'       => test_title( $post ),
			'date'        => $post->post_date,
			'hasPassword' => '' !== $post->post_password,
			'marker'      => '' !== $post->post_password ? 'PROTECTED-' . $id : null,
		);
		foreach ( get_post_meta( $id, '_wp_old_slug' ) as $slug ) {
			$redirects[] = array( 'from' => str_replace( $post->post_name, $slug, $path ), 'to' => $path );
		}
	} else {
		$hidden[] = array(
			'type'   => $post->post_type,
			'id'     => $id,
			'status' => get_post_status( $id ),
			'path'   => test_would_be_path( $post ),
			'title'  => test_title( $post ),
			'marker' => 'HIDDEN-' . $id,
		);
	}
}

$terms = array();
foreach ( get_terms( array( 'taxonomy' => array( 'category', 'post_tag', 'material' ), 'hide_empty' => false ) ) as $term ) {
	$terms[] = array(
		'taxonomy' => $term->taxonomy,
		'id'       => $term->term_id,
		'path'     => test_path( get_term_link( $term ) ),
		'name'     => test_plain( $term->name ),
		'count'    => $term->count,
	);
}

$authors = array();
foreach ( get_users( array( 'orderby' => 'ID' ) ) as $user ) {
	$authors[] = array(
		'id'    => $user->ID,
		'path'  => test_path( get_author_posts_url( $user->ID ) ),
		'name'  => test_plain( $user->display_name ),
		'posts' => (int) count_user_posts( $user->ID, 'post', true ),
	);
}

$comments = array();
foreach ( get_comments( array( 'status' => 'any', 'orderby' => 'comment_ID', 'order' => 'ASC' ) ) as $comment ) {
	$readable   = '1' === $comment->comment_approved && ! get_post( $comment->comment_post_ID )->post_password;
	$comments[] = array(
		'id'     => (int) $comment->comment_ID,
		'post'   => (int) $comment->comment_post_ID,
		'shown'  => $readable,
		'marker' => $readable ? null : $comment->comment_content,
	);
}

$static = 'page' === get_option( 'show_on_front' );
echo wp_json_encode(
	array(
		'published' => $published,
		'hidden'    => $hidden,
		'terms'     => $terms,
		'authors'   => $authors,
		'comments'  => $comments,
		'redirects' => $redirects,
		'archives'  => array_values( array_filter( array( test_path( get_post_type_archive_link( 'project' ) ) ) ) ),
		'frontPage' => $static ? (int) get_option( 'page_on_front' ) : null,
		'postsPage' => $static && get_option( 'page_for_posts' ) ? test_path( get_permalink( get_option( 'page_for_posts' ) ) ) : null,
	)
);
