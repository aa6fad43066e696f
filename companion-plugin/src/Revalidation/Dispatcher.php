<?php
/**
 * Delivers what waits in the outbox.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Hooks;
use HeadlessSiteCompanion\Support\Path;
use HeadlessSiteCompanion\Support\Schema;
use Throwable;

defined( 'ABSPATH' ) || exit;

/**
 * The runner of the queue. Works in the background only: nobody waits for it.
 */
final class Dispatcher {

	/** Where the site listens. */
	public const ROUTE = '/api/revalidate';

	/** Paths of one request. */
	public const BATCH = 100;

	/** Paths of one row that are put aside; a service that refuses more of them refuses all. */
	private const MOST_ASIDE = 5;

	/** Refused requests in a row after which the service itself is to blame, not one of the paths: halving 100 takes 7. */
	private const REFUSALS = 8;

	/** Where changes wait.
	 *
	 * @var Outbox
	 */
	private $outbox;

	/** Calls the site.
	 *
	 * @var Sender
	 */
	private $sender;

	/** Knows when not to call.
	 *
	 * @var Circuit
	 */
	private $circuit;

	/** Looks whether site and secret are right.
	 *
	 * @var Connection
	 */
	private $connection;

	/** Figures.
	 *
	 * @var History
	 */
	private $history;

	/** The settings.
	 *
	 * @var Settings
	 */
	private $settings;

	/** The activity log.
	 *
	 * @var Log
	 */
	private $log;

	/** The time.
	 *
	 * @var Clock
	 */
	private $clock;

	/**
	 * Keeps what it needs.
	 *
	 * @param Outbox     $outbox     Where changes wait.
	 * @param Sender     $sender     Calls the site.
	 * @param Circuit    $circuit    Knows when not to call.
	 * @param Connection $connection Looks whether site and secret are right.
	 * @param History    $history    Figures.
	 * @param Settings   $settings   The settings.
	 * @param Log        $log        The activity log.
	 * @param Clock      $clock      The time.
	 */
	public function __construct( Outbox $outbox, Sender $sender, Circuit $circuit, Connection $connection, History $history, Settings $settings, Log $log, Clock $clock ) {
		$this->outbox     = $outbox;
		$this->sender     = $sender;
		$this->circuit    = $circuit;
		$this->connection = $connection;
		$this->history    = $history;
		$this->settings   = $settings;
		$this->log        = $log;
		$this->clock      = $clock;
	}

	/**
	 * Delivers what is due.
	 *
	 * @param int $seconds No new request is begun after so long.
	 * @return array{requests: int, delivered: int, failed: int} `delivered` counts paths. Never throws.
	 */
	public function run( int $seconds = 20 ): array {
		$report = [
			'requests'  => 0,
			'delivered' => 0,
			'failed'    => 0,
		];
		try {
			Schema::quietly(
				function () use ( $seconds, &$report ): void {
					$this->work( microtime( true ) + $seconds, $report );
				}
			);
		} catch ( Throwable $error ) {
			Hooks::report( 'delivery', $error );
		}
		return $report;
	}

	/**
	 * The body of a request.
	 *
	 * @param string  $secret  The revalidation secret.
	 * @param Changes $changes What to send.
	 */
	public static function body( string $secret, Changes $changes ): string {
		$body = [
			'secret' => $secret,
			'paths'  => $changes->paths(),
		];
		if ( $changes->events() ) {
			$body['events'] = $changes->events();
		}
		return (string) wp_json_encode( $body, JSON_UNESCAPED_SLASHES );
	}

	/**
	 * Takes claim after claim.
	 *
	 * @param float                                             $end    As microtime( true ).
	 * @param array{requests: int, delivered: int, failed: int} $report Is added to.
	 */
	private function work( float $end, array &$report ): void {
		while ( microtime( true ) < $end && $this->may_deliver() ) {
			$claim = $this->outbox->claim();
			if ( null === $claim || ! $this->deliver( $claim['id'], $claim['attempts'], $claim['changes'], $end, $report ) ) {
				return;
			}
		}
	}

	/**
	 * Whether anything may be sent now. An open circuit is tried by a request that revalidates nothing.
	 */
	private function may_deliver(): bool {
		if ( ! $this->settings->webhooks_enabled() || ! $this->settings->revalidation_secrets() ) {
			return false;
		}
		if ( 'closed' === $this->circuit->state() ) {
			return true;
		}
		if ( ! $this->circuit->may_probe() ) {
			return false;
		}
		$this->connection->check( true );
		return 'closed' === $this->circuit->state();
	}

	/**
	 * Sends a claim, request by request.
	 *
	 * @param int                                               $id       Of the claimed row.
	 * @param int                                               $attempts Failed ones so far.
	 * @param Changes                                           $changes  What to send.
	 * @param float                                             $end      As microtime( true ): what is left then goes back into the queue.
	 * @param array{requests: int, delivered: int, failed: int} $report   Is added to.
	 * @return bool Whether all of it was taken.
	 */
	private function deliver( int $id, int $attempts, Changes $changes, float $end, array &$report ): bool {
		$original  = $changes;
		$changes   = $this->understood( $original );
		$size      = self::BATCH;
		$refusals  = 0;
		$put_aside = 0;
		if ( null === $changes ) {
			// Whether the site knows `/*` could not be asked: it is away, and everything waits as it is.
			$this->outbox->retry( $id, $attempts, MINUTE_IN_SECONDS, 0, '' );
			return false;
		}
		// A list in the place of `/*` is never stored: a site that knows it may be there next time.
		$keeps = $changes === $original;
		if ( $keeps || $changes->is_empty() ) {
			$this->outbox->keep( $id, $changes );
		}
		while ( $changes->count() > 0 ) {
			if ( microtime( true ) >= $end ) {
				$this->outbox->retry( $id, $attempts, 0, 0, '' );
				return false;
			}
			$batch  = $changes->first( $size );
			$answer = $this->send( $id, $batch );
			$status = $answer['status'];
			++$report['requests'];
			if ( $status >= 200 && $status < 300 ) {
				$refusals             = 0;
				$report['delivered'] += $batch->count();
				$this->delivered( $batch, $answer );
			} elseif ( in_array( $status, [ 400, 413, 422 ], true ) && ++$refusals <= self::REFUSALS && $put_aside < self::MOST_ASIDE ) {
				if ( $batch->count() > 1 ) {
					$size = (int) ceil( $batch->count() / 2 );
					continue;
				}
				$size     = self::BATCH;
				$refusals = 0;
				++$put_aside;
				$this->outbox->put_aside( $batch, $status, $answer['error'] );
				$context = [
					'paths'  => $batch->paths(),
					'status' => $status,
				];
				$this->log->add( 'error', __( 'The site refuses a path. It was put aside; the others go on.', 'headless-site-companion' ), $context );
			} else {
				++$report['failed'];
				$this->failed( $id, $attempts + 1, $answer, $changes );
				return false;
			}
			$changes->remove( $batch->paths() );
			if ( $keeps || $changes->is_empty() ) {
				$this->outbox->keep( $id, $changes );
			}
		}
		return true;
	}

	/**
	 * Sends one request, with the previous secret when the service does not know the current one yet.
	 *
	 * @param int     $id    Of the row.
	 * @param Changes $batch At most BATCH paths.
	 * @return array{status: int, body: string, headers: array<string, string>, error: string, ms: int}
	 */
	private function send( int $id, Changes $batch ): array {
		// The same for every attempt, so that a receiver can tell a repetition.
		$message = 'msg_' . substr( hash( 'sha256', $id . $batch->to_json() ), 0, 32 );
		$answer  = [
			'status'  => 0,
			'body'    => '',
			'headers' => [],
			'error'   => 'no secret',
			'ms'      => 0,
		];
		foreach ( $this->settings->revalidation_secrets() as $index => $secret ) {
			$body   = self::body( $secret, $batch );
			$answer = $this->sender->post( $this->settings->service_url() . self::ROUTE, $body, Signature::headers( $secret, $message, $this->clock->now(), $body ) );
			if ( 401 !== $answer['status'] && 403 !== $answer['status'] ) {
				$this->connection->accepted( $index );
				break;
			}
		}
		return $answer;
	}

	/**
	 * What the service understands: without `/*` it gets the paths one by one.
	 *
	 * @param Changes $changes Without look-ups.
	 * @return Changes|null Null when it cannot be asked.
	 */
	private function understood( Changes $changes ): ?Changes {
		$wild     = preg_grep( '#/\*$#', $changes->paths() );
		$supports = ! $wild ? true : $this->connection->supports_wildcard();
		if ( ! $wild || false !== $supports ) {
			return null === $supports ? null : $changes;
		}
		return EveryPath::instead_of( $changes, $wild );
	}

	/**
	 * After a request that was taken.
	 *
	 * @param Changes                                                                                 $batch  What was sent.
	 * @param array{status: int, body: string, headers: array<string, string>, error: string, ms: int} $answer Of the service.
	 */
	private function delivered( Changes $batch, array $answer ): void {
		$this->circuit->close();
		$this->settings->set_connected( true );
		$json  = json_decode( $answer['body'], true );
		$build = is_array( $json ) && is_array( $json['static'] ?? null ) ? array_filter( $json['static'], 'is_string' ) : [];
		$build = array_values( array_filter( array_map( [ Path::class, 'normalize' ], $build ) ) );
		$this->history->add( $this->clock->now(), $answer['status'], $answer['ms'], $batch->count(), $build );
		$context = [
			'paths'  => $batch->paths(),
			'status' => $answer['status'],
			'ms'     => $answer['ms'],
		];
		if ( $build ) {
			$context['needsBuild'] = $build;
		}
		$this->log->add(
			'revalidation',
			/* translators: %d: number of paths. */
			sprintf( _n( '%d path revalidated.', '%d paths revalidated.', $batch->count(), 'headless-site-companion' ), $batch->count() ),
			$context
		);
	}

	/**
	 * After a request that was not taken.
	 *
	 * @param int                                                                                     $id       Of the row.
	 * @param int                                                                                     $attempts Failed ones, this one included.
	 * @param array{status: int, body: string, headers: array<string, string>, error: string, ms: int} $answer   Of the service, or none.
	 * @param Changes                                                                                 $left     What is still to be sent.
	 */
	private function failed( int $id, int $attempts, array $answer, Changes $left ): void {
		$status = $answer['status'];
		$opened = $this->circuit->failed( $status );
		$this->history->add( $this->clock->now(), $status, $answer['ms'], min( self::BATCH, $left->count() ) );
		$delay = RetryPolicy::delay( $attempts, wp_rand( 0, 1000 ) / 1000, RetryPolicy::retry_after( $answer['headers']['retry-after'] ?? '', $this->clock->now() ) );
		if ( 'unauthorized' === $this->circuit->state() ) {
			// Not the change's fault: it waits for the right secret, however long that takes.
			list( $attempts, $delay ) = [ $attempts - 1, 0 ];
		} elseif ( 410 === $status ) {
			$delay = null;
		}
		$this->outbox->retry( $id, $attempts, $delay, $status, $answer['error'] );
		$context = [
			'status' => $status,
			'error'  => $answer['error'],
			'ms'     => $answer['ms'],
			'paths'  => $left->first( self::BATCH )->paths(),
		];
		$this->log->add( 'error', $this->explain( $status, $delay, $opened ), $context );
	}

	/**
	 * A sentence for the log.
	 *
	 * @param int      $status HTTP status, 0 for no answer.
	 * @param int|null $delay  Seconds until the next attempt; null for none.
	 * @param bool     $opened Whether deliveries have just been stopped.
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
			return __( 'The site does not answer. Changes are kept, and one request a minute looks whether it is back.', 'headless-site-companion' );
		}
		/* translators: %d: number of seconds. */
		return sprintf( __( 'Delivery failed. Next attempt in %d seconds.', 'headless-site-companion' ), $delay );
	}
}
