<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Pairing;

use HeadlessSiteCompanion\Support\Clock;

defined( 'ABSPATH' ) || exit;

/**
 * Codes for `connect`.
 *
 * A code that an administrator makes on the settings page and types into `create-headless-site connect`, where WordPress has
 * no application passwords. It lets whoever has it send the settings once, within a quarter of an hour. Only its digest is kept.
 */
final class PairingCode {

	/** Option with the digest (`hash`), its end (`exp`, unix seconds) and the wrong attempts so far (`tries`). Not autoloaded. */
	public const OPTION = 'companion_pairing';

	/** Seconds that a code lives. */
	public const SECONDS = 900;

	/** Wrong attempts after which it is void. A hundred bits cannot be guessed; whoever tries is not the administrator. */
	private const MOST_TRIES = 20;

	/** Letters and digits that are not mistaken for one another. */
	private const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

	private Clock $clock;

	public function __construct( Clock $clock ) {
		$this->clock = $clock;
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
		$kept = update_option(
			self::OPTION,
			[
				'hash'  => self::digest( $code ),
				'exp'   => $this->clock->now() + self::SECONDS,
				'tries' => 0,
			],
			false
		);
		return $kept ? implode( '-', str_split( $code, 5 ) ) : '';
	}

	/**
	 * Whether a code is the one, and in time. A wrong one is counted.
	 *
	 * @param string $code Anything; case, spaces and dashes do not matter.
	 */
	public function is_valid( string $code ): bool {
		$kept = get_option( self::OPTION );
		if ( ! is_array( $kept ) || $this->clock->now() > (int) ( $kept['exp'] ?? 0 ) || (int) ( $kept['tries'] ?? 0 ) >= self::MOST_TRIES ) {
			return false;
		}
		if ( hash_equals( (string) $kept['hash'], self::digest( $code ) ) ) {
			return true;
		}
		++$kept['tries'];
		update_option( self::OPTION, $kept, false );
		return false;
	}

	/**
	 * Uses the code up.
	 *
	 * @param string $code A valid one.
	 * @return bool False when somebody else was faster.
	 */
	public function redeem( string $code ): bool {
		return $this->is_valid( $code ) && delete_option( self::OPTION );
	}

	/**
	 * Its digest. A code has a hundred random bits: it needs no slow one.
	 *
	 * @param string $code As it was made or typed.
	 */
	private static function digest( string $code ): string {
		return hash( 'sha256', strtoupper( (string) preg_replace( '/[\s-]+/', '', $code ) ) );
	}
}
