<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Settings\SitePassword;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Schema;

defined( 'ABSPATH' ) || exit;

/**
 * Checks that site and secret are right.
 *
 * Asks the revalidate route to revalidate nothing: it checks the secret before the paths, so 400 says that the secret is
 * right, 401 that it is not. Nothing on the site changes by it.
 *
 * @phpstan-import-type Answer from Sender
 * @phpstan-type Status array{status: string, reachable: bool|null, secretAccepted: bool|null, httpStatus: int|null, latencyMs: int|null, wildcard: bool|null, checkedAt: int|null, cached: bool, problem: string|null}
 */
final class Connection {

	/** Seconds that an answer is used again, so that many open dashboards ask once. */
	private const CACHE_SECONDS = 20;

	private const TRANSIENT = 'companion_connection';

	/** Data of the service, kept longer than the status: `wildcard` (bool), `at` (unix seconds), `runtime` (string or null). */
	private const SERVICE = 'companion_service';

	/** `previous` while the service still has the old secret during a rotation. Read by the preview redirector, too. */
	public const ACCEPTED = 'companion_accepted_secret';

	/** Seconds after which the service is asked again what it understands. */
	private const SERVICE_SECONDS = DAY_IN_SECONDS;

	/** Possible problems of a connection. */
	public const PROBLEMS = [ 'not-configured', 'untrusted', 'unreachable', 'redirect', 'unauthorized', 'password', 'blocked', 'not-found', 'unexpected' ];

	/** State before anybody has asked. */
	private const UNKNOWN = [
		'status'         => 'disconnected',
		'reachable'      => null,
		'secretAccepted' => null,
		'httpStatus'     => null,
		'latencyMs'      => null,
		'wildcard'       => null,
		'checkedAt'      => null,
		'cached'         => false,
		'problem'        => 'not-configured',
	];

	private Settings $settings;
	private Sender $sender;
	private CircuitBreaker $circuit;
	private Outbox $outbox;
	private Clock $clock;

	public function __construct( Settings $settings, Sender $sender, CircuitBreaker $circuit, Outbox $outbox, Clock $clock ) {
		$this->settings = $settings;
		$this->sender   = $sender;
		$this->circuit  = $circuit;
		$this->outbox   = $outbox;
		$this->clock    = $clock;
	}

	/**
	 * The state of the connection. Finding it well closes the circuit and makes what waits due; a Retry-After of the service
	 * ends only when somebody asks for a fresh look.
	 *
	 * @param bool $fresh Ask, even when somebody asked a moment ago.
	 * @return Status `problem`: null, or one of PROBLEMS.
	 */
	public function check( bool $fresh = false ): array {
		$known = $fresh ? null : $this->known();
		if ( null !== $known && abs( $this->clock->now() - (int) $known['checkedAt'] ) <= self::CACHE_SECONDS ) {
			return $known;
		}
		$result = $this->ask();
		if ( null !== $result['checkedAt'] ) {
			set_transient( self::TRANSIENT, $result, DAY_IN_SECONDS );
		}
		$connected = 'connected' === $result['status'];
		// A site that is away for a moment was connected all the same; a refused secret means another site.
		if ( $connected || 'unauthorized' === $result['problem'] ) {
			$this->settings->set_connected( $connected );
		}
		if ( $connected && ( 'closed' !== $this->circuit->state() || ( $fresh && $this->circuit->is_asked_to_wait() ) ) ) {
			$this->circuit->close();
			Schema::quietly( [ $this->outbox, 'make_due' ] );
		} elseif ( 'unauthorized' === $result['problem'] ) {
			$this->circuit->refuse();
		}
		/**
		 * Fires after the site was asked whether it is there and takes the secret.
		 *
		 * @since 0.1.0
		 *
		 * @param bool $connected Result of the check.
		 */
		do_action( 'companion_connection_checked', $connected );
		return $result;
	}

	/**
	 * Result of the last check, however long ago: for a page that does not wait for the site.
	 *
	 * @return Status|null Null when nobody has checked since the connection changed, or for a day.
	 */
	public function known(): ?array {
		$known = get_transient( self::TRANSIENT );
		if ( $this->settings->withholds( 'revalidationSecret' ) || ! is_array( $known ) || array_keys( $known ) !== array_keys( self::UNKNOWN ) ) {
			return null;
		}
		$known['cached'] = true;
		/**
		 * Result of ask().
		 *
		 * @var Status $known
		 */
		return $known;
	}

	/**
	 * Whether the service understands `/*` and events, as the site of create-headless-site does.
	 *
	 * @return bool|null Null when it is not known and the service does not answer.
	 */
	public function supports_wildcard(): ?bool {
		$service = $this->service();
		if ( ! isset( $service['wildcard'], $service['at'] ) || abs( $this->clock->now() - (int) $service['at'] ) > self::SERVICE_SECONDS ) {
			if ( 'connected' !== $this->check( true )['status'] ) {
				return null;
			}
			$service = $this->service();
		}
		return ! empty( $service['wildcard'] );
	}

	/** Forgets what is known of the service: it is another one now. */
	public function forget(): void {
		delete_option( self::SERVICE );
		delete_option( self::ACCEPTED );
		delete_option( SiteTemplates::OPTION );
		delete_transient( self::TRANSIENT );
		$this->circuit->close();
		Schema::quietly( [ $this->outbox, 'make_due' ] );
	}

	/** Version of the site's runtime, as the site last said; null while it has not said, or where the service is another one. */
	public function runtime(): ?string {
		$runtime = $this->service()['runtime'] ?? null;
		return is_string( $runtime ) ? $runtime : null;
	}

	/** Whether the addresses of WordPress ended with a slash when the site was built, as it last said; null while it has not said. */
	public static function slash(): ?bool {
		$service = get_option( self::SERVICE );
		$slash   = is_array( $service ) ? $service['slash'] ?? null : null;
		return is_bool( $slash ) ? $slash : null;
	}

	/**
	 * Notes what the answer to a secret that was right tells of the service: which secret it takes, what it runs, and which
	 * templates it has for editors to choose.
	 *
	 * @param int $index In secrets_to_send().
	 * @param Answer $answer
	 */
	public function accepted( int $index, array $answer ): void {
		$value = 0 === $index ? 'current' : 'previous';
		if ( get_option( self::ACCEPTED ) !== $value ) {
			update_option( self::ACCEPTED, $value, true );
		}
		$runtime = $this->settings->without_secrets( $answer['headers'][ Sender::RUNTIME_HEADER ] ?? '' );
		$runtime = preg_match( '/^[\w.+-]{1,50}$/D', $runtime ) ? $runtime : null;
		$slash   = $answer['headers'][ Sender::SLASH_HEADER ] ?? '';
		$service = array_merge(
			$this->service(),
			[
				'runtime' => $runtime,
				'slash'   => in_array( $slash, [ 'yes', 'no' ], true ) ? 'yes' === $slash : null,
			]
		);
		if ( $service !== $this->service() ) {
			update_option( self::SERVICE, $service, false );
		}
		SiteTemplates::keep( $this->settings->without_secrets( $answer['headers'][ Sender::TEMPLATES_HEADER ] ?? '' ) );
	}

	/**
	 * Stored data of the service.
	 *
	 * @return array<string, mixed>
	 */
	private function service(): array {
		$service = get_option( self::SERVICE );
		return is_array( $service ) ? $service : [];
	}

	/**
	 * Asks the service.
	 *
	 * @return Status
	 */
	private function ask(): array {
		$url     = $this->settings->service_url();
		$secrets = $this->settings->secrets_to_send( 'revalidationSecret' );
		$result  = self::UNKNOWN;
		if ( $this->settings->withholds( 'revalidationSecret' ) ) {
			$result['problem'] = 'untrusted';
		}
		if ( '' === $url || ! $secrets ) {
			return $result;
		}
		foreach ( $secrets as $index => $secret ) {
			$answer = $this->sender->post( Dispatcher::ROUTE, Dispatcher::body( $secret, new Changes() ) );
			if ( 401 !== $answer['status'] && 403 !== $answer['status'] ) {
				break;
			}
		}
		$status = $answer['status'];

		$result['checkedAt']  = $this->clock->now();
		$result['reachable']  = 0 !== $status;
		$result['httpStatus'] = 0 === $status ? null : $status;
		$result['latencyMs']  = 0 === $status ? null : $answer['ms'];
		$result['problem']    = self::problem( $status, $answer['body'], $answer['headers'][ Sender::CHALLENGE_HEADER ] ?? '' );
		if ( 'password' === $result['problem'] && $this->settings->withholds( SitePassword::PASSWORD ) ) {
			$result['problem'] = 'untrusted';
		}
		if ( null === $result['problem'] || 'unauthorized' === $result['problem'] ) {
			$result['secretAccepted'] = null === $result['problem'];
		}
		if ( null === $result['problem'] ) {
			$result['status']   = 'connected';
			$result['wildcard'] = in_array( 'wildcard', array_map( 'trim', explode( ',', $answer['headers'][ Sender::SUPPORTS_HEADER ] ) ), true );
			$this->accepted( $index, $answer );
			update_option(
				self::SERVICE,
				[
					'wildcard' => $result['wildcard'],
					'at'       => $this->clock->now(),
				] + $this->service(),
				false
			);
		}
		return $result;
	}

	/**
	 * Meaning of a status. Services that know only the specification may answer an empty list with 200, 400, 422 or a 500 of
	 * their own, with `error` in JSON: all of them have read the secret first.
	 *
	 * @param int $status HTTP status, 0 for no answer.
	 * @param string $body Body of the answer.
	 * @param string $challenge See SitePassword::is_asked().
	 */
	private static function problem( int $status, string $body, string $challenge ): ?string {
		if ( 0 === $status ) {
			return 'unreachable';
		}
		// The route never asks so, and what stands in front of it may say why in JSON, too.
		if ( SitePassword::is_asked( $status, $challenge ) ) {
			return 'password';
		}
		$json = json_decode( $body, true );
		if ( 401 === $status || 403 === $status ) {
			// The route says why in JSON. A firewall or a password in front of the site has not even read the secret.
			return is_array( $json ) && isset( $json['error'] ) ? 'unauthorized' : 'blocked';
		}
		if ( $status >= 300 && $status < 400 ) {
			return 'redirect';
		}
		if ( in_array( $status, [ 404, 405, 410 ], true ) ) {
			return 'not-found';
		}
		if ( 500 === $status ) {
			return is_array( $json ) && isset( $json['error'] ) ? null : 'unexpected';
		}
		// A page of HTML with 200 is some other website, or a login in front of it.
		return ( 200 === $status || 400 === $status || 422 === $status ) && is_array( $json ) ? null : 'unexpected';
	}
}
