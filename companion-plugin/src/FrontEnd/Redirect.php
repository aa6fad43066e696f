<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\FrontEnd;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\GraphQL\NotShown;
use HeadlessSiteCompanion\Preview\Previews;
use HeadlessSiteCompanion\Revalidation\Addresses;
use HeadlessSiteCompanion\Support\Hooks;
use HeadlessSiteCompanion\Support\Path;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * The old front end leads to the site.
 *
 * Redirects public pages of WordPress to the same path on the site, permanently, when that is switched on and the site has
 * been reached. It runs where WordPress chooses a template, so admin, login, REST, GraphQL, cron, AJAX and files never get
 * here, and behind WordPress's own redirects: an old slug or `?cat=3` is an address that the site knows when it leaves.
 *
 * Exceptions: see stays(). The site itself asks WordPress for old slugs, with `/embed/` behind the path.
 */
final class Redirect implements Module {

	/** Seconds that browsers keep a redirect. "Permanent" is for search engines; who switches it off wants their pages back. */
	private const KEPT_SECONDS = HOUR_IN_SECONDS;

	/** Query variables of WordPress that are not in its list. */
	private const OTHER_VARIABLES = [ 'doing_wp_cron', 'preview_id', 'preview_nonce', '_thumbnail_id', 'replytocom', 'unapproved', 'moderation-hash' ];

	private SiteAddress $address;
	private Previews $previews;

	public function __construct( SiteAddress $address, Previews $previews ) {
		$this->address  = $address;
		$this->previews = $previews;
	}

	public function register(): void {
		Hooks::action( 'template_redirect', [ $this, 'redirect' ], 20 );
		Hooks::filter( 'do_redirect_guess_404_permalink', [ $this, 'guess' ] );
	}

	/**
	 * WordPress guesses where an unknown address may lead (some post whose slug starts alike). A guess would be made
	 * permanent here, so the site decides: it asks with `/embed/` behind the address, and follows one with the very slug.
	 *
	 * @param mixed $guess Whether to guess.
	 * @return mixed
	 */
	public function guess( $guess ) {
		return $this->address->takes_over() && ! self::is_embed( (string) $this->path() ) ? false : $guess;
	}

	/** Redirects, or does nothing. */
	public function redirect(): void {
		if ( ! $this->address->takes_over() || ! in_array( $_SERVER['REQUEST_METHOD'] ?? '', [ 'GET', 'HEAD' ], true ) ) {
			return;
		}
		if ( isset( $_GET[ NotShown::STAY ] ) ) { // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only looked at.
			// A visitor of the site wants what only WordPress's own page has.
			return;
		}
		if ( is_preview() || $this->is_unpublished() ) {
			$this->open_preview();
		}
		if ( $this->is_unpublished() || $this->stays() ) {
			return;
		}
		/**
		 * Filters where a public page of WordPress leads.
		 *
		 * @since 0.1.0
		 *
		 * @param string $url Address on the site; empty to show WordPress's own page.
		 */
		$url = apply_filters( 'companion_front_end_redirect', $this->target() );
		if ( is_string( $url ) && '' !== $url ) {
			// A redirect that says "noindex" might be forgotten instead of followed.
			header_remove( 'X-Robots-Tag' );
			header( 'Cache-Control: max-age=' . self::KEPT_SECONDS );
			wp_redirect( $url, 301, 'Headless Site Companion' ); // phpcs:ignore WordPress.Security.SafeRedirect.wp_redirect_wp_redirect -- The site is another host by design; its address comes from the settings.
			exit;
		}
	}

	/**
	 * Old preview links, and `/?p=42` of what is not published, lead those who may edit it to the preview on the site.
	 * Nobody else finds anything there.
	 */
	private function open_preview(): void {
		$post = get_queried_object();
		if ( $this->previews->can_open( $post ) && current_user_can( 'edit_post', $post->ID ) ) {
			nocache_headers();
			wp_safe_redirect( Previews::link( $post->ID ) );
			exit;
		}
	}

	/** Whether the page is one that only those who may edit it can see. */
	private function is_unpublished(): bool {
		$post = is_singular() ? get_queried_object() : null;
		return $post instanceof WP_Post && 'publish' !== $post->post_status && 'attachment' !== $post->post_type;
	}

	/** Whether a path asks for an item as other sites embed it. */
	private static function is_embed( string $path ): bool {
		return (bool) preg_match( '#/embed$#', $path );
	}

	/**
	 * Requests that WordPress goes on answering itself: robots.txt and the icon; embeds, also of old slugs; trackbacks; the
	 * customizer; comment feeds, attachment pages and types that the site does not have; missing files and WordPress's own
	 * folders; what has no path (`/?p=42` of a draft, or plain permalinks); and people who edit, when they ask with a query
	 * string: page builders, theme previews and the check of the code editor show WordPress's own pages that way.
	 */
	private function stays(): bool {
		if ( is_robots() || is_favicon() || is_trackback() || is_embed() || is_customize_preview() ) {
			return true;
		}
		if ( is_comment_feed() || ( is_singular() && ! Addresses::is_shown_type( (string) get_post_type() ) ) ) {
			return true;
		}
		$path = $this->path();
		if ( null === $path || isset( $_GET['graphql'] ) || $this->address->is_wordpress_own( $path ) || self::is_embed( $path ) ) { // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only looked at.
			return true;
		}
		if ( is_404() && preg_match( '#\.[A-Za-z0-9]{2,5}$#', $path ) && ! $this->is_sitemap() ) {
			return true;
		}
		if ( [] === $_GET ) { // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only looked at.
			return false;
		}
		return current_user_can( 'edit_posts' ) || ( '/' === $path && [] !== $this->query( true ) && ! is_front_page() && ! is_home() && ! is_search() && ! is_feed() );
	}

	/** Address on the site for this request: same path; WordPress's query variables are dropped, others (campaigns) stay. */
	private function target(): string {
		$given = $this->query( false );
		if ( $this->is_sitemap() ) {
			$url = $this->address->of( home_url( '/sitemap.xml' ) );
		} elseif ( is_search() && ! is_feed() ) {
			$url   = $this->address->of( home_url( '/search' ) );
			$given = [ 'q' => get_search_query( false ) ] + $given;
		} else {
			$url = $this->address->of( strtok( self::request(), '?' ) );
			if ( is_feed() && '' !== $url ) {
				// The site has one kind of feed.
				$url = user_trailingslashit( preg_replace( '#(?:/feed)?(?:/(?:rdf|rss2?|atom))?/?$#', '', $url ) . '/feed', 'feed' );
			}
		}
		$query = http_build_query( $given, '', '&', PHP_QUERY_RFC3986 );
		return '' === $url || '' === $query ? $url : $url . '?' . $query;
	}

	/**
	 * The query string of the request.
	 *
	 * @param bool $wordpress Whether the variables that WordPress knows are asked for, or all others.
	 * @return array<int|string, mixed>
	 */
	private function query( bool $wordpress ): array {
		global $wp;
		return array_filter(
			wp_unslash( $_GET ), // phpcs:ignore WordPress.Security -- Only passed on, encoded.
			static function ( $name ) use ( $wp, $wordpress ): bool {
				return in_array( $name, array_merge( $wp->public_query_vars, self::OTHER_VARIABLES ), true ) === $wordpress;
			},
			ARRAY_FILTER_USE_KEY
		);
	}

	/** Whether WordPress's own sitemap is asked for; the site has another. */
	private function is_sitemap(): bool {
		return '' !== (string) get_query_var( 'sitemap' ) || '' !== (string) get_query_var( 'sitemap-stylesheet' );
	}

	/** Path of the request in normal form, null when it has none. */
	private function path(): ?string {
		return Path::from_url( (string) strtok( self::request(), '?' ), home_url( '/' ) );
	}

	/** The requested address. */
	private static function request(): string {
		$uri = isset( $_SERVER['REQUEST_URI'] ) && is_string( $_SERVER['REQUEST_URI'] ) ? $_SERVER['REQUEST_URI'] : '/'; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Judged by Path.
		return '/' . ltrim( $uri, '/' );
	}
}
