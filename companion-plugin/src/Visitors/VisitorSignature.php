<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Visitors;

use HeadlessSiteCompanion\Support\Hmac;

defined( 'ABSPATH' ) || exit;

/**
 * The signature that the site passes on what a visitor sent.
 *
 * The header `X-Companion-Visitor: <exp>.<id>.<visitor>.<mac>`, made with the revalidation secret for one target, such as
 * `forms/contact-form-7:12`. `visitor` is base64url of JSON: ip, agent, page, and `body`, the SHA-256 of what goes with it, in
 * hexadecimal digits. Sites of earlier versions do not sign the body, and no site signs that of a form: it may be an upload that nobody
 * holds in memory, and the id makes a repetition worthless. Held to tests/vectors/visitor.json. No WordPress call is made here.
 */
final class VisitorSignature {

	/** Names what the key is for. */
	private const LABEL = 'companion/visitor/v1';

	/** Seconds that a signature may end ahead, and after its end: its life of a minute, and five minutes for clocks that disagree. */
	private const MAX_SECONDS  = 360;
	private const LATE_SECONDS = 300;

	/** Seconds for which any signature is accepted at most. */
	public const VALID_SECONDS = self::MAX_SECONDS + self::LATE_SECONDS;

	/**
	 * Reads a header.
	 *
	 * @param string $value Anything.
	 * @param string $target Target of the request.
	 * @param string[] $secrets Secrets of the revalidate route.
	 * @param int $now Unix seconds.
	 * @param string $body That came with it.
	 * @return Visitor|null Null where it proves nothing.
	 */
	public static function read( string $value, string $target, array $secrets, int $now, string $body ): ?Visitor {
		if ( ! preg_match( '/^(\d{1,12})\.([0-9a-f]{32})\.([\w-]{1,4000})\.([\w-]{43})$/D', $value, $found ) ) {
			return null;
		}
		[ , $exp, $id, $visitor, $mac ] = $found;
		if ( (int) $exp < $now - self::LATE_SECONDS || (int) $exp > $now + self::MAX_SECONDS ) {
			return null;
		}
		foreach ( $secrets as $secret ) {
			if ( hash_equals( Hmac::sign( $secret, self::LABEL, "v1|$target|$exp|$id|$visitor" ), $mac ) ) {
				return self::visitor( $id, $visitor, $body );
			}
		}
		return null;
	}

	/**
	 * Decodes the visitor.
	 *
	 * @param string $id ID of the submission.
	 * @param string $encoded Signed by the site.
	 * @param string $body That came with it.
	 */
	private static function visitor( string $id, string $encoded, string $body ): ?Visitor {
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- Text in a header.
		$said = json_decode( (string) base64_decode( strtr( $encoded, '-_', '+/' ), true ), true );
		if ( ! is_array( $said ) || ( isset( $said['body'] ) && hash( 'sha256', $body ) !== $said['body'] ) ) {
			return null;
		}
		$text = static function ( string $name ) use ( $said ): string {
			return is_string( $said[ $name ] ?? null ) ? $said[ $name ] : '';
		};
		return new Visitor( $id, $text( 'ip' ), $text( 'agent' ), $text( 'page' ) );
	}
}
