<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Preview;

use HeadlessSiteCompanion\Revalidation\Addresses;
use HeadlessSiteCompanion\Settings\Settings;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Items that can be previewed on the site, and their addresses.
 *
 * The one answer to "does the preview of this item lead to the site?" for links, redirector and read grant.
 */
final class Previews {

	/** Action of admin-post.php. */
	public const ACTION = 'companion_preview';

	/** Statuses of what is gone, or was never saved by anybody. */
	private const NOT_THERE = [ 'trash', 'auto-draft', 'inherit' ];

	private Settings $settings;

	public function __construct( Settings $settings ) {
		$this->settings = $settings;
	}

	/** Whether previews lead to the site: switched on, and it is known where to and with which secret, and the secret may go there. */
	public function enabled(): bool {
		return $this->settings->preview_enabled() && [] !== $this->settings->secrets_to_send( 'previewSecret' );
	}

	/**
	 * Whether the site shows posts of this post's type.
	 *
	 * @param mixed $post Anything.
	 * @phpstan-assert-if-true =WP_Post $post
	 */
	public function shows( $post ): bool {
		return $post instanceof WP_Post && $this->enabled() && Addresses::is_shown_type( $post->post_type );
	}

	/**
	 * Whether there is something to preview: neither in the trash nor a draft that was never saved.
	 *
	 * @param mixed $post Anything.
	 * @phpstan-assert-if-true =WP_Post $post
	 */
	public function can_open( $post ): bool {
		return $this->shows( $post ) && ! in_array( $post->post_status, self::NOT_THERE, true );
	}

	/**
	 * Address that opens a preview. It carries no token, so it never grows old and opens nothing by itself: the redirector
	 * asks who is there and makes the token when it is called.
	 */
	public static function link( int $id ): string {
		return admin_url( 'admin-post.php?action=' . self::ACTION . '&post=' . $id );
	}
}
