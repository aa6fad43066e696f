<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Visitors;

use HeadlessSiteCompanion\Contracts\Module;

defined( 'ABSPATH' ) || exit;

/**
 * The body of what the site passes on.
 *
 * WordPress and its plugins look into `$_POST` on every request: `rest_route` and `_fields` are WordPress's, `frm_action` makes an
 * entry of Formidable Forms. So the body is taken away before any of them runs, and a form gets back the names that it has itself.
 */
final class PostedBody implements Module {

	/** @var array<int|string, mixed> Without slashes. */
	private array $fields = [];

	/** @var array<int|string, mixed> */
	private array $files = [];

	/** Takes the body away. Plugins are being loaded; WordPress adds its slashes after that. */
	public function register(): void {
		// A client that sends the header without a signature gets nothing back, and has hidden the body from plugins that would act on it.
		if ( isset( $_SERVER['HTTP_X_COMPANION_VISITOR'] ) ) {
			// phpcs:disable WordPress.Security.NonceVerification -- Nothing is done with it until the signature was checked.
			$this->fields = $_POST;
			$this->files  = $_FILES;

			$_POST    = [];
			$_FILES   = [];
			$_REQUEST = $_GET;
			// phpcs:enable
		}
	}

	/** Whether nothing came, or more than PHP's post_max_size. */
	public function is_empty(): bool {
		return [] === $this->fields && [] === $this->files;
	}

	/**
	 * Puts back what a form has.
	 *
	 * @param string[] $names Names as PHP has them: `item_meta`, not `item_meta[6]`.
	 */
	public function give( array $names ): void {
		$known    = array_fill_keys( $names, true );
		$_POST    = wp_slash( array_intersect_key( $this->fields, $known ) );
		$_FILES   = array_intersect_key( $this->files, $known );
		$_REQUEST = array_merge( $_GET, $_POST ); // phpcs:ignore WordPress.Security.NonceVerification -- See above.
	}
}
