<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

defined( 'ABSPATH' ) || exit;

/**
 * A page.
 *
 * Target of a menu entry.
 */
interface Page {

	/** Writes the page, or nothing for those who may not see it. */
	public function render(): void;
}
