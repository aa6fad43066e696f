<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Settings;

defined( 'ABSPATH' ) || exit;

/**
 * User name and password of a site that its web server protects, as staging sites are (HTTP Basic authentication).
 *
 * Both are secrets of the settings, set together or not at all, and follow the rules of these: they go to the address for which they were
 * given. No WordPress call is made here.
 */
final class SitePassword {

	public const USER     = 'serviceUser';
	public const PASSWORD = 'servicePassword';

	/** The other one of the two. */
	public const OTHER = [
		self::USER     => self::PASSWORD,
		self::PASSWORD => self::USER,
	];

	/** Bytes of each; servers take some thousand in a header. */
	public const MOST = 255;

	/** Bytes from which a password is no word that a text of the site or the name of a template may hold for reasons of its own. */
	private const NO_WORD = 8;

	/**
	 * Whether a header can carry a value (RFC 7617): the first colon ends the user name, and there are no control characters.
	 *
	 * @param string $key USER or PASSWORD.
	 * @param mixed $value Given value.
	 */
	public static function is_usable( string $key, $value ): bool {
		return is_string( $value ) && strlen( $value ) <= self::MOST
			&& 1 === preg_match( self::USER === $key ? '/^[^:\p{Cc}]+$/Du' : '/^[^\p{Cc}]+$/Du', $value );
	}

	/**
	 * Value of the Authorization header for the address in force.
	 *
	 * @return string Empty where there is no password, or it must not go there.
	 */
	public static function header( Settings $settings ): string {
		return $settings->withholds( self::PASSWORD ) ? '' : self::of( $settings->secrets_with( [] ) );
	}

	/**
	 * Whether an answer asks for a user name and a password.
	 *
	 * @param int $status HTTP status.
	 * @param string $challenge Its header WWW-Authenticate, all of them with commas between.
	 */
	public static function is_asked( int $status, string $challenge ): bool {
		return 401 === $status && 1 === preg_match( '/(?:^|,)\s*Basic(?:\s|,|$)/i', $challenge );
	}

	/**
	 * All secrets as they may stand in a text of somebody else's: a password also as the header has it. The user name is no secret by
	 * itself, and neither it nor a short password is taken out of words that hold it.
	 *
	 * @param array<string, string> $secrets By setting, empty for none.
	 * @return string[] None is empty.
	 */
	public static function in_texts( array $secrets ): array {
		$header   = self::of( $secrets );
		$password = $secrets[ self::PASSWORD ];
		$found    = array_diff_key( $secrets, self::OTHER );
		if ( '' !== $header ) {
			array_push( $found, substr( $header, strlen( 'Basic ' ) ), $secrets[ self::USER ] . ':' . $password );
		}
		if ( strlen( $password ) >= self::NO_WORD ) {
			$found[] = $password;
		}
		return array_values( array_diff( $found, [ '' ] ) );
	}

	/**
	 * The header.
	 *
	 * @param array<string, string> $secrets By setting, empty for none.
	 */
	private static function of( array $secrets ): string {
		return '' === $secrets[ self::USER ] || '' === $secrets[ self::PASSWORD ]
			? ''
			: 'Basic ' . base64_encode( $secrets[ self::USER ] . ':' . $secrets[ self::PASSWORD ] ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- RFC 7617 asks for base64.
	}
}
