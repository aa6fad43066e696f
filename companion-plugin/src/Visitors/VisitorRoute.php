<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Visitors;

use HeadlessSiteCompanion\Rest\Routes;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Hooks;
use Throwable;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/**
 * REST routes that take what visitors send.
 *
 * The gateway for what visitors send: only the site passes, with its signature.
 */
final class VisitorRoute {

	/** Milliseconds that a repeated request waits for the first one, and how often it looks. */
	private const TIMEOUT = 10000;
	private const STEP    = 200;

	private Settings $settings;
	private Clock $clock;

	public function __construct( Settings $settings, Clock $clock ) {
		$this->settings = $settings;
		$this->clock    = $clock;
	}

	/**
	 * Registers one that takes something, for `POST`. The answer is kept for a day, so that a request which the site repeats,
	 * because it never heard the answer, is not taken twice.
	 *
	 * @param string $pattern Below the first part, with a slash, as for register_rest_route().
	 * @phpstan-param non-falsy-string $pattern
	 * @param callable(WP_REST_Request<array<string, mixed>>, Visitor): WP_REST_Response $take Runs as the visitor. A 5xx is not kept.
	 * @param array<string, mixed>|null $done The answer to what is done. Then no other answer is kept, so that the visitor can try again;
	 *        and this one is given where `$watch` has seen it done, whatever a plugin does after that. Null where all answers are kept.
	 * @param callable(WP_REST_Request<array<string, mixed>>): (callable(): bool)|null $watch Begins to look; what it gives says whether it is done.
	 */
	public function add( string $pattern, callable $take, ?array $done = null, ?callable $watch = null ): void {
		$this->register(
			$pattern,
			function ( WP_REST_Request $request, Visitor $visitor ) use ( $take, $done, $watch ): WP_REST_Response {
				return $this->once( $request, $visitor, $take, $done, $watch );
			}
		);
	}

	/**
	 * Registers one that may be asked as often as somebody likes: a repetition costs nothing, so its answer is not kept. A signature that
	 * signs no body is of the first one that comes with it.
	 *
	 * @param string $pattern See add().
	 * @phpstan-param non-falsy-string $pattern
	 * @param callable(WP_REST_Request<array<string, mixed>>, Visitor): WP_REST_Response $answer Runs as the visitor.
	 */
	public function ask( string $pattern, callable $answer ): void {
		$this->register(
			$pattern,
			function ( WP_REST_Request $request, Visitor $visitor ) use ( $answer ): WP_REST_Response {
				$body = $request->get_body();
				// Whether it would go with another one.
				$is_open = null !== $this->visitor( $request, "$body " );
				return $is_open && ! self::is_of_body( $visitor->id, $body ) ? self::refuse() : $this->take( $request, $visitor, $answer );
			}
		);
	}

	/** Whether what has this id comes with its body, the first one. */
	private static function is_of_body( string $id, string $body ): bool {
		$name = "companion_visitor_body_$id";
		// With the salt: passwords of posts are short.
		$digest = hash_hmac( 'sha256', $body, wp_salt() );
		$known  = get_transient( $name );
		if ( false === $known ) {
			set_transient( $name, $digest, VisitorSignature::VALID_SECONDS );
		}
		return false === $known || $known === $digest;
	}

	/**
	 * The visitor that a request names.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @param string $body That its signature must be of.
	 */
	private function visitor( WP_REST_Request $request, string $body ): ?Visitor {
		$target = substr( $request->get_route(), strlen( '/' . Routes::SPACE . '/' ) );
		return VisitorSignature::read( (string) $request->get_header( 'x_companion_visitor' ), $target, $this->settings->revalidation_secrets(), $this->clock->now(), $body );
	}

	private static function refuse(): WP_REST_Response {
		return new WP_REST_Response( [ 'code' => 'companion_unknown_site' ], 401 );
	}

	/**
	 * Lets only the site in.
	 *
	 * @param string $pattern See add().
	 * @phpstan-param non-falsy-string $pattern
	 * @param callable(WP_REST_Request<array<string, mixed>>, Visitor): WP_REST_Response $answer
	 */
	private function register( string $pattern, callable $answer ): void {
		register_rest_route(
			Routes::SPACE,
			$pattern,
			[
				'methods'             => 'POST',
				'callback'            => function ( WP_REST_Request $request ) use ( $answer ): WP_REST_Response {
					$visitor = $this->visitor( $request, $request->get_body() );
					return null === $visitor ? self::refuse() : $answer( $request, $visitor );
				},
				// The signature decides.
				'permission_callback' => '__return_true',
			]
		);
	}

	/**
	 * Takes something, unless it was taken before or is being taken.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @param Visitor $visitor The sender.
	 * @param callable(WP_REST_Request<array<string, mixed>>, Visitor): WP_REST_Response $take
	 * @param array<string, mixed>|null $done See add().
	 * @param callable(WP_REST_Request<array<string, mixed>>): (callable(): bool)|null $watch See add().
	 */
	private function once( WP_REST_Request $request, Visitor $visitor, callable $take, ?array $done, ?callable $watch ): WP_REST_Response {
		$taken  = new Taken( $visitor->id );
		$kept   = $taken->answer();
		$waited = 0;
		while ( null === $kept && ! $taken->begin( $this->clock->now() ) ) {
			if ( $waited >= self::TIMEOUT ) {
				return new WP_REST_Response( [ 'code' => 'companion_being_taken' ], 503, [ 'Retry-After' => '5' ] );
			}
			usleep( 1000 * self::STEP );
			$waited += self::STEP;
		}
		$kept = $kept ?? $taken->answer();
		if ( null !== $kept ) {
			$taken->end();
			return new WP_REST_Response( $kept[1], $kept[0] );
		}
		$is_seen = null !== $watch ? $watch( $request ) : '__return_false';
		// Where PHP ends in the middle: out of memory, out of time, a plugin that answers by itself.
		register_shutdown_function(
			static function () use ( $taken, $done, $is_seen ): void {
				if ( $taken->is_under_way() && null !== $done && $is_seen() ) {
					$taken->keep( 200, $done );
				}
				$taken->end();
			}
		);
		$ending   = new Ending(
			static function () use ( $done, $is_seen ): ?array {
				return $is_seen() ? $done : null;
			}
		);
		$response = $this->take( $request, $visitor, $take );
		$ending->is_over();
		if ( null !== $done && $response->get_status() >= 500 && $is_seen() ) {
			$response = new WP_REST_Response( $done );
		}
		$is_done = null === $done || [] === array_diff_assoc( $done, (array) $response->get_data() );
		if ( $response->get_status() < 500 && $is_done ) {
			$taken->keep( $response->get_status(), $response->get_data() );
		}
		$taken->end();
		return $response;
	}

	/**
	 * Takes it, as the visitor.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @param Visitor $visitor The sender.
	 * @param callable(WP_REST_Request<array<string, mixed>>, Visitor): WP_REST_Response $take
	 */
	private function take( WP_REST_Request $request, Visitor $visitor, callable $take ): WP_REST_Response {
		try {
			return $visitor->during(
				static function () use ( $take, $request, $visitor ): WP_REST_Response {
					return $take( $request, $visitor );
				}
			);
		} catch ( Throwable $error ) {
			// Thrown by a plugin that sends mails, for example. The site says the truth: nobody knows whether it arrived.
			Hooks::report( 'what a visitor sent', $error );
			return new WP_REST_Response( [ 'code' => 'companion_failed' ], 500 );
		}
	}
}
