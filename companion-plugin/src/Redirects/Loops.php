<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Redirects;

use HeadlessSiteCompanion\Support\Path;

defined( 'ABSPATH' ) || exit;

/**
 * Rules that lead in a circle.
 *
 * The site follows none of them, whatever they are; the administrator is told of those without a pattern.
 *
 * @phpstan-import-type Rule from Rules
 */
final class Loops {

	/**
	 * Those of them that are part of a circle.
	 *
	 * @param list<Rule> $rules All rules.
	 * @return list<Rule>
	 */
	public static function of( array $rules ): array {
		$home  = home_url( '/' );
		$first = [];
		$next  = [];
		foreach ( $rules as $rule ) {
			$status = $rule['status'] ?? 301;
			$from   = Path::normalize( '/' . ltrim( $rule['from'], '/' ) );
			if ( 'exact' !== ( $rule['kind'] ?? 'exact' ) || null === $from || isset( $first[ $from ] ) ) {
				continue;
			}
			// A rule for one query, or for one form of the slash, may be about another address than its target.
			$is_sure        = false === strpos( $rule['from'], '?' ) && ( ! empty( $rule['ignoreSlash'] ) || 'path' === ( $rule['of'] ?? '' ) );
			$first[ $from ] = $rule;
			$to             = $rule['to'] ?? '';
			if ( $status >= 300 && $status < 400 && '' !== $to && false === strpos( $to, '?' ) ) {
				$next[ $from ] = $is_sure || self::slashed( $to ) === self::slashed( $rule['from'] ) ? Path::from_url( $to, $home ) : null;
			}
		}
		$circles = [];
		foreach ( array_keys( $next ) as $start ) {
			$seen = [];
			$at   = (string) $start;
			while ( isset( $next[ $at ] ) && ! isset( $seen[ $at ] ) ) {
				$seen[ $at ] = true;
				$at          = $next[ $at ];
			}
			if ( $at === (string) $start && $seen ) {
				$circles[] = $first[ $start ];
			}
		}
		return $circles;
	}

	/**
	 * Whether a path ends with a slash.
	 *
	 * @param string $path Or an address.
	 */
	private static function slashed( string $path ): bool {
		return '/' === substr( $path, -1 );
	}
}
