<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Support\Clock;

defined( 'ABSPATH' ) || exit;

/**
 * Decides when not to call the site.
 *
 * A circuit breaker. A wrong secret opens it at once: trying again and again would only fill logs, and look like an attack.
 * A service that does not answer opens it after some failures; then one small request a minute checks whether it is back.
 */
final class CircuitBreaker {

	private const OPTION = 'companion_circuit';

	/** Failures in a row after which a service counts as away. */
	private const FAILURES = 5;

	/** Seconds between two looks, by state. After a wrong secret somebody has to act; the settings page looks at once. */
	private const PROBE_SECONDS = [
		'unreachable'  => 60,
		'unauthorized' => 300,
	];

	/** Seconds between two looks because the service asked for something: anybody can ask in its place. */
	private const ASKED_SECONDS = 20;

	/** Seconds that a service may ask all deliveries to wait; a change that it has refused may have to wait for longer. */
	private const LONGEST_WAIT = 3600;

	private Clock $clock;

	public function __construct( Clock $clock ) {
		$this->clock = $clock;
	}

	/**
	 * State. Not the same all the time: a connection check changes it.
	 *
	 * @phpstan-impure
	 * @return string `closed`: deliveries go out. `unauthorized`: the secret was refused. `unreachable`: no good answer.
	 */
	public function state(): string {
		$state = $this->stored()['state'] ?? 'closed';
		return isset( self::PROBE_SECONDS[ $state ] ) ? $state : 'closed';
	}

	/**
	 * Since when it has been open.
	 *
	 * @return int|null Unix seconds; null while it is closed.
	 */
	public function since(): ?int {
		return 'closed' === $this->state() ? null : (int) ( $this->stored()['since'] ?? 0 );
	}

	/** After a delivery, or a look that found everything well. */
	public function close(): void {
		if ( $this->stored() ) {
			update_option( self::OPTION, [], false );
		}
	}

	/** The service was asked, and refuses the secret. */
	public function refuse(): void {
		$stored = $this->stored();
		if ( 'unauthorized' !== $this->state() ) {
			$stored['state']    = 'unauthorized';
			$stored['since']    = $this->clock->now();
			$stored['probedAt'] = $this->clock->now();
			update_option( self::OPTION, $stored, false );
		}
	}

	/**
	 * After a delivery that failed.
	 *
	 * @param int $status HTTP status, 0 for no answer.
	 * @param int|null $retry_after Seconds that the service asks for by Retry-After.
	 * @return bool Whether it has just opened.
	 */
	public function failed( int $status, ?int $retry_after = null ): bool {
		$stored = $this->stored();
		$before = $this->state();
		$state  = $before;

		$stored['failures'] = (int) ( $stored['failures'] ?? 0 ) + 1;
		if ( 'closed' === $before && $stored['failures'] >= self::FAILURES ) {
			$state = 'unreachable';
		}
		if ( $state !== $before ) {
			$stored['state']    = $state;
			$stored['since']    = $this->clock->now();
			$stored['probedAt'] = $this->clock->now();
		}
		if ( null !== $retry_after && in_array( $status, [ 429, 503 ], true ) ) {
			$stored['waitUntil'] = $this->clock->now() + min( self::LONGEST_WAIT, $retry_after );
		}
		update_option( self::OPTION, $stored, false );
		return $state !== $before;
	}

	/** Whether the service has asked to be left alone for a time, with 429 or 503, and it has not passed. */
	public function is_asked_to_wait(): bool {
		$seconds = (int) ( $this->stored()['waitUntil'] ?? 0 ) - $this->clock->now();
		// A clock that was set back must not make it wait for longer.
		return $seconds > 0 && $seconds <= self::LONGEST_WAIT;
	}

	/**
	 * The service has asked for something, as it does when it starts: it may be back.
	 *
	 * @param bool $is_owed Whether there are deliveries that it did not answer. A look before the next one then costs none of its attempts.
	 * @return bool Whether to look now.
	 */
	public function asked( bool $is_owed ): bool {
		$stored    = $this->stored();
		$is_closed = 'closed' === $this->state();
		if ( ( $is_closed && ! $is_owed ) || abs( $this->clock->now() - (int) ( $stored['probedAt'] ?? 0 ) ) < self::ASKED_SECONDS ) {
			return false;
		}
		if ( $is_closed ) {
			$stored['state'] = 'unreachable';
			$stored['since'] = $this->clock->now();
		}
		$stored['probedAt'] = 0;
		update_option( self::OPTION, $stored, false );
		return true;
	}

	/** Whether it is time to look if the service is back; notes that somebody looks. */
	public function may_probe(): bool {
		$stored = $this->stored();
		$wait   = self::PROBE_SECONDS[ $this->state() ] ?? 0;
		// A clock that was set back must not keep it open.
		if ( abs( $this->clock->now() - (int) ( $stored['probedAt'] ?? 0 ) ) < $wait ) {
			return false;
		}
		$stored['probedAt'] = $this->clock->now();
		update_option( self::OPTION, $stored, false );
		return true;
	}

	/**
	 * The stored state.
	 *
	 * @return array<string, mixed>
	 */
	private function stored(): array {
		$stored = get_option( self::OPTION );
		return is_array( $stored ) ? $stored : [];
	}
}
