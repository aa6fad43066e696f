<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Pairing;

use HeadlessSiteCompanion\Support\Hmac;

defined( 'ABSPATH' ) || exit;

/**
 * The signature of `doctor`.
 *
 * How `create-headless-site doctor` shows that it knows the secrets of this site without sending them: the header
 * `X-Companion-Doctor: <exp>.<mac of the revalidation secret>.<mac of the preview secret>`. Held to tests/vectors/doctor.json.
 * No WordPress call is made here.
 */
final class DoctorSignature {

	/** Names what the keys are for. */
	private const LABEL = 'companion/doctor/v1';

	/** Longest time to a signature's end: its minute, and five for clocks that disagree, so that `doctor` can report them. */
	public const MAX_SECONDS = 360;

	/** How long after its end it is accepted, for the same reason. */
	private const LATE_SECONDS = 300;

	/** Results for each secret. */
	public const CURRENT   = 'current';
	public const PREVIOUS  = 'previous';
	public const DIFFERENT = 'different';
	public const MISSING   = 'missing';

	/**
	 * Checks which secrets a header proves.
	 *
	 * @param string $value Anything.
	 * @param string[] $revalidation Secrets of the revalidate route, the current one first.
	 * @param string[] $preview Secrets of previews, the current one first.
	 * @param int $now Unix seconds.
	 * @param bool $opens Whether the preview secret alone proves something: not where links give it away.
	 * @return array{revalidation: string, preview: string}|null Null when it proves nothing at all.
	 */
	public static function judge( string $value, array $revalidation, array $preview, int $now, bool $opens = true ): ?array {
		if ( ! preg_match( '/^(\d{1,12})\.([\w-]{43})\.([\w-]{43})$/D', $value, $found ) ) {
			return null;
		}
		$exp = (int) $found[1];
		if ( $exp < $now - self::LATE_SECONDS || $exp > $now + self::MAX_SECONDS ) {
			return null;
		}
		$result = [
			'revalidation' => self::compare( $found[2], $revalidation, "v1|revalidation|$exp" ),
			'preview'      => self::compare( $found[3], $preview, "v1|preview|$exp" ),
		];
		$proven = $opens ? $result : [ $result['revalidation'] ];
		return array_intersect( $proven, [ self::CURRENT, self::PREVIOUS ] ) ? $result : null;
	}

	/**
	 * Which of the secrets signed.
	 *
	 * @param string[] $secrets The current one first.
	 * @param string $message Message that was to be signed.
	 */
	private static function compare( string $mac, array $secrets, string $message ): string {
		$result = $secrets ? self::DIFFERENT : self::MISSING;
		foreach ( array_values( $secrets ) as $index => $secret ) {
			if ( hash_equals( Hmac::sign( $secret, self::LABEL, $message ), $mac ) ) {
				$result = 0 === $index ? self::CURRENT : self::PREVIOUS;
			}
		}
		return $result;
	}
}
