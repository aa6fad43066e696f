<?php
/**
 * Plugin Name: Faults
 *
 * Makes GraphQL fail as WordPress itself does, where the option `test_fault` says so: `fatal` is a real fatal error of PHP,
 * `schema` takes a field away, `database` lets each query of posts fail as that of a crashed table does, any other value is an address at which WPGraphQL throws. An address in `test_shown` is a page of WordPress's own.
 */

// Outside of WPGraphQL, which catches what is thrown inside: WordPress itself answers, with an error of its REST API.
add_action(
	'parse_request',
	function () {
		if ( 'fatal' === get_option( 'test_fault' ) && is_graphql_http_request() ) {
			test_function_that_nobody_has_defined();
		}
	},
	0
);

add_action(
	'parse_request',
	function () {
		if ( 'database' !== get_option( 'test_fault' ) || ! is_graphql_http_request() ) {
			return;
		}
		add_filter(
			'query',
			function ( $query ) {
				global $wpdb;
				return preg_match( "/\\b$wpdb->posts\\b/", $query ) ? "SELECT * FROM {$wpdb->posts}_marked_as_crashed" : $query;
			}
		);
	},
	0
);

add_action(
	'graphql_register_types',
	function () {
		if ( 'schema' === get_option( 'test_fault' ) ) {
			deregister_graphql_field( 'NodeWithExcerpt', 'excerpt' );
			deregister_graphql_field( 'Post', 'excerpt' );
		}
	}
);

add_filter(
	'graphql_pre_resolve_uri',
	function ( $found, $uri ) {
		$fault = get_option( 'test_fault' );
		if ( $fault && rtrim( $fault, '/' ) === rtrim( $uri, '/' ) ) {
			throw new TypeError( 'TypeRegistry::get_type(): Return value must be of type object, null returned' );
		}
		return $found;
	},
	10,
	2
);

add_action(
	'template_redirect',
	function () {
		$shown = get_option( 'test_shown' );
		if ( $shown && strtok( $_SERVER['REQUEST_URI'], '?' ) === $shown ) {
			status_header( 200 );
			exit( 'A page of a plugin' );
		}
	},
	0
);
