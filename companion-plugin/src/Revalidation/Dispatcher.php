<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Hooks;
use HeadlessSiteCompanion\Support\Schema;
use Throwable;

defined( 'ABSPATH' ) || exit;

/**
 * Delivers what waits in the outbox.
 *
 * The runner of the queue. Works in the background only; nobody waits for it.
 *
 * @phpstan-import-type Answer from Sender
 * @phpstan-type Report array{requests: int, delivered: int, failed: int, left: bool}
 */
final class Dispatcher {

	/** Statuses that are about the route or the moment, whatever is in the request. */
	private const OF_THE_SITE = [ 404, 405, 408, 410, 425, 429 ];

	/** Where the site listens. */
	public const ROUTE = '/api/revalidate';

	/** Paths of one request. */
	public const BATCH = 100;

	/** Paths of one row that are put aside; a service that refuses more of them refuses all. */
	private const MOST_ASIDE = 5;

	/** Refused requests in a row after which the service itself is to blame, not one of the paths: halving 100 takes 7. */
	private const REFUSALS = 8;

	private Claims $claims;
	private Sender $sender;
	private CircuitBreaker $circuit;
	private Connection $connection;
	private DeliveryOutcomes $outcomes;
	private Settings $settings;
	private Clock $clock;

	/** Whether the site was found well in this run; null while it was not asked. */
	private ?bool $is_well = null;

	public function __construct( Claims $claims, Sender $sender, CircuitBreaker $circuit, Connection $connection, DeliveryOutcomes $outcomes, Settings $settings, Clock $clock ) {
		$this->claims     = $claims;
		$this->sender     = $sender;
		$this->circuit    = $circuit;
		$this->connection = $connection;
		$this->outcomes   = $outcomes;
		$this->settings   = $settings;
		$this->clock      = $clock;
	}

	/**
	 * Delivers what is due.
	 *
	 * @param int $seconds No new request is begun after so long.
	 * @return Report `delivered` counts paths; `left`: time ran out before it was known that nothing is left. Never throws.
	 */
	public function run( int $seconds = 20 ): array {
		$report = [
			'requests'  => 0,
			'delivered' => 0,
			'failed'    => 0,
			'left'      => false,
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

	/** The body of a request. */
	public static function body( string $secret, Changes $changes ): string {
		$body = [
			'secret' => $secret,
			'paths'  => $changes->paths(),
		];
		if ( $changes->events() ) {
			$body['events'] = $changes->events();
		}
		// For sites that know more than the interface names: they ask less, and show nothing that was hidden.
		if ( $changes->items() ) {
			$body['items'] = $changes->items();
		}
		if ( $changes->lists() ) {
			$body['lists'] = $changes->lists();
		}
		if ( $changes->comments() ) {
			$body['comments'] = $changes->comments();
		}
		if ( $changes->hidden() ) {
			$body['hidden'] = $changes->hidden();
		}
		// All changes until now are in this request, or wait behind it.
		if ( $body['paths'] ) {
			$body['changed'] = ChangeToken::current();
		}
		return (string) wp_json_encode( $body, JSON_UNESCAPED_SLASHES );
	}

	/**
	 * Takes claim after claim.
	 *
	 * @param float $end Deadline, in seconds of microtime( true ).
	 * @param Report $report Is added to.
	 */
	private function work( float $end, array &$report ): void {
		$this->is_well = null;
		while ( $this->may_deliver() ) {
			if ( microtime( true ) >= $end ) {
				$report['left'] = true;
				return;
			}
			$claim = $this->claims->take();
			if ( null === $claim ) {
				return;
			}
			$went_on = $this->deliver( $claim['id'], $claim['attempts'], $claim['changes'], $end, $report );
			// A change that fails again and again says nothing about the others.
			if ( ! $went_on && ( 0 === $claim['attempts'] || ! $this->is_well() ) ) {
				return;
			}
		}
	}

	/** Whether anything may be sent now. An open circuit is tried by a request that revalidates nothing. */
	private function may_deliver(): bool {
		if ( ! $this->settings->webhooks_enabled() || ! $this->settings->secrets_to_send( 'revalidationSecret' ) || $this->circuit->is_asked_to_wait() ) {
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
	 * @param int $attempts Failed ones so far.
	 * @param float $end Deadline, in seconds of microtime( true ): what is left then goes back into the queue.
	 * @param Report $report Is added to.
	 * @return bool Whether all of it was taken or put aside.
	 */
	private function deliver( int $id, int $attempts, Changes $original, float $end, array &$report ): bool {
		$changes = $this->understood( $original );
		if ( null === $changes ) {
			// Whether the site knows `/*` could not be asked: it is away, and everything waits as it is.
			$this->claims->release( $id, $attempts, MINUTE_IN_SECONDS );
			return false;
		}
		$size     = self::BATCH;
		$refusals = 0;
		$aside    = 0;
		while ( $changes->count() > 0 ) {
			if ( microtime( true ) >= $end ) {
				$this->claims->release( $id, $attempts, 0 );
				$report['left'] = true;
				return false;
			}
			$batch  = $changes->first( $size );
			$answer = $this->send( $id, $batch );
			++$report['requests'];
			if ( self::is_taken( $answer['status'] ) ) {
				$refusals             = 0;
				$report['delivered'] += $batch->count();
				$this->outcomes->delivered( $batch, $answer );
			} elseif ( DeliveryOutcomes::took_effect( $answer ) ) {
				++$report['failed'];
				$this->outcomes->again( $id, $attempts, $answer, $changes );
				return false;
			} elseif ( $changes->count() > 1 && $attempts > 0 && $this->may_break( $answer['status'] ) ) {
				++$report['failed'];
				$this->outcomes->broken( $id, $attempts, $answer, $changes );
				return true;
			} elseif ( ! $this->may_refuse( $answer['status'] ) || ++$refusals > self::REFUSALS || $aside >= self::MOST_ASIDE ) {
				++$report['failed'];
				$this->outcomes->failed( $id, $attempts + 1, $answer, $changes );
				return false;
			} elseif ( $batch->count() > 1 ) {
				$size = (int) ceil( $batch->count() / 2 );
				continue;
			} else {
				$size     = self::BATCH;
				$refusals = 0;
				++$aside;
				$this->outcomes->refused( $batch, $answer );
			}
			$changes->remove( $batch->paths() );
			// A list in the place of `/*` is never stored: a site that knows it may be there next time.
			if ( $changes === $original ) {
				$this->claims->renew( $id, $changes );
			}
		}
		$this->claims->complete( $id );
		return true;
	}

	/**
	 * Sends one request, with the previous secret when the service does not know the current one yet.
	 *
	 * @param Changes $batch At most BATCH paths.
	 * @return Answer
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
		foreach ( $this->settings->secrets_to_send( 'revalidationSecret' ) as $index => $secret ) {
			$body   = self::body( $secret, $batch );
			$answer = $this->sender->post( self::ROUTE, $body, Signature::headers( $secret, $message, $this->clock->now(), $body ) );
			if ( self::is_taken( $answer['status'] ) ) {
				$this->connection->accepted( $index, $answer );
			}
			if ( 401 !== $answer['status'] && 403 !== $answer['status'] ) {
				break;
			}
		}
		$answer['error'] = $this->settings->without_secrets( $answer['error'] );
		return $answer;
	}

	/**
	 * Changes in a form that the service understands: without `/*` it gets the paths one by one.
	 *
	 * @param Changes $changes Without look-ups.
	 * @return Changes|null Null when it cannot be asked.
	 */
	private function understood( Changes $changes ): ?Changes {
		$wild = preg_grep( '#/\*$#', $changes->paths() );
		if ( ! $wild ) {
			return $changes;
		}
		$supports = $this->connection->supports_wildcard();
		if ( null === $supports ) {
			return null;
		}
		if ( $supports ) {
			return $changes;
		}
		// Such a service does not know the rules, and no page has changed with them.
		$of_rules = array_keys( $changes->events(), Changes::REDIRECTS, true );
		$changes->remove( $of_rules );
		return WildcardExpansion::instead_of( $changes, array_diff( $wild, $of_rules ) );
	}

	/**
	 * Whether a status says that the request was taken.
	 *
	 * @param int $status HTTP status, 0 for no answer.
	 */
	private static function is_taken( int $status ): bool {
		return $status >= 200 && $status < 300;
	}

	/**
	 * Whether a status may mean that the site refuses one of the paths, so that the others are worth a try without it. Where it
	 * may also mean the secret, or something in front of the site, it is asked.
	 *
	 * @param int $status HTTP status, 0 for no answer.
	 */
	private function may_refuse( int $status ): bool {
		if ( 401 === $status || 403 === $status ) {
			return $this->is_well();
		}
		return $status >= 400 && $status < 500 && ! in_array( $status, self::OF_THE_SITE, true );
	}

	/**
	 * Whether one of the paths may make the site fail, which is well without it.
	 *
	 * @param int $status HTTP status, 0 for no answer.
	 */
	private function may_break( int $status ): bool {
		return ( 0 === $status || $status >= 500 ) && $this->is_well();
	}

	/** Whether the site answers a request that revalidates nothing. Asked once in a run. */
	private function is_well(): bool {
		if ( null === $this->is_well ) {
			$found         = $this->connection->check( true );
			$this->is_well = 'connected' === $found['status'] && (int) $found['httpStatus'] < 500;
		}
		return $this->is_well;
	}
}
