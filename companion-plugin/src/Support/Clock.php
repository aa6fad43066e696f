<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Support;

defined( 'ABSPATH' ) || exit;

/**
 * The time.
 *
 * The only reader of the time, so that a test can say what time it is.
 */
class Clock {

	/**
	 * Now.
	 *
	 * @return int Unix seconds.
	 */
	public function now(): int {
		/**
		 * Filters the time that the plugin works with. For tests.
		 *
		 * @since 0.1.0
		 *
		 * @param int $now Unix seconds.
		 */
		return (int) apply_filters( 'companion_now', time() );
	}
}
