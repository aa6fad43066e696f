<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Redirects;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Lifecycle;
use HeadlessSiteCompanion\Revalidation\ChangeCollector;
use HeadlessSiteCompanion\Revalidation\Changes;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Watches the rules.
 *
 * The plugins have a hook for some changes and none for others (groups, bulk actions, modules), so their tables and options are watched.
 * Only where the list has changed the site is told; what was written past WordPress is found within a minute.
 */
final class RedirectWatcher implements Module {

	/** Option with what was there at the last look: `digest`, `source`, and `old` structures of permalinks. */
	private const OPTION = 'companion_redirects';

	/** Options that rules hang on, or begin with. */
	private const OPTIONS = '/^(redirection_options|rank_math_modules|rank-math-options-general|' . Yoast::OPTION . '.*)$/D';

	private ChangeCollector $collector;
	private Rules $rules;
	private bool $may_have_changed = false;

	public function __construct( ChangeCollector $collector, Rules $rules ) {
		$this->collector = $collector;
		$this->rules     = $rules;
	}

	public function register(): void {
		Hooks::filter( 'query', [ $this, 'asked' ] );
		foreach ( [ 'added_option', 'updated_option', 'deleted_option' ] as $hook ) {
			Hooks::action( $hook, [ $this, 'stored' ] );
		}
		// Before what has changed is recorded.
		Hooks::action( 'shutdown', [ $this, 'end' ], 90, 0 );
		Hooks::action( Lifecycle::TICK, [ $this, 'look' ], 7, 0 );
	}

	/**
	 * Each question to the database: one that writes rules.
	 *
	 * @param mixed $query SQL.
	 * @return mixed The same.
	 */
	public function asked( $query ) {
		// Hits are counted in the same tables.
		if ( ! $this->may_have_changed && is_string( $query ) && false !== strpos( $query, 'redirection' )
			&& preg_match( '/^\s*(INSERT|REPLACE|UPDATE|DELETE|TRUNCATE|DROP|CREATE)\b.{0,80}(redirection_items|rank_math_redirections)\b/is', $query )
			&& ! preg_match( '/SET\s+`?(last_count|hits)`?\s*=/i', $query ) ) {
			$this->may_have_changed = true;
		}
		return $query;
	}

	/**
	 * An option was stored.
	 *
	 * @param mixed $name Name of the option.
	 */
	public function stored( $name ): void {
		$this->may_have_changed = $this->may_have_changed || ( is_string( $name ) && preg_match( self::OPTIONS, $name ) );
	}

	/** At the end of the request. */
	public function end(): void {
		if ( $this->may_have_changed ) {
			$this->may_have_changed = false;
			$this->look();
		}
	}

	/** Compares the rules with those of the last look. */
	public function look(): void {
		$before = get_option( self::OPTION );
		$before = is_array( $before ) ? $before : [
			'digest' => '',
			'source' => false,
		];
		$source = $this->rules->has_source();
		$now    = [
			'digest' => $source ? $this->rules->list()['digest'] : '',
			'source' => $source,
			'old'    => Redirection::migrated(),
		];
		if ( $now === $before ) {
			return;
		}
		update_option( self::OPTION, $now, false );
		// With the first plugin comes a field in GraphQL, and the site asks again what the CMS can do. With an old structure of permalinks
		// pages exist that were missing before.
		$is_about_rules = $before['source'] === $source && ( $before['old'] ?? [] ) === $now['old'];
		$this->collector->change()->add( Changes::EVERYTHING, $is_about_rules ? Changes::REDIRECTS : Changes::ALL );
	}
}
