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

	public function __construct( Settings $settings ) {
		$this->settings = $settings;
	}

	/** Before anything is delivered. */
	public function register(): void {
		Hooks::action( Lifecycle::TICK, [ $this->settings, 'note_given_away' ], 4, 0 );
		Hooks::action( Lifecycle::TICK, [ $this->settings, 'end_rotation' ], 4, 0 );
	}
}
