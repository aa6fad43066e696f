<?php
/**
 * Puts the parts together.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;

defined( 'ABSPATH' ) || exit;

/**
 * The table of contents: every part is made here, with what it needs, and nowhere else.
 */
final class Plugin {

	/** The one plugin of this request.
	 *
	 * @var self|null
	 */
	private static $instance = null;

	/** The time.
	 *
	 * @var Clock
	 */
	public $clock;

	/** The settings.
	 *
	 * @var Settings
	 */
	public $settings;

	/** The activity log.
	 *
	 * @var Log
	 */
	public $log;

	/**
	 * Makes what the parts share.
	 */
	private function __construct() {
		$this->clock    = new Clock();
		$this->settings = new Settings();
		$this->log      = new Log( $this->clock );
	}

	/**
	 * The one plugin of this request.
	 */
	public static function instance(): self {
		self::$instance = self::$instance ?? new self();
		return self::$instance;
	}

	/**
	 * Lets every part add its hooks.
	 */
	public function register(): void {
		foreach ( $this->modules() as $module ) {
			$module->register();
		}
	}

	/**
	 * The parts.
	 *
	 * @return Module[]
	 */
	private function modules(): array {
		return [
			new Lifecycle(),
		];
	}
}
