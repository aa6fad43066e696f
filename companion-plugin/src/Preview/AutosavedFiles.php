<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Preview;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Files in the unsaved fields of Advanced Custom Fields.
 *
 * ACF uploads a file that belongs to no post to the one whose field names it, and the Preview button saves the fields to the autosave: the
 * file belongs to a revision then. WPGraphQL shows nobody what was uploaded to a revision, in no preview and on no page that shows the file,
 * also after the post has been saved. It stays without a post until then.
 */
final class AutosavedFiles implements Module {

	public function register(): void {
		Hooks::filter( 'acf/connect_attachment_to_post', [ $this, 'connect' ], 10, 3 );
	}

	/**
	 * Whether a file becomes one that was uploaded to a post.
	 *
	 * @param mixed $connect Decision of ACF.
	 * @param mixed $file Not needed.
	 * @param mixed $post Id.
	 * @return mixed
	 */
	public function connect( $connect, $file = 0, $post = 0 ) {
		return is_numeric( $post ) && false !== wp_is_post_revision( (int) $post ) ? false : $connect;
	}
}
