<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Pairing;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Settings\TrustedAddress;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Hmac;

defined( 'ABSPATH' ) || exit;

/**
 * Codes for `connect`.
 *
 * A code that an administrator makes on the settings page and types into `create-headless-site connect`, where WordPress has
 * no application passwords. It lets whoever has it send the settings once, within a quarter of an hour. Only its digest is kept.
 * Wrong ones are not counted: a hundred bits cannot be guessed, and a limit would let anybody make it void.
 */
final class PairingCode {

	/** Option with the digest (`hash`), its end (`exp`, unix seconds), and a mark (`trusted`) where a network trusts the maker. Not autoloaded. */
	public const OPTION = 'companion_pairing';

	/** Seconds that a code lives. */
	public const SECONDS = 900;

	/** Letters and digits that are not mistaken for one another. */
	private const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

	private Clock $clock;
	private Log $log;

	public function __construct( Clock $clock, Log $log ) {
		$this->clock = $clock;
		$this->log   = $log;
	}

	/**
	 * Makes a code; a former one is void.
	 *
	 * @return string Four groups of five characters; empty when the database did not keep it.
	 */
	public function make(): string {
		$code = '';
		for ( $i = 0; $i < 20; $i++ ) {
			$code .= self::ALPHABET[ random_int( 0, 31 ) ];
		}
		$kept = [
			'hash' => self::digest( $code ),
			'exp'  => $this->clock->now() + self::SECONDS,
		];
		if ( TrustedAddress::is_users() ) {
			$kept['trusted'] = self::mark( $kept );
		}
		if ( ! update_option( self::OPTION, $kept, false ) ) {
			return '';
		}
		$this->log->add( 'content', __( 'A code to connect a site was made.', 'headless-site-companion' ) );
		return implode( '-', str_split( $code, 5 ) );
	}

	/**
	 * Whether a code is the one, and in time.
	 *
	 * @param string $code Anything; case, spaces and dashes do not matter.
	 */
	public function is_valid( string $code ): bool {
		$kept = get_option( self::OPTION );
		return is_array( $kept ) && $this->clock->now() <= (int) ( $kept['exp'] ?? 0 ) && hash_equals( (string) ( $kept['hash'] ?? '' ), self::digest( $code ) );
	}

	/**
	 * Whether who made a code could read wp-config.php of the network. A person who restores a backup of one site cannot write that.
	 *
	 * @param string $code Anything.
	 */
	public function is_trusted( string $code ): bool {
		$kept = get_option( self::OPTION );
		return $this->is_valid( $code ) && is_array( $kept ) && hash_equals( self::mark( $kept ), (string) ( $kept['trusted'] ?? '' ) );
	}

	/**
	 * Uses the code up.
	 *
	 * @param string $code A valid one.
	 * @return bool False when somebody else was faster.
	 */
	public function redeem( string $code ): bool {
		if ( ! $this->is_valid( $code ) || ! delete_option( self::OPTION ) ) {
			return false;
		}
		$this->log->add( 'content', __( 'A code to connect a site was used.', 'headless-site-companion' ) );
		return true;
	}

	/**
	 * Binds a code to its end and to this site of a network.
	 *
	 * @param array<string, mixed> $kept Stored pairing code.
	 */
	private static function mark( array $kept ): string {
		return Hmac::sign( wp_salt(), 'companion/pairing/v1', 'v1|' . get_current_blog_id() . '|' . ( $kept['hash'] ?? '' ) . '|' . ( $kept['exp'] ?? '' ) );
	}

	/**
	 * Its digest. A code has a hundred random bits: it needs no slow one.
	 *
	 * @param string $code The code as it was made or typed.
	 */
	private static function digest( string $code ): string {
		return hash( 'sha256', strtoupper( (string) preg_replace( '/[\s-]+/', '', $code ) ) );
	}
}
