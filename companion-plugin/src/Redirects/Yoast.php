<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Redirects;

defined( 'ABSPATH' ) || exit;

/**
 * Redirects of Yoast SEO Premium.
 *
 * By the options that it documents: `wpseo-premium-redirects-export-plain` and `-export-regex`, by their origins, and
 * `wpseo-premium-redirects-base`, a list, where the others are not written because the web server has the rules. Those of the first
 * kind come first. It counts no hits.
 *
 * @phpstan-import-type Rule from Rules
 * @phpstan-import-type Left from Rules
 */
final class Yoast implements Source {

	/** First part of the options' names. */
	public const OPTION = 'wpseo-premium-redirects-';

	public function is_active(): bool {
		return defined( 'WPSEO_PREMIUM_VERSION' ) || defined( 'WPSEO_PREMIUM_FILE' );
	}

	public function rules(): array {
		$rules = [];
		$left  = [];
		foreach ( [ 'plain', 'regex' ] as $format ) {
			foreach ( self::stored( $format ) as $origin => $redirect ) {
				$rule = self::rule( (string) $origin, $redirect, 'regex' === $format );
				if ( is_string( $rule ) ) {
					$left[] = Rules::left( 'yoast:' . md5( (string) $origin ), (string) $origin, $rule );
				} else {
					$rules[] = $rule;
				}
			}
		}
		return [ $rules, $left ];
	}

	public function count( array $hits ): void {}

	/**
	 * Redirects of one format.
	 *
	 * @param string $format Plain or regex.
	 * @return array<int|string, array{url: string, type: int}> By origin.
	 */
	private static function stored( string $format ): array {
		$found  = [];
		$export = get_option( self::OPTION . 'export-' . $format );
		if ( is_array( $export ) ) {
			foreach ( $export as $origin => $redirect ) {
				if ( is_array( $redirect ) ) {
					$found[ $origin ] = self::target( $redirect );
				}
			}
			return $found;
		}
		foreach ( (array) get_option( self::OPTION . 'base', [] ) as $redirect ) {
			if ( is_array( $redirect ) && is_string( $redirect['origin'] ?? null ) && ( $redirect['format'] ?? 'plain' ) === $format ) {
				$found[ $redirect['origin'] ] = self::target( $redirect );
			}
		}
		return $found;
	}

	/**
	 * Target and status.
	 *
	 * @param array<mixed> $redirect Stored redirect.
	 * @return array{url: string, type: int}
	 */
	private static function target( array $redirect ): array {
		return [
			'url'  => is_string( $redirect['url'] ?? null ) ? $redirect['url'] : '',
			'type' => is_numeric( $redirect['type'] ?? null ) ? (int) $redirect['type'] : 301,
		];
	}

	/**
	 * One rule.
	 *
	 * @param string $origin Path without slashes at its ends, or a pattern for the whole address.
	 * @param array{url: string, type: int} $redirect
	 * @param bool $is_regex Which of both.
	 * @return Rule|string A reason where the site cannot follow it.
	 */
	private static function rule( string $origin, array $redirect, bool $is_regex ) {
		list( 'url' => $to, 'type' => $status ) = $redirect;
		if ( ! in_array( $status, [ 301, 302, 307, 410, 451 ], true ) ) {
			return Rules::STATUS;
		}
		if ( $is_regex && ! Patterns::is_known( $origin ) ) {
			return Rules::PATTERN;
		}
		if ( $is_regex && Patterns::leads_anywhere( $to ) ) {
			return Rules::TARGET;
		}
		// It writes paths without slashes, and sends visitors to one as the permalinks have it.
		if ( $status < 400 && ! preg_match( '#^([a-z][a-z0-9+.-]*:|//)#i', $to ) ) {
			$to = '/' . ltrim( $to, '/' );
			$to = preg_match( '#[?\#.$]#', $to ) ? $to : user_trailingslashit( $to );
		}
		return [
			'id'     => 'yoast:' . md5( $origin ),
			'from'   => $origin,
			'kind'   => $is_regex ? 'regex' : 'exact',
			'of'     => $is_regex ? 'address' : 'path',
			'to'     => $status >= 400 ? '' : $to,
			'status' => $status,
			'fill'   => $is_regex ? 'whole' : 'replace',
		];
	}
}
