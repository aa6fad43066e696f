<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Redirects;

use HeadlessSiteCompanion\Support\Path;

defined( 'ABSPATH' ) || exit;

/**
 * Rules that lead in a circle.
 *
 * The site follows none of them, and the administrator is told. Each rule's target is followed from rule to rule, as a browser would; what a
 * pattern finds is `x` there, so a circle of patterns that exists for some addresses only may stay unnamed.
 *
 * @phpstan-import-type Rule from Rules
 */
final class Loops {

	/** Redirects that the site follows for one address. */
	private const MOST_HOPS = 10;

	/** Comparisons with patterns, after which the rest is taken for good: a second at most. */
	private const MOST_TESTS = 300000;

	/** @var list<Rule> */
	private array $rules;

	/** @var array<string, list<int>> Places of exact rules in the list, by path in lower case. */
	private array $exact = [];

	/** @var list<int> Places of all others. */
	private array $others = [];

	private string $home;
	private int $tests = 0;

	/**
	 * Makes them ready.
	 *
	 * @param list<Rule> $rules
	 * @param string $home Address of WordPress's front page.
	 */
	private function __construct( array $rules, string $home ) {
		$this->rules = $rules;
		$this->home  = $home;
		foreach ( $rules as $at => $rule ) {
			if ( 'exact' !== ( $rule['kind'] ?? 'exact' ) ) {
				$this->others[] = $at;
			} else {
				$this->exact[ self::key( $rule['from'] ) ][] = $at;
			}
		}
	}

	/**
	 * Those of them that end in a circle.
	 *
	 * @param list<Rule> $rules All rules.
	 * @param string $home Address of WordPress's front page.
	 * @return array<int, Rule> By place in the list.
	 */
	public static function of( array $rules, string $home ): array {
		$all = new self( $rules, $home );
		return array_filter( $rules, [ $all, 'never_ends' ] );
	}

	/**
	 * Whether the way that begins with a rule has no end.
	 *
	 * @param Rule $rule
	 */
	private function never_ends( array $rule ): bool {
		$is_part = 'regex' === ( $rule['kind'] ?? 'exact' ) && 'whole' !== ( $rule['fill'] ?? '' ) && '^' !== substr( $rule['from'], 0, 1 );
		$address = $is_part ? null : $this->here( $rule, (string) preg_replace( '/\\\\\d\d?|\$\d\d?|\$\{\d\d?\}/', 'x', $rule['to'] ?? '' ) );
		$seen    = [];
		while ( null !== $address ) {
			if ( isset( $seen[ $address ] ) || count( $seen ) >= self::MOST_HOPS ) {
				return true;
			}
			$seen[ $address ] = true;
			$next             = $this->rule_for( $address );
			$address          = null === $next ? null : $this->here( $next, self::filled( $next, $address ) );
		}
		return false;
	}

	/**
	 * The first rule for an address.
	 *
	 * @param string $address Path and query.
	 * @return Rule|null
	 */
	private function rule_for( string $address ): ?array {
		$first = count( $this->rules );
		foreach ( $this->exact[ self::key( $address ) ] ?? [] as $at ) {
			if ( self::holds( $this->rules[ $at ], $address ) ) {
				$first = $at;
				break;
			}
		}
		foreach ( $this->others as $at ) {
			if ( $at > $first || ++$this->tests > self::MOST_TESTS ) {
				break;
			}
			if ( self::holds( $this->rules[ $at ], $address ) ) {
				return $this->rules[ $at ];
			}
		}
		return $this->rules[ $first ] ?? null;
	}

	/**
	 * Whether a rule is about an address.
	 *
	 * @param Rule $rule
	 * @param string $address Path and query.
	 */
	private static function holds( array $rule, string $address ): bool {
		$kind = $rule['kind'] ?? 'exact';
		$text = self::subject( $rule, $address );
		if ( ! empty( $rule['missing'] ) ) {
			return false;
		}
		if ( 'regex' === $kind ) {
			return 1 === preg_match( self::pattern( $rule ), $text );
		}
		if ( 'exact' !== $kind ) {
			$place = strpos( $text, $rule['from'] );
			$ends  = substr( $text, -strlen( $rule['from'] ) ) === $rule['from'];
			return 'end' === $kind ? $ends : ( 'start' === $kind ? 0 === $place : false !== $place );
		}
		list( $path, $query ) = explode( '?', $text . '?', 3 );
		list( $from, $asked ) = explode( '?', rawurldecode( $rule['from'] ) . '?', 3 );
		if ( 'path' === ( $rule['of'] ?? '' ) || ! empty( $rule['ignoreSlash'] ) ) {
			$path = trim( $path, '/' );
			$from = trim( $from, '/' );
		}
		$is_free = in_array( $rule['query'] ?? '', [ 'ignore', 'pass', 'append' ], true );
		return ( empty( $rule['ignoreCase'] ) ? $path === $from : 0 === strcasecmp( $path, $from ) ) && ( $is_free || $query === $asked );
	}

	/**
	 * Where a rule leads that is about an address.
	 *
	 * @param Rule $rule
	 * @param string $address Path and query.
	 */
	private static function filled( array $rule, string $address ): string {
		$to = $rule['to'] ?? '';
		if ( 'regex' !== ( $rule['kind'] ?? 'exact' ) ) {
			return $to;
		}
		$text = self::subject( $rule, $address );
		if ( 'whole' === ( $rule['fill'] ?? '' ) ) {
			preg_match( self::pattern( $rule ), $text, $found );
			$text = $found[0] ?? '';
		}
		return (string) preg_replace( self::pattern( $rule ), $to, $text );
	}

	/**
	 * A target as an address here.
	 *
	 * @param Rule $rule
	 * @param string $to Target.
	 * @return string|null Path and query; null where the way ends.
	 */
	private function here( array $rule, string $to ): ?string {
		$status = $rule['status'] ?? 301;
		$to     = (string) preg_replace( '/#.*/s', '', $to );
		if ( $status < 300 || $status >= 400 || '' === $to || null === Path::from_url( $to, $this->home ) ) {
			return null;
		}
		return '/' . ltrim( (string) preg_replace( '#^(?:[a-z]+:)?//[^/?]*#i', '', $to ), '/' );
	}

	/**
	 * The text that a rule is compared with.
	 *
	 * @param Rule $rule
	 * @param string $address Path and query.
	 */
	private static function subject( array $rule, string $address ): string {
		$text = rawurldecode( $address );
		return 'path' === ( $rule['of'] ?? '' ) && 'exact' !== ( $rule['kind'] ?? 'exact' ) ? trim( (string) strtok( $text, '?' ), '/' ) : $text;
	}

	/**
	 * A pattern as PHP takes it.
	 *
	 * @param Rule $rule Which Patterns knows.
	 */
	private static function pattern( array $rule ): string {
		$is_path = 'path' === ( $rule['of'] ?? '' );
		return '@' . str_replace( '@', '\\@', $is_path ? $rule['from'] : rawurldecode( $rule['from'] ) ) . '@' . ( $is_path ? '' : 's' ) . ( empty( $rule['ignoreCase'] ) ? '' : 'i' );
	}

	/**
	 * By what exact rules are found.
	 *
	 * @param string $address Path and query.
	 */
	private static function key( string $address ): string {
		return strtolower( trim( rawurldecode( explode( '?', $address )[0] ), '/' ) );
	}
}
