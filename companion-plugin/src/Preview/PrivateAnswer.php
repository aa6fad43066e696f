<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Preview;

use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * An answer of GraphQL that is for one request alone.
 *
 * The request is anonymous, so any cache would take its answer for everybody's.
 */
final class PrivateAnswer {

	/** Constants that page, object and database caches look at before they keep an answer. */
	private const NO_CACHE = [ 'DONOTCACHEPAGE', 'DONOTCACHEOBJECT', 'DONOTCACHEDB', 'DONOTCDN' ];

	/** Keeps the answer to this request out of caches. */
	public function register(): void {
		foreach ( self::NO_CACHE as $name ) {
			if ( ! defined( $name ) ) {
				define( $name, true ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- The names that cache plugins agree on.
			}
		}
		// WPGraphQL Smart Cache.
		add_filter( 'graphql_cache_is_object_cache_enabled', '__return_false', PHP_INT_MAX );
		add_filter( 'graphql_send_nocache_headers', '__return_true', PHP_INT_MAX );
		Hooks::filter( 'graphql_response_headers_to_send', [ $this, 'headers' ], PHP_INT_MAX );
	}

	/**
	 * Headers that keep the answer from every cache on its way. WordPress's own allow one that asks again each time.
	 *
	 * @param mixed $headers By name.
	 * @return mixed
	 */
	public function headers( $headers ) {
		if ( is_array( $headers ) ) {
			foreach ( array_keys( $headers ) as $name ) {
				// Smart Cache lists the nodes of an answer, for caches that purge by them.
				if ( in_array( strtolower( (string) $name ), [ 'cache-control', 'x-graphql-keys' ], true ) ) {
					unset( $headers[ $name ] );
				}
			}
			$headers['Cache-Control'] = 'no-store, private';
		}
		return $headers;
	}
}
