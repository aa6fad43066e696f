<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Rest;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Contact\Messages;
use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Pairing\PairingCode;
use HeadlessSiteCompanion\Revalidation\QueueStats;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Settings\Validator;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Hooks;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/**
 * The REST routes.
 *
 * Registers `companion/v1/`. WordPress itself checks who asks: a cookie counts only with a nonce (X-WP-Nonce), otherwise the
 * request is anonymous (401); application passwords need none.
 */
final class Routes implements Module {

	/** First part of every path. */
	public const SPACE = 'companion/v1';

	private const CACHE_CONTROL = 'no-store, private';

	private Reports $reports;
	private Settings $settings;
	private Messages $messages;
	private QueueStats $queue_stats;
	private Clock $clock;
	private Log $log;

	public function __construct( Reports $reports, Settings $settings, Messages $messages, QueueStats $queue_stats, Clock $clock, Log $log ) {
		$this->reports     = $reports;
		$this->settings    = $settings;
		$this->messages    = $messages;
		$this->queue_stats = $queue_stats;
		$this->clock       = $clock;
		$this->log         = $log;
	}

	public function register(): void {
		Hooks::action( 'rest_api_init', [ $this, 'routes' ] );
		Hooks::filter( 'rest_post_dispatch', [ $this, 'never_stored' ], 10, 3 );
	}

	/** Makes and registers the routes. */
	public function routes(): void {
		$connection = $this->reports->connection();
		$settings   = new SettingsRoute( $this->settings, new Validator( $this->settings ), $connection, new PairingCode( $this->clock, $this->log ) );
		$doctor     = new DoctorRoute( $this->settings, $this->messages, $this->queue_stats, $this->clock, $connection );
		foreach ( [ $this->reports->stats(), $connection, $this->reports->cache() ] as $report ) {
			$answer = static function () use ( $report ): WP_REST_Response {
				return new WP_REST_Response( $report->data() );
			};
			self::add( '/' . $report->path(), 'GET', $answer, [ self::class, 'allowed' ], [ $report, 'schema' ] );
		}
		self::add( '/settings', 'POST', [ $settings, 'update' ], [ self::class, 'allowed' ], [ SettingsRoute::class, 'schema' ] );
		// These two judge themselves who asks: by a code, and by a signature that the secrets are known.
		self::add( '/pair', 'POST', [ $settings, 'pair' ], '__return_true', [ SettingsRoute::class, 'schema' ] );
		self::add( '/doctor', 'GET', [ $doctor, 'answer' ], '__return_true', [ DoctorRoute::class, 'schema' ] );
	}

	/**
	 * Registers one route.
	 *
	 * @param string $path Below the first part, with a slash.
	 * @phpstan-param non-falsy-string $path
	 * @param string $method HTTP method.
	 * @param callable $allowed Whether somebody may ask.
	 * @param callable $schema JSON schema of the answer.
	 */
	private static function add( string $path, string $method, callable $callback, callable $allowed, callable $schema ): void {
		register_rest_route(
			self::SPACE,
			$path,
			[
				[
					'methods'             => $method,
					'callback'            => $callback,
					'permission_callback' => $allowed,
				],
				'schema' => $schema,
			]
		);
	}

	/** Permission check: administrators only. WordPress answers 401 to the anonymous and 403 to the rest. */
	public static function allowed(): bool {
		return current_user_can( 'manage_options' );
	}

	/**
	 * The headers that WordPress sends with responses that must not be cached.
	 *
	 * @param mixed $headers By name.
	 * @return mixed
	 */
	public function nocache_headers( $headers ) {
		return is_array( $headers ) ? array_merge( $headers, [ 'Cache-Control' => self::CACHE_CONTROL ] ) : $headers;
	}

	/**
	 * No answer of ours is kept by a browser or a proxy.
	 *
	 * @param mixed $response WP_REST_Response.
	 * @param mixed $server WP_REST_Server.
	 * @param mixed $request WP_REST_Request.
	 * @return mixed
	 */
	public function never_stored( $response, $server = null, $request = null ) {
		$ours = $request instanceof WP_REST_Request && 0 === strpos( $request->get_route(), '/' . self::SPACE );
		if ( $ours && $response instanceof WP_REST_Response ) {
			$response->header( 'Cache-Control', self::CACHE_CONTROL );
			// WordPress sends its own afterwards, and to those without a nonce one that allows to store.
			Hooks::filter( 'nocache_headers', [ $this, 'nocache_headers' ] );
		}
		return $response;
	}
}
