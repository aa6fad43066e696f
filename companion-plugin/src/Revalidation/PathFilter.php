<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Support\Hooks;
use Throwable;

defined( 'ABSPATH' ) || exit;

/**
 * Asks others which paths they know of.
 *
 * The filter of the interface, for paths that are known at once and for those that are looked up later.
 */
final class PathFilter {

	/**
	 * Applies it.
	 *
	 * @param Changes $changes Known changes.
	 * @param int $id ID of the post; 0 when it is about something else.
	 * @return Changes The same object.
	 */
	public static function apply( Changes $changes, int $id ): Changes {
		try {
			/**
			 * Filters the paths that are revalidated after a change. Paths of other pages that show the content are added here.
			 *
			 * @since 0.1.0
			 *
			 * @param string[] $paths Paths of the site, like `/about`; `/*` stands for all of it.
			 * @param int      $id    Id of the post that changed; 0 for menus, terms, authors, files, settings and bulk changes.
			 */
			$changes->restrict_to( apply_filters( 'companion_revalidation_paths', $changes->paths(), $id ) );
		} catch ( Throwable $error ) {
			// Another plugin's fault must not cost the site this change.
			Hooks::report( 'companion_revalidation_paths', $error );
		}
		return $changes;
	}
}
