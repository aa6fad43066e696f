<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Path;
use HeadlessSiteCompanion\Support\Text;

defined( 'ABSPATH' ) || exit;

/**
 * Outcomes of requests to the site.
 *
 * Passes on what became of a request that was taken, refused or failed: to circuit, figures and log, and to the queue when
 * it is to be tried again.
 *
 * @phpstan-import-type Answer from Sender
 */
final class DeliveryOutcomes {

	/** Bytes of a path that the site names. */
	private const MAX_PATH = 500;

	private Outbox $outbox;
	private Claims $claims;
	private CircuitBreaker $circuit;
	private DeliveryHistory $history;
	private Settings $settings;
	private Log $log;
	private Clock $clock;

	public function __construct( Outbox $outbox, Claims $claims, CircuitBreaker $circuit, DeliveryHistory $history, Settings $settings, Log $log, Clock $clock ) {
		$this->outbox   = $outbox;
		$this->claims   = $claims;
		$this->circuit  = $circuit;
		$this->history  = $history;
		$this->settings = $settings;
		$this->log      = $log;
		$this->clock    = $clock;
	}

	/**
	 * After a request that was taken.
	 *
	 * @param Answer $answer Answer of the service.
	 */
	public function delivered( Changes $batch, array $answer ): void {
		$this->circuit->close();
		$this->outbox->make_unanswered_due();
		$this->settings->set_connected( true );
		$json  = json_decode( $answer['body'], true );
		$json  = is_array( $json ) ? $json : [];
		$build = is_array( $json['static'] ?? null ) ? $this->shown_paths( $json['static'] ) : [];
		$this->history->add( $this->clock->now(), $answer['status'], $answer['ms'], $batch->count(), $build );
		$context = [
			'paths'  => $batch->paths(),
			'status' => $answer['status'],
			'ms'     => $answer['ms'],
		];
		if ( $build ) {
			$context['needsBuild'] = $build;
		}
		if ( is_string( $json['warning'] ?? null ) ) {
			$context['warning'] = $this->settings->without_secrets( $json['warning'] );
		}
		$this->log->add(
			'revalidation',
			/* translators: %d: number of paths. */
			sprintf( _n( '%d path revalidated.', '%d paths revalidated.', $batch->count(), 'headless-site-companion' ), $batch->count() ),
			$context
		);
	}

	/**
	 * Paths that the site names, to be shown: a careless one repeats what it was sent.
	 *
	 * @param array<int|string, mixed> $given Paths of its answer.
	 * @return string[] Cut, and without those that hold a secret.
	 */
	private function shown_paths( array $given ): array {
		$paths = [];
		foreach ( array_filter( $given, 'is_string' ) as $text ) {
			$path = Path::normalize( $text );
			$read = rawurldecode( (string) $path );
			if ( null !== $path && $this->settings->without_secrets( $read ) === $read ) {
				$paths[] = strlen( $path ) > self::MAX_PATH ? Text::cut( $path, self::MAX_PATH - 3 ) . '…' : $path;
			}
		}
		return $paths;
	}

	/**
	 * After a request with one path that the site will never take.
	 *
	 * @param Answer $answer Answer of the service.
	 */
	public function refused( Changes $batch, array $answer ): void {
		$this->outbox->put_aside( $batch, $answer['status'], $answer['error'] );
		$this->log->add(
			'error',
			__( 'The site rejected a path. It was skipped; delivery of the others continues.', 'headless-site-companion' ),
			[
				'paths'  => $batch->paths(),
				'status' => $answer['status'],
			]
		);
	}

	/**
	 * After a request that made a site fail which is well otherwise: its paths are tried apart from now on.
	 *
	 * @param int $attempts Failed ones so far.
	 * @param Answer $answer Answer of the service, or none.
	 * @param Changes $left Changes still to be sent, two paths or more.
	 */
	public function broken( int $id, int $attempts, array $answer, Changes $left ): void {
		$this->circuit->failed( $answer['status'] );
		$this->history->add( $this->clock->now(), $answer['status'], $answer['ms'], min( Dispatcher::BATCH, $left->count() ) );
		$this->claims->split( $id, $attempts, $left );
	}

	/**
	 * Whether a failure took effect where it was answered: not all instances of the site know, and it is to be sent again. Such a site is not down.
	 *
	 * @param Answer $answer Answer of the service, or none.
	 */
	public static function took_effect( array $answer ): bool {
		$json = json_decode( $answer['body'], true );
		return $answer['status'] >= 500 && is_array( $json ) && true === ( $json['revalidated'] ?? null );
	}

	/**
	 * After a failure that took effect.
	 *
	 * @param int $attempts Failed ones so far.
	 * @param Answer $answer Answer of the service.
	 * @param Changes $left Changes still to be sent.
	 */
	public function again( int $id, int $attempts, array $answer, Changes $left ): void {
		$status   = $answer['status'];
		$attempts = min( $attempts + 1, RetryPolicy::MOST_AGAIN );
		$delay    = RetryPolicy::delay_again( $attempts, RetryPolicy::retry_after( $answer['headers']['retry-after'] ?? '', $this->clock->now() ) );
		$tried    = $left->first( Dispatcher::BATCH );
		$this->circuit->close();
		$this->history->add( $this->clock->now(), $status, $answer['ms'], $tried->count() );
		$this->claims->release( $id, $attempts, $delay, $status, $answer['error'] );
		$this->log->add(
			'error',
			/* translators: %d: number of seconds. */
			sprintf( __( 'One instance of the site knows the change, the others may not. It is sent again in %d seconds.', 'headless-site-companion' ), $delay ),
			[
				'status' => $status,
				'ms'     => $answer['ms'],
				'paths'  => $tried->paths(),
			]
		);
	}

	/**
	 * After a request that was not taken.
	 *
	 * @param int $attempts Failed ones, this one included.
	 * @param Answer $answer Answer of the service, or none.
	 * @param Changes $left Changes still to be sent.
	 */
	public function failed( int $id, int $attempts, array $answer, Changes $left ): void {
		$status      = $answer['status'];
		$retry_after = RetryPolicy::retry_after( $answer['headers']['retry-after'] ?? '', $this->clock->now() );
		$opened      = $this->circuit->failed( $status, $retry_after );
		$tried       = $left->first( Dispatcher::BATCH );
		$this->history->add( $this->clock->now(), $status, $answer['ms'], $tried->count() );
		$delay = RetryPolicy::delay( $attempts, wp_rand( 0, 1000 ) / 1000, $retry_after );
		if ( 'unauthorized' === $this->circuit->state() ) {
			// Not the change's fault: it waits for the right secret, however long that takes.
			list( $attempts, $delay ) = [ $attempts - 1, 0 ];
		} elseif ( 410 === $status ) {
			$delay = null;
		}
		$this->claims->release( $id, $attempts, $delay, $status, $answer['error'] );
		$this->log->add(
			'error',
			$this->explain( $status, $delay, $opened ),
			[
				'status' => $status,
				'error'  => $answer['error'],
				'ms'     => $answer['ms'],
				'paths'  => $tried->paths(),
			]
		);
	}

	/**
	 * A sentence for the log.
	 *
	 * @param int $status HTTP status, 0 for no answer.
	 * @param int|null $delay Seconds until the next attempt; null for none.
	 * @param bool $opened Whether deliveries have just been stopped.
	 */
	private function explain( int $status, ?int $delay, bool $opened ): string {
		if ( 'unauthorized' === $this->circuit->state() ) {
			return __( 'The site refuses the revalidation secret. Nothing is sent until it is right; changes are kept.', 'headless-site-companion' );
		}
		if ( null === $delay ) {
			return 410 === $status
				? __( 'The site says that the address for revalidation is gone for good. The change was put aside.', 'headless-site-companion' )
				: __( 'Delivery failed too often. The change was put aside; it can be replayed.', 'headless-site-companion' );
		}
		if ( $opened ) {
			return __( 'The site does not answer. Changes are kept, and one request a minute checks whether it is back.', 'headless-site-companion' );
		}
		/* translators: %d: number of seconds. */
		return sprintf( __( 'Delivery failed. Next attempt in %d seconds.', 'headless-site-companion' ), $delay );
	}
}
