<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Redirects;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use HeadlessSiteCompanion\Visitors\VisitorRoute;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/**
 * How often the site has followed which rule.
 *
 * `POST redirects/hits`, once a minute at most and by the site alone. Numbers only: what the plugins' logs hold of visitors stays
 * with the site, which does not collect it.
 */
final class HitsRoute implements Module {

	/** Rules of one request, hits of one rule, and bytes of the body. */
	private const MOST_RULES = 5000;
	private const MOST_HITS  = 1000000;
	private const MOST_BYTES = 262144;

	private VisitorRoute $gateway;
	private Rules $rules;

	public function __construct( VisitorRoute $gateway, Rules $rules ) {
		$this->gateway = $gateway;
		$this->rules   = $rules;
	}

	public function register(): void {
		Hooks::action( 'rest_api_init', [ $this, 'route' ] );
	}

	/** Registers it. */
	public function route(): void {
		$this->gateway->add( '/redirects/hits', [ $this, 'take' ] );
	}

	/**
	 * Takes the numbers.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request Request of the site.
	 */
	public function take( WP_REST_Request $request ): WP_REST_Response {
		$hits = strlen( $request->get_body() ) > self::MOST_BYTES ? null : ( $request->get_json_params()['hits'] ?? null );
		if ( ! is_array( $hits ) || count( $hits ) > self::MOST_RULES ) {
			return new WP_REST_Response( [ 'code' => 'companion_no_hits' ], 400 );
		}
		$by_source = [];
		foreach ( $hits as $id => $count ) {
			if ( is_int( $count ) && $count > 0 && preg_match( '/^([a-z-]+):(\d{1,18})$/D', (string) $id, $found ) ) {
				$by_source[ $found[1] ][ (int) $found[2] ] = min( $count, self::MOST_HITS );
			}
		}
		foreach ( array_intersect_key( $this->rules->sources(), $by_source ) as $name => $source ) {
			$source->count( $by_source[ $name ] );
		}
		return new WP_REST_Response( [ 'taken' => true ] );
	}
}
