<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Support;

use Throwable;

defined( 'ABSPATH' ) || exit;

/**
 * Hooks that cannot break the request they run in.
 *
 * Adds callbacks behind a guard: whatever they throw is written down, and WordPress goes on as if they had not been there.
 * A save, a page view and a GraphQL answer matter more than anything this plugin has to add.
 */
final class Hooks {

	/**
	 * Adds an action.
	 *
	 * @param callable $callback May throw. Its parameters are untyped: WordPress and others call hooks with anything.
	 * @param int $priority See add_action().
	 * @param int $args How many arguments it takes.
	 */
	public static function action( string $hook, callable $callback, int $priority = 10, int $args = 1 ): void {
		add_action(
			$hook,
			static function ( ...$given ) use ( $hook, $callback ): void {
				try {
					$callback( ...$given );
				} catch ( Throwable $error ) {
					self::report( $hook, $error );
				}
			},
			$priority,
			$args
		);
	}

	/**
	 * Adds a filter; when it fails, the value stays what it was.
	 *
	 * @param callable $callback May throw.
	 * @param int $priority See add_filter().
	 * @param int $args How many arguments it takes.
	 */
	public static function filter( string $hook, callable $callback, int $priority = 10, int $args = 1 ): void {
		add_filter(
			$hook,
			static function ( ...$given ) use ( $hook, $callback ) {
				try {
					return $callback( ...$given );
				} catch ( Throwable $error ) {
					self::report( $hook, $error );
					return $given[0] ?? null;
				}
			},
			$priority,
			$args
		);
	}

	/**
	 * Writes an error of ours where it is found: in PHP's log, because the plugin's own may be what failed.
	 *
	 * @param string $where Task that was running.
	 * @param Throwable $error The error. Its message is ours or PHP's and holds no secret.
	 */
	public static function report( string $where, Throwable $error ): void {
		$text = sprintf( 'Headless Site Companion, %s: %s in %s:%d', $where, $error->getMessage(), basename( $error->getFile() ), $error->getLine() );
		error_log( $text ); // phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- There is no better place for an error of the error log.
	}
}
