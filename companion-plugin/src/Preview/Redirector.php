<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Preview;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Revalidation\Connection;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Network;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Opens previews.
 *
 * The place that every preview link leads to. The visitor must be logged in and be allowed to edit the item; then the token is
 * made, for this item and from now on, so that an editor's tab that was open all day has no stale link.
 */
final class Redirector implements Module {

	private Previews $previews;
	private Settings $settings;
	private Log $log;
	private Clock $clock;

	public function __construct( Previews $previews, Settings $settings, Log $log, Clock $clock ) {
		$this->previews = $previews;
		$this->settings = $settings;
		$this->log      = $log;
		$this->clock    = $clock;
	}

	/** Adds its hooks. Not behind the guard: the request is our own, and errors should be seen. */
	public function register(): void {
		add_action( 'admin_post_' . Previews::ACTION, [ $this, 'open' ] );
		add_action( 'admin_post_nopriv_' . Previews::ACTION, [ $this, 'log_in' ] );
	}

	/** Nobody is logged in: to the login form, and back. Nothing is said about the item, and nothing is written. */
	public function log_in(): void {
		nocache_headers();
		wp_safe_redirect( wp_login_url( Previews::link( self::asked() ) ) );
		exit;
	}

	/** Somebody is logged in: to the site, if they may. */
	public function open(): void {
		header( 'X-Robots-Tag: noindex' );
		if ( ! $this->previews->enabled() ) {
			$this->refuse( 404, __( 'Previews on the site are switched off.', 'headless-site-companion' ) );
		}
		$post = get_post( self::asked() );
		if ( $post instanceof WP_Post && 'revision' === $post->post_type ) {
			$post = get_post( $post->post_parent );
		}
		if ( ! $post instanceof WP_Post || ! $this->previews->shows( $post ) ) {
			$this->refuse( 404, __( 'There is nothing to preview here: the item does not exist, or the site does not show items of its type.', 'headless-site-companion' ) );
		}
		if ( ! current_user_can( 'edit_post', $post->ID ) ) {
			$this->refuse( 403, __( 'You are not allowed to preview this item.', 'headless-site-companion' ) );
		}
		if ( 'trash' === $post->post_status ) {
			$this->refuse( 404, __( 'This item is in the trash. Restore it to preview it.', 'headless-site-companion' ) );
		}
		if ( ! $this->previews->can_open( $post ) ) {
			$this->refuse( 404, __( 'This item has never been saved, so there is nothing to preview yet. Save a draft first.', 'headless-site-companion' ) );
		}
		$this->lead_to_site( $post );
	}

	/**
	 * Whether somebody opens the link. A picture in a post whose address it is has the browser of whoever reads the post ask for it. Browsers
	 * say what they ask for by `Sec-Fetch-Dest` over https only, and by `Accept` always.
	 */
	private static function is_opened(): bool {
		$method  = $_SERVER['REQUEST_METHOD'] ?? ''; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Compared only.
		$for     = $_SERVER['HTTP_SEC_FETCH_DEST'] ?? null; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Compared only.
		$accept  = $_SERVER['HTTP_ACCEPT'] ?? ''; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Compared only.
		$is_page = null === $for ? is_string( $accept ) && false !== strpos( $accept, 'text/html' ) : in_array( $for, [ 'document', 'iframe' ], true );
		return 'GET' === $method && $is_page;
	}

	/**
	 * Makes the token and goes. wp_redirect() and not wp_safe_redirect(): the site is another host by design, and its
	 * address comes from the settings alone.
	 *
	 * @param WP_Post $post Neither in the trash nor new.
	 */
	private function lead_to_site( WP_Post $post ): void {
		$plain   = 'plain' === $this->settings->preview_mode();
		$seconds = $plain ? Lifetime::PLAIN_SECONDS : $this->seconds( $post );
		$exp     = $this->clock->now() + $seconds;
		$secret  = $this->secret();
		$site    = Network::number();
		$query   = [
			'secret' => $plain ? $secret : Token::link( $secret, $post->ID, $post->post_type, $exp, $site ),
			'id'     => $post->ID,
			'type'   => $post->post_type,
		];
		if ( null !== $site ) {
			$query['site'] = $site;
		}
		$this->settings->note_given_away();
		if ( $this->settings->is_preview_secret_shared() && self::is_opened() ) {
			LinkedItems::add( $post->ID, $seconds );
		}
		$this->note( $post, $plain ? null : $exp );
		nocache_headers();
		header( 'Cache-Control: no-store' );
		header( 'Referrer-Policy: no-referrer' );
		$url = $this->settings->service_url() . '/api/preview?' . http_build_query( $query, '', '&', PHP_QUERY_RFC3986 );
		wp_redirect( $url, 302, 'Headless Site Companion' ); // phpcs:ignore WordPress.Security.SafeRedirect.wp_redirect_wp_redirect -- See above.
		exit;
	}

	/** Seconds that the link lives. */
	private function seconds( WP_Post $post ): int {
		/**
		 * Filters how long a preview link lives.
		 *
		 * @since 0.1.0
		 *
		 * @param int     $seconds 60 to 86,400; what is outside is cut, anything but a number is 3600.
		 * @param WP_Post $post    Previewed post.
		 */
		return Lifetime::seconds( apply_filters( 'companion_preview_token_expiry', Lifetime::DEFAULT_SECONDS, $post ) );
	}

	/**
	 * The secret that the site accepts. While secrets are rotated the site may know the previous ones alone, which the
	 * deliveries find out.
	 */
	private function secret(): string {
		$secrets = $this->settings->secrets_to_send( 'previewSecret' );
		return 'previous' === get_option( Connection::ACCEPTED ) ? $secrets[1] ?? $secrets[0] : $secrets[0];
	}

	/**
	 * Writes down who opened what, never the token.
	 *
	 * @param int|null $exp When the link ends; null in plain mode, where the site decides.
	 */
	private function note( WP_Post $post, ?int $exp ): void {
		if ( 'GET' !== ( $_SERVER['REQUEST_METHOD'] ?? '' ) ) { // phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Compared.
			return;
		}
		// The stored title: get_the_title() has entities, and "Private: " before it.
		$title = trim( wp_strip_all_tags( $post->post_title ) );
		$this->log->add(
			'preview',
			sprintf(
				/* translators: 1: name of a user, 2: title of a post. */
				__( '%1$s opened a preview of “%2$s”.', 'headless-site-companion' ),
				wp_get_current_user()->display_name,
				'' === $title ? __( '(no title)', 'headless-site-companion' ) : $title
			),
			[
				'type'    => $post->post_type,
				'status'  => $post->post_status,
				'mode'    => null === $exp ? 'plain' : 'signed',
				'expires' => $exp,
			],
			$post->ID
		);
	}

	/**
	 * The id in the request. A preview changes nothing, so there is no nonce; other arguments, which the editors append
	 * (`preview`, `_thumbnail_id`, `preview_nonce`), mean nothing here.
	 */
	private static function asked(): int {
		$id = isset( $_GET['post'] ) && is_string( $_GET['post'] ) ? sanitize_text_field( wp_unslash( $_GET['post'] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- See above.
		return preg_match( '/^\d{1,18}$/D', $id ) ? (int) $id : 0;
	}

	/**
	 * A page that says why not.
	 *
	 * @param string $text A sentence.
	 * @return never
	 */
	private function refuse( int $status, string $text ): void {
		wp_die(
			esc_html( $text ),
			esc_html__( 'Preview', 'headless-site-companion' ),
			[
				'response'  => (int) $status,
				'back_link' => true,
			]
		);
	}
}
