<?php
/**
 * 21 public pages up to four deep (one of them with a unicode slug), and the awkward ones.
 *
 * @return array ids by a short name
 */

/** @return int id of a page below $parent */
function put_page( $title, $parent = 0, array $fields = array() ) {
	static $order = 0;
	$fields += array( 'post_type' => 'page', 'post_title' => $title, 'post_parent' => $parent, 'menu_order' => $order++ );
	return put( $fields + array( 'post_content' => prose( $order ) ) );
}

global $media;
$home     = put_page( 'Home', 0, array( 'post_content' => heading( 'Welcome' ) . image( $media['big'], 'Stripes' ) . prose( 1 ) ) );
$blog     = put_page( 'Journal', 0, array( 'post_content' => '' ) );
$about    = put_page( 'About' );
$team     = put_page( 'Team', $about );
$design   = put_page( 'Design', $team );
$intern   = put_page( 'Interns', $design );
$history  = put_page( 'History', $about );
$services = put_page( 'Services & "Prices" <em>2025</em>' );
foreach ( array( 'Building', 'Restoring', 'Advice', 'Gardens', 'Drawing' ) as $service ) {
	put_page( $service, $services );
}
// The same slug below another parent, and slugs that WordPress or a front end uses itself.
put_page( 'Team', $services );
put_page( 'Search' );
put_page( 'Category' );
put_page( '404', 0, array( 'post_name' => '404' ) );
put_page( '2024', 0, array( 'post_name' => '2024' ) );
$contact = put_page( 'Contact', 0, array( 'post_content' => p( 'Write to <a href="mailto:hello@example.com">hello@example.com</a>.' ) ) );
$privacy = put_page( 'Privacy', 0, array( 'post_name' => 'legal-privacy' ) );
$unicode = put_page( 'Über uns — 会社概要' );

put_page( 'Protected page', 0, array( 'post_password' => 'secret', 'marker' => 'PROTECTED' ) );
$draft   = put_page( 'Draft page', 0, array( 'post_status' => 'draft', 'post_name' => 'draft-page', 'marker' => 'HIDDEN' ) );
$private = put_page( 'Private page', 0, array( 'post_status' => 'private', 'marker' => 'HIDDEN' ) );
put_page( 'Child of a draft', $draft );
put_page( 'Child of a private page', $private );

return compact( 'home', 'blog', 'about', 'team', 'design', 'intern', 'history', 'services', 'contact', 'privacy', 'unicode' );
