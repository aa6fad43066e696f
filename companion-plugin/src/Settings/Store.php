<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Settings;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Support\Clock;

defined( 'ABSPATH' ) || exit;

/**
 * The settings as they are kept, whatever they mean: in two options, or in wp-config.php, which wins.
 *
 * Secrets have an option of their own that WordPress does not load with every request. A previous secret ends two days after it was stored.
 */
final class Store {

	/** Option of everything but the secrets. */
	private const OPTION = 'companion_settings';

	/** Option of the secrets, not autoloaded. */
	private const SECRETS_OPTION = 'companion_secrets';

	/** Option with when each previous secret was stored, in unix seconds by setting. */
	private const ROTATED_OPTION = 'companion_rotated';

	/** Seconds that a previous secret is accepted: time to deploy the site, and for links to expire. */
	private const ROTATION_SECONDS = 2 * DAY_IN_SECONDS;

	private Clock $clock;
	private Log $log;

	public function __construct( Clock $clock, Log $log ) {
		$this->clock = $clock;
		$this->log   = $log;
	}

	/**
	 * One setting as it is set.
	 *
	 * @param string $key Key of Definition::DEFAULTS.
	 * @return mixed Value of the type of its default: a stored value of another type counts as not stored.
	 */
	public function value( string $key ) {
		$default = Definition::DEFAULTS[ $key ];
		if ( $this->is_locked( $key ) ) {
			$value = constant( Definition::CONSTANTS[ $key ] );
			return is_bool( $default ) ? wp_validate_boolean( $value ) : ( is_int( $default ) ? (int) $value : (string) $value );
		}
		$stored = Definition::is_secret( $key ) ? $this->secrets() : $this->settings();
		if ( isset( $stored[ $key ] ) && in_array( $key, Definition::PREVIOUS, true ) && $this->has_ended( $key ) ) {
			return $default;
		}
		return isset( $stored[ $key ] ) && gettype( $stored[ $key ] ) === gettype( $default ) ? $stored[ $key ] : $default;
	}

	/** Whether wp-config.php has decided. */
	public function is_locked( string $key ): bool {
		return defined( Definition::CONSTANTS[ $key ] ?? '' );
	}

	/**
	 * Everything but the secrets, without what wp-config.php says.
	 *
	 * @return array<string, mixed>
	 */
	public function settings(): array {
		return $this->stored( self::OPTION );
	}

	/**
	 * The secrets, likewise.
	 *
	 * @return array<string, mixed>
	 */
	public function secrets(): array {
		return $this->stored( self::SECRETS_OPTION );
	}

	/**
	 * Stores all of them, and writes down where the address or a secret changes.
	 *
	 * @param array<string, mixed> $settings Everything but the secrets.
	 * @param array<string, mixed> $secrets Those.
	 * @return bool Whether the address or a secret has changed.
	 */
	public function write( array $settings, array $secrets ): bool {
		$before  = [ $this->settings(), $this->secrets() ];
		$changed = $before[1] !== $secrets || ( $before[0]['serviceUrl'] ?? '' ) !== ( $settings['serviceUrl'] ?? '' );
		update_option( self::OPTION, $settings, true );
		update_option( self::SECRETS_OPTION, $secrets, false );
		$this->note_rotation( $before[1], $secrets );
		if ( $changed ) {
			$this->log_change( $before[0] + $before[1], $settings + $secrets );
		}
		return $changed;
	}

	/**
	 * When a previous secret ends, in unix seconds.
	 *
	 * @param string $key One of Definition::PREVIOUS.
	 */
	public function end_of( string $key ): int {
		return ( $this->rotated()[ $key ] ?? $this->clock->now() ) + self::ROTATION_SECONDS;
	}

	/** Forgets previous secrets that have ended. From now on it knows those that an earlier version has stored without a time. */
	public function end_rotation(): void {
		$stored = $this->secrets();
		$kept   = $stored;
		foreach ( Definition::PREVIOUS as $key ) {
			if ( isset( $kept[ $key ] ) && $this->has_ended( $key ) ) {
				unset( $kept[ $key ] );
			}
		}
		if ( $kept !== $stored ) {
			update_option( self::SECRETS_OPTION, $kept, false );
			$this->log_change( $stored, $kept );
		}
		$this->note_rotation( $stored, $kept );
	}

	/**
	 * Whether a previous secret has been stored for too long.
	 *
	 * @param string $key One of Definition::PREVIOUS.
	 */
	private function has_ended( string $key ): bool {
		return isset( $this->rotated()[ $key ] ) && $this->clock->now() >= $this->end_of( $key );
	}

	/**
	 * Notes since when there are previous secrets.
	 *
	 * @param array<string, mixed> $before Secrets as they were stored.
	 * @param array<string, mixed> $now Secrets as they are now.
	 */
	private function note_rotation( array $before, array $now ): void {
		$known = $this->rotated();
		$since = [];
		foreach ( array_intersect_key( $now, array_flip( Definition::PREVIOUS ) ) as $key => $secret ) {
			$is_same       = ( $before[ $key ] ?? null ) === $secret;
			$since[ $key ] = $is_same && isset( $known[ $key ] ) ? $known[ $key ] : $this->clock->now();
		}
		if ( $since !== $known ) {
			update_option( self::ROTATED_OPTION, $since, false );
		}
	}

	/**
	 * Writes down that address or secrets have changed: which ones, never what they are.
	 *
	 * @param array<string, mixed> $before By setting, as it was stored.
	 * @param array<string, mixed> $now By setting, as it is now.
	 */
	private function log_change( array $before, array $now ): void {
		$changed = [];
		foreach ( array_merge( [ 'serviceUrl' ], Definition::SECRETS ) as $key ) {
			if ( ( $before[ $key ] ?? '' ) !== ( $now[ $key ] ?? '' ) ) {
				$changed[] = $key;
			}
		}
		$context = [ 'changed' => $changed ];
		if ( in_array( 'serviceUrl', $changed, true ) ) {
			// Earlier versions took addresses with a password.
			$context['before'] = ServiceUrl::without_credentials( (string) ( $before['serviceUrl'] ?? '' ) );
			$context['now']    = $now['serviceUrl'] ?? '';
		}
		$this->log->add( 'content', __( 'The address or the secrets of the site changed.', 'headless-site-companion' ), $context );
	}

	/** @return array<string, int> When each previous secret was stored, in unix seconds. */
	private function rotated(): array {
		return array_map( 'intval', array_filter( $this->stored( self::ROTATED_OPTION ), 'is_numeric' ) );
	}

	/**
	 * An option that should be an array, and may be anything in a damaged database.
	 *
	 * @return array<string, mixed>
	 */
	private function stored( string $option ): array {
		$value = get_option( $option );
		return is_array( $value ) ? $value : [];
	}
}
