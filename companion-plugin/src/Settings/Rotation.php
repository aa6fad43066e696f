<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Settings;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Lifecycle;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Ends rotations of the secrets that nobody has ended, and remembers those that plain links give away.
 */
final class Rotation implements Module {

	private Settings $settings;
	private Store $store;

	public function __construct( Settings $settings, Store $store ) {
		$this->settings = $settings;
		$this->store    = $store;
	}

	/** Before anything is delivered. */
	public function register(): void {
		Hooks::action( Lifecycle::TICK, [ $this->settings, 'note_given_away' ], 4, 0 );
		Hooks::action( Lifecycle::TICK, [ $this->store, 'end_rotation' ], 4, 0 );
	}
}
