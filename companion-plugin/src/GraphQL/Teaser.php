<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Ends an excerpt that WordPress makes where "More" stands in the content.
 *
 * In its lists WordPress does so itself. WPGraphQL renders each post as if its own page were open, where the text goes on, or is
 * all that is shown (`<!--noteaser-->`).
 */
final class Teaser implements Module {

	/** From the mark on, or from the block around it. */
	private const MORE = '/(?:<!-- wp:more\b[^>]*-->\s*)?<!--more.*?-->.*/s';

	public function register(): void {
		Hooks::action( 'init_graphql_request', [ $this, 'begin' ] );
	}

	/** A request of GraphQL begins. */
	public function begin(): void {
		Hooks::filter( 'content_pagination', [ $this, 'pages' ] );
	}

	/**
	 * A content was divided into its pages; an excerpt is made of the first.
	 *
	 * @param mixed $pages Pages of the content.
	 * @return mixed
	 */
	public function pages( $pages ) {
		if ( is_array( $pages ) && is_string( $pages[0] ?? null ) && doing_filter( 'get_the_excerpt' ) ) {
			$pages[0] = preg_replace( self::MORE, '', $pages[0] ) ?? $pages[0];
		}
		return $pages;
	}
}
