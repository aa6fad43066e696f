<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Redirects;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Addresses of an earlier permalink structure.
 *
 * Redirection keeps a list of structures ("Permalink Migration") and sends whoever asks for a missing post to its address of today. Which one
 * that is no rule can say, so the site asks WordPress, as it does for old slugs: with `/embed/` behind the address
 * (`src/runtime/wordpress/moved.ts`). WordPress keeps that ending for an old slug and Redirection does not, so it is added here.
 */
final class Migration implements Module {

	public function register(): void {
		Hooks::filter( 'wp_redirect', [ $this, 'with_ending' ] );
	}

	/**
	 * A redirect of the migration keeps the ending.
	 *
	 * @param mixed $location Where it leads.
	 * @return mixed
	 */
	public function with_ending( $location ) {
		$asked = isset( $_SERVER['REQUEST_URI'] ) ? esc_url_raw( wp_unslash( $_SERVER['REQUEST_URI'] ) ) : '';
		if ( ! is_string( $location ) || ! doing_filter( 'pre_handle_404' ) || ! preg_match( '#/embed/?(?:\?|$)#', $asked ) || ! Redirection::migrated() ) {
			return $location;
		}
		$post = is_single() ? get_queried_object() : null;
		return $post instanceof WP_Post && get_permalink( $post ) === $location ? trailingslashit( $location ) . 'embed/' : $location;
	}
}
