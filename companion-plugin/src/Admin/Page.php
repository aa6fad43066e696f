<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

defined( 'ABSPATH' ) || exit;

/**
 * A page.
 *
 * What the menu leads to.
 */
interface Page {

	/** Writes the page, or nothing for those who may not see it. */
	public function render(): void;
}
