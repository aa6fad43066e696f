<?php
/**
 * Makes a network of the installation, as Tools > Network Setup does. Prints the constants that wp-config.php needs then.
 */

define( 'WP_INSTALLING_NETWORK', true );
require ABSPATH . 'wp-load.php';
require_once ABSPATH . 'wp-admin/includes/network.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

foreach ( $wpdb->tables( 'ms_global' ) as $table => $prefixed ) {
	$wpdb->$table = $prefixed;
}
// With its port, which WordPress leaves out but for 80 and 443, and the Network Setup screen refuses.
$host = substr( WP_HOME, strlen( 'http://' ) );
install_network();
$result = populate_network( 1, $host, 'admin@example.com', 'Network', '/', false );
if ( is_wp_error( $result ) ) {
	throw new RuntimeException( $result->get_error_message() );
}
// For the sites that come later, too.
$wpdb->update(
	$wpdb->sitemeta,
	array( 'meta_value' => serialize( array( 'wp-graphql/wp-graphql.php' => time() ) ) ),
	array( 'meta_key' => 'active_sitewide_plugins' )
);
echo wp_json_encode(
	array(
		'MULTISITE'            => true,
		'SUBDOMAIN_INSTALL'    => false,
		'DOMAIN_CURRENT_SITE'  => $host,
		'PATH_CURRENT_SITE'    => '/',
		'SITE_ID_CURRENT_SITE' => 1,
		'BLOG_ID_CURRENT_SITE' => 1,
	)
);
