<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Preview;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * The read grant.
 *
 * Reads the header `X-Companion-Preview` of a GraphQL request. The site sends it, from server to server, while an editor's
 * preview is rendered; it opens one item to that one request. Nobody is logged in by it and nobody gets a capability.
 */
final class ReadGrant implements Module {

	/** Of the request, as PHP names it. */
	private const HEADER = 'HTTP_X_COMPANION_PREVIEW';

	/** What page, object and database caches look at before they keep an answer. */
	private const NO_CACHE = [ 'DONOTCACHEPAGE', 'DONOTCACHEOBJECT', 'DONOTCACHEDB', 'DONOTCDN' ];

	private Previews $previews;
	private Settings $settings;
	private Clock $clock;

	public function __construct( Previews $previews, Settings $settings, Clock $clock ) {
		$this->previews = $previews;
		$this->settings = $settings;
		$this->clock    = $clock;
	}

	/**
	 * Adds its hook, which runs in GraphQL requests over HTTP only, before anything is executed: a query that PHP code runs
	 * with graphql() in some other request has no part in this.
	 */
	public function register(): void {
		Hooks::action( 'graphql_process_http_request', [ $this, 'open' ], 1 );
	}

	/** Opens the item that the header names. A header that proves nothing opens nothing, and nobody is told why. */
	public function open(): void {
		if ( ! isset( $_SERVER[ self::HEADER ] ) ) {
			return;
		}
		$this->keep_out_of_caches();
		$value = is_string( $_SERVER[ self::HEADER ] ) ? wp_unslash( $_SERVER[ self::HEADER ] ) : ''; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- Compared byte by byte.
		$id    = Token::granted( $this->settings->preview_secrets(), $value, $this->clock->now() );
		$post  = $id ? get_post( $id ) : null;
		if ( $this->previews->can_open( $post ) ) {
			( new OpenItem( $post ) )->register();
			( new UnsavedChanges( $post ) )->register();
		}
	}

	/** The request is anonymous, so any cache would take its answer for everybody's. */
	private function keep_out_of_caches(): void {
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
