<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Support;

defined( 'ABSPATH' ) || exit;

/**
 * Signatures made from a secret.
 *
 * Signs with a key that is made from a secret and the name of its purpose, so that what was signed for one purpose is worth
 * nothing for another. No WordPress call is made here.
 */
final class Hmac {

	/**
	 * Signs a message.
	 *
	 * @param string $secret Its bytes as they are.
	 * @param string $label Purpose of the key.
	 * @return string Base64url without padding, 43 characters.
	 */
	public static function sign( string $secret, string $label, string $message ): string {
		$key = hash_hmac( 'sha256', $label, $secret, true );
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- The form of a digest in an address.
		return rtrim( strtr( base64_encode( hash_hmac( 'sha256', $message, $key, true ) ), '+/', '-_' ), '=' );
	}
}
