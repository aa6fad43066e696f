<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Redirects;

defined( 'ABSPATH' ) || exit;

/**
 * Rules of Rank Math's module for redirections.
 *
 * Behaviour of 1.0.2xx: a rule has several sources, the newest rule comes first, the path is compared without its query, and the query goes
 * along. Its fallback for missing pages comes last.
 *
 * @phpstan-import-type Rule from Rules
 * @phpstan-import-type Left from Rules
 */
final class RankMath implements Source {

	public function is_active(): bool {
		return defined( 'RANK_MATH_VERSION' ) && in_array( 'redirections', (array) get_option( 'rank_math_modules', [] ), true );
	}

	public function rules(): array {
		global $wpdb;
		$rows  = Rules::rows( "SELECT id, sources, url_to, header_code FROM {$wpdb->prefix}rank_math_redirections WHERE status = 'active' ORDER BY updated DESC LIMIT 20000" );
		$rules = [];
		$left  = [];
		foreach ( $rows as $row ) {
			// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.serialize_unserialize -- The plugin's own form; no class is made.
			$sources = is_serialized( $row['sources'] ) ? unserialize( (string) $row['sources'], [ 'allowed_classes' => false ] ) : [];
			foreach ( is_array( $sources ) ? $sources : [] as $source ) {
				$rule = is_array( $source ) && is_string( $source['pattern'] ?? null ) ? self::rule( $row, $source ) : null;
				if ( is_string( $rule ) ) {
					$left[] = Rules::left( 'rank-math:' . (int) $row['id'], (string) $source['pattern'], $rule );
				} elseif ( null !== $rule ) {
					$rules[] = $rule;
				}
			}
		}
		$fallback = self::fallback();
		return [ null === $fallback ? $rules : array_merge( $rules, [ $fallback ] ), $left ];
	}

	public function count( array $hits ): void {
		global $wpdb;
		foreach ( $hits as $id => $count ) {
			// phpcs:ignore WordPress.DB -- Another plugin's table, as it does it itself.
			$wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->prefix}rank_math_redirections SET hits=hits+%d, last_accessed=%s WHERE id=%d", $count, current_time( 'mysql' ), $id ) );
		}
	}

	/**
	 * One source of a rule.
	 *
	 * @param array<string, mixed> $row Row of the table.
	 * @param array<string, mixed> $source With `pattern`, `comparison` and `ignore`.
	 * @return Rule|string|null A reason where the site cannot follow it; null where it matches nothing.
	 */
	private static function rule( array $row, array $source ) {
		$kind   = in_array( $source['comparison'] ?? '', [ 'contains', 'start', 'end', 'regex' ], true ) ? $source['comparison'] : 'exact';
		$from   = (string) $source['pattern'];
		$status = (int) $row['header_code'];
		if ( 'regex' === $kind ) {
			$from = stripslashes( $from );
		} else {
			$from = 'exact' === $kind ? trim( $from, '/' ) : untrailingslashit( $from );
		}
		// It finds a source with a query by the whole address, and then holds it to the path, which it never is: such a rule does nothing.
		if ( '' === $from || ( 'exact' === $kind && false !== strpos( $from, '?' ) ) ) {
			return null;
		}
		if ( ! in_array( $status, [ 301, 302, 307, 410, 451 ], true ) ) {
			return Rules::STATUS;
		}
		if ( 'regex' === $kind && ! Patterns::is_known( $from ) ) {
			return Rules::PATTERN;
		}
		if ( 'regex' === $kind && Patterns::leads_anywhere( (string) $row['url_to'] ) ) {
			return Rules::TARGET;
		}
		return [
			'id'         => 'rank-math:' . (int) $row['id'],
			'from'       => $from,
			'kind'       => $kind,
			'of'         => 'path',
			// It compares the text as it was typed then: with a slash at an end that is never the path.
			'ignoreCase' => 'exact' === $kind && 'case' === ( $source['ignore'] ?? '' ) && $from === $source['pattern'],
			'query'      => 'append',
			'to'         => $status >= 400 ? '' : esc_url_raw( (string) $row['url_to'] ),
			'status'     => $status,
		];
	}

	/**
	 * Where it sends whoever asks for what is not there.
	 *
	 * @return Rule|null
	 */
	private static function fallback(): ?array {
		$options  = get_option( 'rank-math-options-general' );
		$options  = is_array( $options ) ? $options : [];
		$fallback = $options['redirections_fallback'] ?? 'default';
		$custom   = (string) ( $options['redirections_custom_url'] ?? '' );
		$to       = 'homepage' === $fallback ? home_url( '/' ) : ( 'custom' === $fallback ? esc_url_raw( $custom ) : '' );
		return '' === $to ? null : [
			'id'      => 'rank-math:0',
			// The homepage is never missing.
			'from'    => '.',
			'kind'    => 'regex',
			'of'      => 'path',
			'query'   => 'append',
			'fill'    => 'whole',
			'to'      => $to,
			'status'  => (int) ( $options['redirections_header_code'] ?? 301 ),
			'missing' => true,
		];
	}
}
