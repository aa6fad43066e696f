<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Rest;

defined( 'ABSPATH' ) || exit;

/**
 * Answer of a GET route.
 *
 * One answer, for REST, the dashboard and WP-CLI alike. Figures are measured; null means that nobody knows.
 */
interface Report {

	/** Path of the route below `companion/v1/`. */
	public function path(): string;

	/** @return array<string, mixed> Data in the form of schema(). */
	public function data(): array;

	/**
	 * JSON schema of the answer, units included.
	 *
	 * @return array<string, mixed>
	 */
	public function schema(): array;
}
