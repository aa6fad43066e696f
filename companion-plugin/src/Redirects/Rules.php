<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Redirects;

use HeadlessSiteCompanion\Settings\Settings;

defined( 'ABSPATH' ) || exit;

/**
 * Rules for redirects of all plugins, in one form.
 *
 * `README.md` describes the form. The order is that in which WordPress comes by the plugins.
 *
 * @phpstan-type Rule array{id: string, from: string, kind?: string, of?: string, ignoreCase?: bool, ignoreSlash?: bool, query?: string, to?: string, status?: int, fill?: string, missing?: bool}
 * @phpstan-type Left array{id: string, from: string, reason: string}
 */
final class Rules {

	/** Why the site cannot follow a rule. */
	public const VISITOR  = 'visitor';
	public const CODE     = 'code';
	public const EXTERNAL = 'external';
	public const RANDOM   = 'random';
	public const PATTERN  = 'pattern';
	public const STATUS   = 'status';
	public const TARGET   = 'target';
	public const LOOP     = 'loop';
	public const OWN      = 'own';
	public const SCHEME   = 'scheme';
	public const HOST     = 'host';
	public const REASONS  = [ self::VISITOR, self::CODE, self::EXTERNAL, self::RANDOM, self::PATTERN, self::STATUS, self::TARGET, self::LOOP, self::OWN, self::SCHEME, self::HOST ];

	/** Rules that the site takes; Redirection itself stops there. */
	private const MOST = 20000;

	/** Texts of the form, with what they may be; the first is meant where nothing is said. */
	private const WORDS = [
		'kind'  => [ 'exact', 'contains', 'start', 'end', 'regex' ],
		'of'    => [ 'address', 'path' ],
		'query' => [ 'exact', 'exactorder', 'ignore', 'pass', 'append' ],
		'fill'  => [ 'replace', 'whole' ],
	];

	private Settings $settings;

	public function __construct( Settings $settings ) {
		$this->settings = $settings;
	}

	/**
	 * The plugins whose rules are read, by the first part of their rules' ids.
	 *
	 * @return array<string, Source>
	 */
	public function sources(): array {
		return array_filter(
			[
				'yoast'       => new Yoast(),
				'redirection' => new Redirection( $this->settings ),
				'rank-math'   => new RankMath(),
			],
			static function ( Source $source ): bool {
				return $source->is_active();
			}
		);
	}

	/** Whether there may be rules. */
	public function has_source(): bool {
		return [] !== $this->sources() || false !== has_filter( 'companion_redirects' );
	}

	/**
	 * The rules.
	 *
	 * @return array{rules: list<Rule>, left: list<Left>} Those that the site gets, and those that it cannot follow.
	 */
	public function all(): array {
		$rules = [];
		$left  = [];
		foreach ( $this->sources() as $source ) {
			list( $own, $others ) = $source->rules();
			array_push( $rules, ...$own );
			array_push( $left, ...$others );
		}
		/**
		 * Filters the rules that the site follows.
		 *
		 * @since 0.1.0
		 *
		 * @param array<int, array<string, mixed>> $rules In the form of the readme. Rules not of this form are left out.
		 */
		$rules = (array) apply_filters( 'companion_redirects', $rules );
		$rules = array_values( array_filter( array_map( [ self::class, 'sanitized' ], array_slice( $rules, 0, self::MOST ) ) ) );
		return [
			'rules' => $rules,
			'left'  => $left,
		];
	}

	/**
	 * The list for the site.
	 *
	 * @return array{digest: string, hosts: list<string>, origin: string, folder: string, rules: list<Rule>}
	 */
	public function list(): array {
		$list           = [
			'hosts'  => self::hosts(),
			'origin' => self::origin(),
			'folder' => rtrim( (string) wp_parse_url( home_url(), PHP_URL_PATH ), '/' ),
			'rules'  => $this->all()['rules'],
		];
		$list['digest'] = md5( (string) wp_json_encode( $list ) );
		return $list;
	}

	/**
	 * Reads another plugin's table. One that is not there, after half an installation, has no rules.
	 *
	 * @param string $query SQL without anything from outside.
	 * @return list<array<string, mixed>>
	 */
	public static function rows( string $query ): array {
		global $wpdb;
		$was_quiet = $wpdb->suppress_errors();
		// phpcs:ignore WordPress.DB -- Read fresh; the query is ours.
		$rows = $wpdb->get_results( $query, ARRAY_A );
		$wpdb->suppress_errors( $was_quiet );
		return array_values( array_filter( (array) $rows, 'is_array' ) );
	}

	/**
	 * A rule that the site cannot follow.
	 *
	 * @param string $id ID of the rule.
	 * @param string $from Source of the rule.
	 * @param string $reason One of the constants.
	 * @return Left
	 */
	public static function left( string $id, string $from, string $reason ): array {
		return [
			'id'     => $id,
			'from'   => $from,
			'reason' => $reason,
		];
	}

	/**
	 * A rule as others may have written it.
	 *
	 * @param mixed $given Anything.
	 * @return Rule|null Null where it is none.
	 */
	private static function sanitized( $given ): ?array {
		$from   = is_array( $given ) ? $given['from'] ?? '' : '';
		$status = is_array( $given ) ? $given['status'] ?? 301 : 0;
		if ( ! is_array( $given ) || ! is_string( $from ) || '' === $from || ! is_int( $status ) ) {
			return null;
		}
		$rule = [
			'id'   => is_string( $given['id'] ?? null ) ? $given['id'] : 'filter:' . md5( $from ),
			'from' => $from,
		];
		foreach ( self::WORDS as $name => $words ) {
			if ( in_array( $given[ $name ] ?? $words[0], array_slice( $words, 1 ), true ) ) {
				$rule[ $name ] = $given[ $name ];
			}
		}
		foreach ( [ 'ignoreCase', 'ignoreSlash', 'missing' ] as $name ) {
			if ( ! empty( $given[ $name ] ) ) {
				$rule[ $name ] = true;
			}
		}
		if ( is_string( $given['to'] ?? null ) && '' !== $given['to'] ) {
			$rule['to'] = $given['to'];
		}
		if ( 301 !== $status ) {
			$rule['status'] = $status;
		}
		return $rule;
	}

	/**
	 * Hosts whose addresses are the site's, with their ports.
	 *
	 * @return list<string>
	 */
	private static function hosts(): array {
		$hosts = [];
		foreach ( [ home_url(), site_url() ] as $url ) {
			$port    = wp_parse_url( $url, PHP_URL_PORT );
			$hosts[] = strtolower( (string) wp_parse_url( $url, PHP_URL_HOST ) ) . ( $port ? ":$port" : '' );
		}
		return array_values( array_unique( $hosts ) );
	}

	/** Where WordPress's own files are: scheme and host. */
	private static function origin(): string {
		$port = wp_parse_url( site_url(), PHP_URL_PORT );
		return wp_parse_url( site_url(), PHP_URL_SCHEME ) . '://' . wp_parse_url( site_url(), PHP_URL_HOST ) . ( $port ? ":$port" : '' );
	}
}
