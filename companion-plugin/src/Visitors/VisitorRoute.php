<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Visitors;

use HeadlessSiteCompanion\Rest\Routes;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/**
 * REST routes that take what visitors send.
 *
 * The one door: only the site comes in, by its proof. What was answered is kept for a day, so that a request which the site repeats,
 * because it never heard the answer, is not taken twice.
 */
final class VisitorRoute {

	/** Of an answer, behind which stands the id. */
	private const KEPT = 'companion_visitor_';

	private Settings $settings;
	private Clock $clock;

	public function __construct( Settings $settings, Clock $clock ) {
		$this->settings = $settings;
		$this->clock    = $clock;
	}

	/**
	 * Registers one, for `POST`.
	 *
	 * @param string $pattern Below the first part, with a slash, as for register_rest_route().
	 * @phpstan-param non-falsy-string $pattern
	 * @param callable(WP_REST_Request<array<string, mixed>>, Visitor): WP_REST_Response $take Runs as the visitor. A 5xx is not kept.
	 */
	public function add( string $pattern, callable $take ): void {
		register_rest_route(
			Routes::SPACE,
			$pattern,
			[
				'methods'             => 'POST',
				'callback'            => function ( WP_REST_Request $request ) use ( $take ): WP_REST_Response {
					return $this->answer( $request, $take );
				},
				// The proof decides.
				'permission_callback' => '__return_true',
			]
		);
	}

	/**
	 * Answers a request.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request With the proof in a header.
	 * @param callable(WP_REST_Request<array<string, mixed>>, Visitor): WP_REST_Response $take
	 */
	private function answer( WP_REST_Request $request, callable $take ): WP_REST_Response {
		$target  = substr( $request->get_route(), strlen( '/' . Routes::SPACE . '/' ) );
		$visitor = VisitorProof::read( (string) $request->get_header( 'x_companion_visitor' ), $target, $this->settings->revalidation_secrets(), $this->clock->now() );
		if ( null === $visitor ) {
			return new WP_REST_Response( [ 'code' => 'companion_unknown_site' ], 401 );
		}
		$kept = get_transient( self::KEPT . $visitor->id );
		if ( is_array( $kept ) ) {
			return new WP_REST_Response( $kept[1], (int) $kept[0] );
		}
		$response = $visitor->during(
			static function () use ( $take, $request, $visitor ): WP_REST_Response {
				return $take( $request, $visitor );
			}
		);
		if ( $response->get_status() < 500 ) {
			set_transient( self::KEPT . $visitor->id, [ $response->get_status(), $response->get_data() ], DAY_IN_SECONDS );
		}
		return $response;
	}
}
