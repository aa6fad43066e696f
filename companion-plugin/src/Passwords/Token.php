<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Passwords;

use HeadlessSiteCompanion\Support\Hmac;

defined( 'ABSPATH' ) || exit;

/**
 * Stands for the password of a post outside WordPress.
 *
 * A fingerprint changes with the password and does not reveal it: its key is a salt that WordPress alone knows. The site sends it back in
 * the header `X-Companion-Password: <id>.<exp>.<fingerprint>.<mac>`, made with the revalidation secret. Held to
 * tests/vectors/password.json. No WordPress call is made here. Times are unix seconds.
 */
final class Token {

	/** Names what a key is for. */
	private const PRINT_LABEL = 'companion/post-password/v1';
	private const READ_LABEL  = 'companion/password-read/v1';

	/** Seconds that a header may end ahead, and after its end: its life of a minute, and five minutes for clocks that disagree. */
	private const MAX_SECONDS  = 360;
	private const LATE_SECONDS = 300;

	/**
	 * The fingerprint of a password.
	 *
	 * @param string $salt That never leaves WordPress.
	 * @param int $id ID of the post: two posts with one password have two fingerprints.
	 * @return string 43 characters of base64url.
	 */
	public static function fingerprint( string $salt, int $id, string $password ): string {
		return Hmac::sign( $salt, self::PRINT_LABEL, "v1|$id|$password" );
	}

	/**
	 * Reads a header.
	 *
	 * @param string $value Anything.
	 * @param string[] $secrets Secrets of the revalidate route.
	 * @param int $now Unix seconds.
	 * @return array{id: int, fingerprint: string}|null Null where it proves nothing.
	 */
	public static function read( string $value, array $secrets, int $now ): ?array {
		if ( ! preg_match( '/^([1-9]\d{0,17})\.(\d{1,12})\.([\w-]{43})\.([\w-]{43})$/D', $value, $found ) ) {
			return null;
		}
		[ , $id, $exp, $fingerprint, $mac ] = $found;
		if ( (int) $exp < $now - self::LATE_SECONDS || (int) $exp > $now + self::MAX_SECONDS ) {
			return null;
		}
		foreach ( $secrets as $secret ) {
			if ( hash_equals( Hmac::sign( $secret, self::READ_LABEL, "v1|$id|$exp|$fingerprint" ), $mac ) ) {
				return [
					'id'          => (int) $id,
					'fingerprint' => $fingerprint,
				];
			}
		}
		return null;
	}
}
