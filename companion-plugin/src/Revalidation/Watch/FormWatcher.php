<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation\Watch;

use HeadlessSiteCompanion\Forms\Registry;
use HeadlessSiteCompanion\Support\Hooks;
use Throwable;

defined( 'ABSPATH' ) || exit;

/**
 * Watches forms.
 *
 * Notices forms that are created, changed or deleted. A plugin that is switched on or off is PluginWatcher's.
 */
final class FormWatcher extends Watcher {

	public function register(): void {
		// The filter for adapters is for all plugins, and for the theme.
		Hooks::action( 'init', [ $this, 'watch' ], 0, 0 );
	}

	/** Lets each plugin tell. */
	public function watch(): void {
		foreach ( Registry::adapters() as $adapter ) {
			try {
				$adapter->watch(
					function () use ( $adapter ): void {
						$this->collector->change()->defer( 'reads', Registry::dependency( $adapter ) );
					}
				);
			} catch ( Throwable $error ) {
				Hooks::report( 'forms of ' . $adapter->name(), $error );
			}
		}
	}
}
