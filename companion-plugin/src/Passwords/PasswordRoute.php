<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Passwords;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use HeadlessSiteCompanion\Visitors\VisitorRoute;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/**
 * Tells the site whether a visitor knows the password of a post. Nothing of it is kept.
 */
final class PasswordRoute implements Module {

	private VisitorRoute $gateway;

	public function __construct( VisitorRoute $gateway ) {
		$this->gateway = $gateway;
	}

	public function register(): void {
		Hooks::action( 'rest_api_init', [ $this, 'routes' ] );
	}

	public function routes(): void {
		$this->gateway->ask( '/passwords', [ self::class, 'answer' ] );
	}

	/**
	 * Compares.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	public static function answer( WP_REST_Request $request ): WP_REST_Response {
		// The body alone: addresses stand in logs.
		$given    = (array) $request->get_json_params();
		$id       = is_numeric( $given['post'] ?? null ) ? (int) $given['post'] : 0;
		$post     = $id > 0 ? get_post( $id ) : null;
		$password = is_string( $given['password'] ?? null ) ? $given['password'] : '';
		if ( ! Passwords::is_shown( $post ) ) {
			return new WP_REST_Response( [ 'code' => 'companion_no_post' ], 404 );
		}
		if ( ! Passwords::opens( $post ) ) {
			return new WP_REST_Response( [ 'status' => 'public' ] );
		}
		if ( ! Passwords::fits( $post, $password ) ) {
			return new WP_REST_Response( [ 'status' => 'wrong' ] );
		}
		return new WP_REST_Response(
			[
				'status'      => 'open',
				'fingerprint' => Passwords::fingerprint( $post ),
			]
		);
	}
}
