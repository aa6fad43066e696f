<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Redirects;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Rest\Routes;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Hooks;
use HeadlessSiteCompanion\Visitors\VisitorProof;
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

	private Settings $settings;
	private Rules $rules;
	private Clock $clock;

	public function __construct( Settings $settings, Rules $rules, Clock $clock ) {
		$this->settings = $settings;
		$this->rules    = $rules;
		$this->clock    = $clock;
	}

	public function register(): void {
		Hooks::action( 'rest_api_init', [ $this, 'route' ] );
	}

	/** Registers it. */
	public function route(): void {
		register_rest_route(
			Routes::SPACE,
			'/redirects/hits',
			[
				'methods'             => 'POST',
				'callback'            => [ $this, 'take' ],
				// The proof decides.
				'permission_callback' => '__return_true',
			]
		);
	}

	/**
	 * Takes the numbers.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request With the proof in a header.
	 */
	public function take( WP_REST_Request $request ): WP_REST_Response {
		$proof = VisitorProof::read( (string) $request->get_header( 'x_companion_visitor' ), 'redirects/hits', $this->settings->revalidation_secrets(), $this->clock->now() );
		if ( null === $proof ) {
			return new WP_REST_Response( [ 'code' => 'companion_unknown_site' ], 401 );
		}
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
