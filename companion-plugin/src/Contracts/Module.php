<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Contracts;

defined( 'ABSPATH' ) || exit;

/**
 * Interface of every part of the plugin.
 *
 * A part that hooks itself into WordPress. Constructors do nothing but keep what they are given.
 */
interface Module {

	/** Adds its hooks. Called once, while plugins load: WordPress is not complete yet. */
	public function register(): void;
}
