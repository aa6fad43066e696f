<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Blocks\Limits;
use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Forms\Definitions;
use HeadlessSiteCompanion\Forms\Reasons;
use HeadlessSiteCompanion\Revalidation\Addresses;
use HeadlessSiteCompanion\Support\Hooks;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Content of pages that the site does not show.
 *
 * The site runs no scripts of WordPress's, so scripts, frames, and forms that it does not know leave a notice there with a link to
 * WordPress's own page. The administrator reads on the dashboard which pages have some. Only rendering tells (a shortcode may
 * be a form), so this looks at what is rendered for the site anyway, and writes when something has changed.
 */
final class NotShown implements Module {

	/** Kinds by post, a list of what kinds() says. Its underscore keeps it out of the events. */
	public const META = '_companion_not_shown';

	/** In the address of a page that stays WordPress's own; the links of the site's notices have it. */
	public const STAY = 'on-wordpress';

	/** Frames that the site shows, as in its `src/runtime/content/html/players.ts`. A test compares the two. */
	private const FRAMES = '#^(?:https?:)?//(?:'
		. '(?:(?:www\.)?youtube|www\.youtube-nocookie)\.com/embed/[\w-]{6,20}|player\.vimeo\.com/video/\d+|www\.dailymotion\.com/embed/video/\w+'
		. '|embed\.ted\.com/talks/[\w/-]+|(?:videopress|video\.wordpress)\.com/(?:embed|v)/\w+'
		. '|open\.spotify\.com/embed/(?:track|album|artist|playlist|episode|show)/\w+|w\.soundcloud\.com/player/?'
		. '|(?:www|player-widget)\.mixcloud\.com/widget/iframe/|pca\.st/embed/[\w-]+|widget\.anghami\.com/\w+/\d+/?'
		. '|www\.reverbnation\.com/widget_code/[\w/]+|www\.scribd\.com/embeds/\d+/content|e\.issuu\.com/embed\.html'
		. '|www\.slideshare\.net/slideshow/embed_code/[\w/]+|speakerdeck\.com/player/\w+|www\.canva\.com/design/[\w-]+(?:/[\w-]+)?/view'
		. '|www\.kickstarter\.com/projects/[\w-]+/[\w-]+/widget/video\.html|read\.amazon\.com/kp/(?:card|embed)'
		. '|(?:www|maps)\.google\.com/maps/(?:ms/|d/(?:[^?\#]*/)?)?embed(?:/[^?\#]*)?|(?:www|maps)\.google\.com/maps(?:/ms)?/?(?=\?(?:[^\#]*&)?output=embed(?:[&\#]|$))'
		. '|www\.openstreetmap\.org/export/embed\.html|calendly\.com/[\w-]+(?:/[\w-]+)*/?|codepen\.io/[\w-]+/embed(?:/preview)?/\w+'
		. '|www\.figma\.com/embed|embed\.figma\.com/[a-z]+/\w+(?:/[^/?\#]*)?'
		. ')(?:[?\#]|$)#';

	/** Elements that a script fills, as in its `src/runtime/content/html/filled.ts`: those of a script's own, and empty boxes with data or with a name and room. */
	private const EMPTY = '#<(aside|blockquote|div|figure|section|[a-z]+-[a-z-]+)\b([^>]*)>\s*</\1\s*>#i';
	private const AS_IS = '#\s(?:aria-hidden|hidden)\b|background|divider|overlay|separator|spacer|waveform|calendly-inline-widget|codepen#i';
	private const DATA  = '#\sdata-(?!wp-|companion-)[a-z]#i';
	private const ROOM  = '#\sstyle\s*=\s*["\'][^"\']*height\s*:\s*(?:1[5-9]\d|[2-9]\d\d|\d{4,5})(?:\.\d+)?px#i';

	/** Buttons with a word that run a script, as in its `src/runtime/content/html/not-shown.ts`. */
	private const BUTTON = '#<button\b(?![^>]*(?:\s(?:aria-(?:controls|expanded)|data-wp-[^=>]*)\s*=|lightbox-trigger|wp-block-(?:accordion|navigation|playlist|tab)))[^>]*>(?:<(?!/button)[^>]*>|[^<\pL])*+\pL#iu';

	/** Scripts of what the site shows without them. */
	private const WIDGETS = '#<script\b[^>]*\ssrc=["\']?(?:https?:)?//(?:assets\.calendly\.com|(?:static|assets|production-assets|cpwebassets)\.codepen\.io)/#i';

	/** Characters beyond which the site shows the text of a content alone, as in its `src/runtime/content/budgets.ts`. A test compares the two. */
	private const MOST = 1000000;

	/** @var array<int, string[]> Kinds of what was rendered in this request, by post. */
	private array $found = [];

	public function register(): void {
		Hooks::action( 'init_graphql_request', [ $this, 'begin' ] );
	}

	/** A request of GraphQL begins. */
	public function begin(): void {
		Hooks::filter( 'the_content', [ $this, 'look' ], PHP_INT_MAX );
		Hooks::action( 'shutdown', [ $this, 'note' ] );
	}

	/**
	 * A content was rendered. Excerpts are rendered without their forms.
	 *
	 * @param mixed $content HTML.
	 * @return mixed The same.
	 */
	public function look( $content ) {
		$id = get_the_ID();
		if ( is_string( $content ) && $id && ! doing_filter( 'get_the_excerpt' ) ) {
			$this->found[ $id ] = array_merge( $this->found[ $id ] ?? [], self::kinds( $content ) );
		}
		return $content;
	}

	/** The request ends. */
	public function note(): void {
		update_meta_cache( 'post', array_keys( $this->found ) );
		foreach ( $this->found as $id => $kinds ) {
			$kinds = array_values( array_unique( $kinds ) );
			if ( get_post_meta( $id, self::META, true ) === ( $kinds ? $kinds : '' ) ) {
				continue;
			}
			if ( $kinds ) {
				update_post_meta( $id, self::META, $kinds );
			} else {
				delete_post_meta( $id, self::META );
			}
		}
	}

	/**
	 * Kinds of content that the site does not show, in rendered HTML.
	 *
	 * @param string $html Rendered.
	 * @return string[] Any of `form`, `frame`, `script`, `shop`, `cut` (some of it, by Blocks\Limits), `design` (all but its text); see Forms\Reasons
	 *   for what a form may have behind it.
	 */
	public static function kinds( string $html ): array {
		$kinds = array_map(
			static function ( string $why ): string {
				return "form:$why";
			},
			Definitions::refused( $html )
		);
		if ( false !== strpos( $html, Limits::CUT ) ) {
			$kinds[] = 'cut';
		}
		if ( strlen( $html ) > self::MOST && mb_strlen( $html ) > self::MOST ) {
			$kinds[] = 'design';
		}
		$html = Definitions::without( $html );
		// Search forms become the site's own.
		$html = preg_replace( '#<form\b(?=[^>]*(?:\srole=["\']?search\b|[\s"\'](?:search-?form|wp-block-search)[\s"\']))(?![^>]*\smethod=["\']?post).*?</form>#is', '', $html ) ?? $html;
		if ( preg_match( '#<(?:form|select|textarea)\b|<input\b(?![^>]*\stype=["\']?hidden)(?![^>]*\sdisabled)#i', $html ) ) {
			$kinds = array_merge( $kinds, Reasons::foreign( $html ) );
		}
		if ( preg_match( '#<(?:embed\b|object\b)#i', $html ) || self::has_frame( $html ) ) {
			$kinds[] = 'frame';
		}
		if ( preg_match( '#\sclass=["\'](?:[^"\']*\s)?(?:wp-block-woocommerce-(?:cart|checkout|mini-cart|all-products)|woocommerce-(?:cart-form|checkout)|wc-empty-cart-message)[\s"\']#i', $html ) ) {
			$kinds[] = 'shop';
		}
		// A button in a heading opens what is open on the site.
		$loose = preg_replace( '#<form\b.*?</form>|<h[1-6]\b[^>]*>\s*<button\b#is', '', $html ) ?? $html;
		if ( false !== stripos( $html, '<canvas' ) || self::has_filled( $html ) || preg_match( self::BUTTON, $loose ) ) {
			$kinds[] = 'script';
		}
		// Data runs nothing, and the script of a network behind a quote only decorates it.
		$html = (string) preg_replace( '#</blockquote>\s*<script\b|<script\b[^>]*\stype=["\']?(?!module|[^"\'>\s]*script)[a-z]#i', '', $html );
		if ( preg_match( '#["\'\s](?:calendly-inline-widget|codepen)["\'\s]#', $html ) ) {
			$html = (string) preg_replace( self::WIDGETS, '', $html );
		}
		if ( false !== stripos( $html, '<script' ) ) {
			$kinds[] = 'script';
		}
		return $kinds;
	}

	/**
	 * Published pages that have some, the latest of them, for the dashboard.
	 *
	 * @return WP_Post[]
	 */
	public static function pages(): array {
		return get_posts(
			[
				'post_type'   => Addresses::shown_types(),
				'post_status' => 'publish',
				'meta_key'    => self::META, // phpcs:ignore WordPress.DB.SlowDBQuery -- Few posts have it, and only the dashboard asks.
				'numberposts' => 20,
			]
		);
	}

	/**
	 * Kinds that a page has.
	 *
	 * @return list<array{kind: string, plugin: string|null, reason: string|null}>
	 */
	public static function of( WP_Post $page ): array {
		$kinds = array_filter( (array) get_post_meta( $page->ID, self::META, true ), 'is_string' );
		return array_values( array_map( [ Reasons::class, 'parts' ], $kinds ) );
	}

	/**
	 * Whether there is an element that a script fills.
	 *
	 * @param string $html Rendered.
	 */
	private static function has_filled( string $html ): bool {
		preg_match_all( self::EMPTY, $html, $found, PREG_SET_ORDER );
		foreach ( $found as list( , $name, $attributes ) ) {
			if ( preg_match( self::AS_IS, "$name$attributes" ) ) {
				continue;
			}
			$has_room = preg_match( '#\s(?:id|class)\s*=#i', $attributes ) && preg_match( self::ROOM, $attributes );
			if ( $has_room || false !== strpos( $name, '-' ) || preg_match( self::DATA, $attributes ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether there is a frame that is neither one of those nor behind the quote of another WordPress.
	 *
	 * @param string $html Rendered.
	 */
	private static function has_frame( string $html ): bool {
		preg_match_all( '#<iframe\b[^>]*#i', $html, $frames );
		foreach ( $frames[0] as $frame ) {
			// A lazy-load plugin keeps the address until its script runs.
			if ( ! preg_match( '#\sdata-(?:lazy-)?src=["\']?([^"\'\s]*)#i', $frame, $src ) ) {
				preg_match( '#\ssrc=["\']?([^"\'\s]*)#i', $frame, $src );
			}
			if ( false === strpos( $frame, 'wp-embedded-content' ) && ! preg_match( self::FRAMES, html_entity_decode( $src[1] ?? '' ) ) ) {
				return true;
			}
		}
		return false;
	}
}
