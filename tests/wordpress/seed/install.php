<?php
/**
 * Installs WordPress with WPGraphQL and nothing else: no sample post, page or comment. Run once for a template.
 * Environment: WP_TEST_CONTENT is `nasty` for the whole seed.
 */

define( 'WP_INSTALLING', true );
require ABSPATH . 'wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

wp_install( 'Empty', 'admin', 'admin@example.com', true, '', 'password' );

foreach ( get_posts( array( 'post_type' => 'any', 'post_status' => 'any', 'numberposts' => -1 ) ) as $post ) {
	wp_delete_post( $post->ID, true );
}
update_option( 'home', WP_HOME );
update_option( 'siteurl', WP_SITEURL );
update_option( 'active_plugins', array( 'wp-graphql/wp-graphql.php' ) );
