<?php
/**
 * Walks through the plugin inside a WordPress: every class, a change, GraphQL, REST, the admin's pages, its end. Prints what came
 * of it as JSON; what PHP complains about goes to standard error. For a PHP that has no web server (tests/long/php74.test.ts).
 */

define( 'WP_ADMIN', true );
require ABSPATH . 'wp-load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';
wp_set_current_user( 1 );
global $wpdb;

$seen   = array( 'php' => PHP_VERSION );
$plugin = 'headless-site-companion/headless-site-companion.php';
$source = dirname( COMPANION_FILE ) . '/src/';

// A method that does not fit the class above it is found when the class is loaded, not when its file is compiled.
$seen['classes'] = 0;
foreach ( new RecursiveIteratorIterator( new RecursiveDirectoryIterator( $source ) ) as $file ) {
	$name = 'HeadlessSiteCompanion\\' . strtr( substr( $file, strlen( $source ), -4 ), '/', '\\' );
	if ( 'php' === $file->getExtension() && ( class_exists( $name ) || interface_exists( $name ) || trait_exists( $name ) ) ) {
		++$seen['classes'];
	}
}

$post = wp_insert_post(
	array(
		'post_title'   => 'On tour',
		'post_status'  => 'publish',
		'post_content' => '<!-- wp:paragraph --><p>Hello</p><!-- /wp:paragraph -->',
	)
);
wp_update_term( (int) get_option( 'default_category' ), 'category', array( 'name' => 'Renamed' ) );
update_option( 'blogdescription', 'Changed' );
wp_trash_post( $post );

$types           = '{__schema{queryType{fields{name}}types{name}}}';
$answer          = graphql( array( 'query' => $types ) );
$seen['graphql'] = $answer['errors'][0]['message'] ?? count( $answer['data']['__schema']['types'] );

// `doctor` answers only who shows that the secrets are known, as create-headless-site does.
$known = HeadlessSiteCompanion\Plugin::instance()->settings;
$exp   = HeadlessSiteCompanion\Plugin::instance()->clock->now() + 60;
$sign  = function ( $secrets, $what ) use ( $exp ) {
	return HeadlessSiteCompanion\Support\Hmac::sign( $secrets[0], 'companion/doctor/v1', "v1|$what|$exp" );
};
$signature = "$exp." . $sign( $known->revalidation_secrets(), 'revalidation' ) . '.' . $sign( $known->preview_secrets(), 'preview' );

$seen['rest'] = array();
foreach ( rest_get_server()->get_routes( 'companion/v1' ) as $route => $handlers ) {
	if ( array_filter( array_column( array_column( $handlers, 'methods' ), 'GET' ) ) ) {
		$request = new WP_REST_Request( 'GET', $route );
		$request->set_header( 'X-Companion-Doctor', $signature );
		$seen['rest'][ $route ] = rest_do_request( $request )->get_status();
	}
}

do_action( 'admin_menu', '' );
do_action( 'admin_init' );
$seen['pages'] = array();
foreach ( $GLOBALS['submenu'] as $menu => $items ) {
	foreach ( array_column( $items, 2 ) as $page ) {
		$hook = 0 === strpos( $page, 'companion' ) ? get_plugin_page_hook( $page, $menu ) : null;
		if ( $hook ) {
			$_GET['page'] = $page;
			set_current_screen( $hook );
			ob_start();
			do_action( 'admin_enqueue_scripts', $hook );
			do_action( 'admin_notices' );
			do_action( $hook );
			$seen['pages'][ $page ] = strlen( ob_get_clean() );
		}
	}
}

// Rows are written when the request is over.
register_shutdown_function(
	static function () use ( $seen, $plugin ) {
		global $wpdb;
		$seen['outbox'] = $wpdb->get_col( "SELECT changes FROM {$wpdb->prefix}companion_outbox" );
		deactivate_plugins( $plugin );
		uninstall_plugin( $plugin );
		$seen['left'] = $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%companion%'" );
		echo wp_json_encode( $seen );
	}
);
