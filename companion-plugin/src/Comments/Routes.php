<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Comments;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use HeadlessSiteCompanion\Visitors\VisitorRoute;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/**
 * Requests of the site for its visitors: to take a comment, and which of their comments wait.
 */
final class Routes implements Module {

	private VisitorRoute $gateway;

	public function __construct( VisitorRoute $gateway ) {
		$this->gateway = $gateway;
	}

	public function register(): void {
		Hooks::action( 'rest_api_init', [ $this, 'routes' ] );
	}

	public function routes(): void {
		$this->gateway->add(
			'/comments',
			static function ( WP_REST_Request $request ): WP_REST_Response {
				$answer  = ( new Submission( (array) $request->get_json_params() ) )->send();
				$is_lost = 'comment_save_error' === ( $answer['code'] ?? '' );
				return new WP_REST_Response( $answer, $is_lost ? 500 : 200 );
			}
		);
		$this->gateway->ask(
			'/comments/waiting',
			static function ( WP_REST_Request $request ): WP_REST_Response {
				return new WP_REST_Response( [ 'comments' => Shown::waiting( ( (array) $request->get_json_params() )['ids'] ?? null ) ] );
			}
		);
	}
}
