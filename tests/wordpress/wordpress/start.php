<?php
/**
 * Turns a fresh copy of a template into this instance: its address, its permalinks, and the links in its content.
 * Environment: WP_TEST_PERMALINKS. The seed writes addresses as `http://wordpress.invalid/…` and links to posts as
 * `/seed/<slug>/`, because neither the port nor the permalinks are known when the template is made.
 */

// Before WordPress starts: taxonomies and content types take the front part (`/blog/`) when they are registered.
$other    = test_constants();
$database = isset( $other['DB_HOST'] )
	? new mysqli( null, $other['DB_USER'], '', $other['DB_NAME'], 0, explode( ':', $other['DB_HOST'] )[1] )
	: new PDO( 'sqlite:' . ABSPATH . 'wp-content/database/.ht.sqlite' );
$update   = $database->prepare( "UPDATE wp_options SET option_value = ? WHERE option_name = 'permalink_structure'" );
$update->execute( array( getenv( 'WP_TEST_PERMALINKS' ) ) );
unset( $update, $database );

require ABSPATH . 'wp-load.php';
flush_rewrite_rules();

/** @return string where the post, category or content type with this name is, or where the post was under its old slug */
function test_path_of( $slug ) {
	global $wpdb;
	$post = get_page_by_path( $slug, OBJECT, 'post' );
	$term = get_term_by( 'slug', $slug, 'category' );
	if ( $post || $term || post_type_exists( $slug ) ) {
		$url = $post ? get_permalink( $post ) : ( $term ? get_term_link( $term ) : get_post_type_archive_link( $slug ) );
		return wp_make_link_relative( $url );
	}
	$find = "SELECT post_id FROM $wpdb->postmeta WHERE meta_key = '_wp_old_slug' AND meta_value = %s";
	$post = get_post( $wpdb->get_var( $wpdb->prepare( $find, $slug ) ) );
	return str_replace( $post->post_name, $slug, wp_make_link_relative( get_permalink( $post ) ) );
}

/** @return string $text with the addresses of this instance; a link without a slash at its end stays without */
function test_localize( $text ) {
	$path = fn( $found ) => untrailingslashit( test_path_of( rawurldecode( $found[1] ) ) ) . $found[2];
	$text = preg_replace_callback( '~/seed/([^/"?#]+)(/?)~', $path, $text );
	return str_replace( 'http://wordpress.invalid', WP_HOME, $text );
}

$wpdb->query( 'BEGIN' );
$columns = array(
	array( $wpdb->posts, 'ID', 'post_content' ),
	array( $wpdb->posts, 'ID', 'post_excerpt' ),
	array( $wpdb->posts, 'ID', 'guid' ),
	array( $wpdb->postmeta, 'meta_id', 'meta_value' ),
	array( $wpdb->options, 'option_id', 'option_value' ),
);
foreach ( $columns as list( $table, $key, $column ) ) {
	$where = "$column LIKE '%/seed/%' OR $column LIKE '%wordpress.invalid%'";
	$rows  = $wpdb->get_results( "SELECT $key AS id, $column AS text FROM $table WHERE $where" );
	foreach ( $rows as $row ) {
		// A text with a length before it must not change; the seed puts no address into any.
		if ( ! is_serialized( $row->text ) ) {
			$wpdb->update( $table, array( $column => test_localize( $row->text ) ), array( $key => $row->id ) );
		}
	}
}
$wpdb->query( 'COMMIT' );
