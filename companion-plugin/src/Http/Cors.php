<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Http;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Settings\ServiceUrl;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Cross-origin access from browsers.
 *
 * Cross-origin requests to GraphQL and REST are answered for exactly one origin, the site's. Left alone, WPGraphQL allows
 * every origin (without cookies), and WordPress's REST every origin with cookies. While no site is configured nothing is
 * changed. None of this concerns requests from servers or from WordPress's own pages: they need no such headers.
 */
final class Cors implements Module {

	/** Methods that both interfaces know. */
	private const METHODS = 'OPTIONS, GET, POST, PUT, PATCH, DELETE';

	/** Headers that a request may carry beyond what each interface allows. */
	private const HEADERS = [ 'Authorization', 'Content-Type', 'X-WP-Nonce', 'X-Companion-Preview' ];

	private Settings $settings;

	public function __construct( Settings $settings ) {
		$this->settings = $settings;
	}

	public function register(): void {
		Hooks::filter( 'graphql_response_headers_to_send', [ $this, 'graphql_headers' ], 100 );
		// WordPress adds its own answer in a callback of priority 10.
		Hooks::action( 'rest_api_init', [ $this, 'take_over_rest' ], 20 );
		Hooks::filter( 'rest_allowed_cors_headers', [ $this, 'allowed_headers' ] );
	}

	/**
	 * Headers of a GraphQL answer, an answer to a preflight request included.
	 *
	 * @param mixed $headers By name.
	 * @return mixed
	 */
	public function graphql_headers( $headers ) {
		$site = $this->site();
		if ( ! is_array( $headers ) || '' === $site ) {
			return $headers;
		}
		$allowed = [];
		foreach ( $headers as $name => $value ) {
			if ( 0 === stripos( (string) $name, 'Access-Control-' ) ) {
				$allowed[ $name ] = $value;
				unset( $headers[ $name ] );
			}
		}
		if ( get_http_origin() === $site ) {
			$named   = self::names( (string) ( $allowed['Access-Control-Allow-Headers'] ?? '' ) );
			$headers = array_merge(
				$headers,
				$allowed,
				[
					'Access-Control-Allow-Origin'      => $site,
					'Access-Control-Allow-Credentials' => 'true',
					'Access-Control-Allow-Methods'     => self::METHODS,
					'Access-Control-Allow-Headers'     => implode( ', ', array_unique( array_merge( $named, self::HEADERS ) ) ),
				]
			);
		}
		$headers['Vary'] = self::with_origin( (string) ( $headers['Vary'] ?? '' ) );
		return $headers;
	}

	/** Puts our answer in the place of WordPress's, which names whatever origin asks. */
	public function take_over_rest(): void {
		if ( '' !== $this->site() ) {
			remove_filter( 'rest_pre_serve_request', 'rest_send_cors_headers' );
			Hooks::filter( 'rest_pre_serve_request', [ $this, 'rest_headers' ] );
		}
	}

	/**
	 * Headers of a REST answer.
	 *
	 * @param mixed $served Whether somebody has answered; stays what it is.
	 * @return mixed
	 */
	public function rest_headers( $served ) {
		if ( headers_sent() ) {
			return $served;
		}
		header( 'Vary: Origin', false );
		$origin = get_http_origin();
		if ( is_string( $origin ) && in_array( $origin, $this->rest_origins(), true ) ) {
			header( 'Access-Control-Allow-Origin: ' . $origin );
			header( 'Access-Control-Allow-Credentials: true' );
			header( 'Access-Control-Allow-Methods: ' . self::METHODS );
		}
		return $served;
	}

	/**
	 * Headers that a cross-origin request may carry.
	 *
	 * @param mixed $headers Names.
	 * @return mixed
	 */
	public function allowed_headers( $headers ) {
		return is_array( $headers ) && '' !== $this->site() ? array_values( array_unique( array_merge( $headers, self::HEADERS ) ) ) : $headers;
	}

	/**
	 * Origins that may read REST answers. Where WordPress itself has two addresses its editor asks across them.
	 *
	 * @return string[]
	 */
	private function rest_origins(): array {
		$home  = ServiceUrl::origin( strtolower( home_url() ) );
		$admin = ServiceUrl::origin( strtolower( site_url() ) );
		return $home === $admin ? [ $this->site() ] : [ $this->site(), $home, $admin ];
	}

	/** Origin of the site, as browsers write it; empty while there is none. */
	private function site(): string {
		$url = $this->settings->service_url();
		return '' === $url ? '' : ServiceUrl::origin( $url );
	}

	/**
	 * Adds `Origin` to a list of header names, those that were sent already included: header() takes their place.
	 *
	 * @param string $vary Value of the header.
	 */
	private static function with_origin( string $vary ): string {
		$names = self::names( $vary );
		foreach ( headers_list() as $line ) {
			if ( 0 === stripos( $line, 'Vary:' ) ) {
				array_push( $names, ...self::names( substr( $line, 5 ) ) );
			}
		}
		$names[] = 'Origin';
		return implode( ', ', array_intersect_key( $names, array_unique( array_map( 'strtolower', $names ) ) ) );
	}

	/**
	 * The names in the value of a header.
	 *
	 * @param string $value Separated by commas.
	 * @return string[]
	 */
	private static function names( string $value ): array {
		return array_values( array_diff( array_map( 'trim', explode( ',', $value ) ), [ '' ] ) );
	}
}
