<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Settings\SitePassword;
use Throwable;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Calls the site.
 *
 * The only place from which the plugin calls out: POST to one address, with a time limit, without following redirects,
 * which would hand the secret on.
 *
 * @phpstan-type Answer array{status: int, body: string, headers: array<string, string>, error: string, ms: int}
 */
final class Sender {

	/** Header that says what the service understands: `wildcard`, or nothing. */
	public const SUPPORTS_HEADER = 'webhook-supports';

	/** Header with the version of the site's runtime, where the service is such a site. */
	public const RUNTIME_HEADER = 'x-headless-site';

	/** Header with the names of the page templates that such a site has. */
	public const TEMPLATES_HEADER = 'x-headless-templates';

	/** In which the site says whether the addresses of WordPress ended with a slash when it was built: `yes` or `no`. */
	public const SLASH_HEADER = 'x-headless-slash';

	/** In which whatever stands in front of the site asks for a password. */
	public const CHALLENGE_HEADER = 'www-authenticate';

	/** Seconds to wait for an answer. */
	public const TIMEOUT = 5;

	/** Bytes of an answer that are read. */
	private const MAX_ANSWER = 65536;

	private Settings $settings;

	public function __construct( Settings $settings ) {
		$this->settings = $settings;
	}

	/**
	 * Sends JSON to the site, with its password where it has one.
	 *
	 * @param string $path Below the address of the site.
	 * @param string $body JSON.
	 * @param array<string, string> $headers Beside the content type.
	 * @return Answer Status 0 when there was no answer; `error` says why and holds neither body nor headers of the request.
	 */
	public function post( string $path, string $body, array $headers = [] ): array {
		$start    = microtime( true );
		$password = SitePassword::header( $this->settings );
		if ( '' !== $password ) {
			$headers['Authorization'] = $password;
		}
		// Not wp_safe_remote_post(): it refuses private hosts, IPv6 and all ports but three, and lets the metadata service of
		// clouds pass (measured). The administrator has named this address, and Settings\ServiceUrl has judged it.
		try {
			$answer = wp_remote_post(
				$this->settings->service_url() . $path,
				[
					'timeout'             => self::TIMEOUT,
					'redirection'         => 0,
					'limit_response_size' => self::MAX_ANSWER,
					'user-agent'          => 'HeadlessSiteCompanion/' . COMPANION_VERSION,
					'headers'             => [ 'Content-Type' => 'application/json' ] + $headers,
					'body'                => $body,
				]
			);
		} catch ( Throwable $error ) {
			// A filter of another plugin, or an address that WordPress's transport does not understand.
			$answer = new WP_Error( 'companion_transport', $error->getMessage() );
		}
		$ms = (int) round( 1000 * ( microtime( true ) - $start ) );
		if ( is_wp_error( $answer ) ) {
			return [
				'status'  => 0,
				'body'    => '',
				'headers' => [],
				'error'   => $answer->get_error_message(),
				'ms'      => $ms,
			];
		}
		$status = (int) wp_remote_retrieve_response_code( $answer );
		return [
			'status'  => $status,
			'body'    => wp_remote_retrieve_body( $answer ),
			'headers' => [
				'retry-after'          => self::header( $answer, 'retry-after' ),
				self::SUPPORTS_HEADER  => self::header( $answer, self::SUPPORTS_HEADER ),
				self::RUNTIME_HEADER   => self::header( $answer, self::RUNTIME_HEADER ),
				self::TEMPLATES_HEADER => self::header( $answer, self::TEMPLATES_HEADER ),
				self::SLASH_HEADER     => self::header( $answer, self::SLASH_HEADER ),
				self::CHALLENGE_HEADER => implode( ', ', (array) wp_remote_retrieve_header( $answer, self::CHALLENGE_HEADER ) ),
			],
			'error'   => $status >= 200 && $status < 300 ? '' : sprintf( 'HTTP %d', $status ),
			'ms'      => $ms,
		];
	}

	/**
	 * One header; the first where there are several.
	 *
	 * @param array<string, mixed> $answer Answer of the HTTP API.
	 */
	private static function header( array $answer, string $name ): string {
		$value = wp_remote_retrieve_header( $answer, $name );
		return is_array( $value ) ? (string) reset( $value ) : (string) $value;
	}
}
