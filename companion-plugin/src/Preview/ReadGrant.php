<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Preview;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Hooks;
use HeadlessSiteCompanion\Support\Network;

defined( 'ABSPATH' ) || exit;

/**
 * The read grant.
 *
 * Reads the header `X-Companion-Preview` of a GraphQL request. The site sends it, from server to server, while an editor's
 * preview is rendered; it opens one item to that one request. Nobody is logged in by it and nobody gets a capability.
 */
final class ReadGrant implements Module {

	/** Header of the request, as PHP names it. */
	private const HEADER = 'HTTP_X_COMPANION_PREVIEW';

	private Previews $previews;
	private Settings $settings;
	private Clock $clock;

	public function __construct( Previews $previews, Settings $settings, Clock $clock ) {
		$this->previews = $previews;
		$this->settings = $settings;
		$this->clock    = $clock;
	}

	/**
	 * Adds its hook, which runs in GraphQL requests over HTTP only, before anything is executed: a query that PHP code runs
	 * with graphql() in some other request has no part in this.
	 */
	public function register(): void {
		Hooks::action( 'graphql_process_http_request', [ $this, 'open' ], 1 );
	}

	/** Opens the item that the header names. A header that proves nothing opens nothing, and nobody is told why. */
	public function open(): void {
		if ( ! isset( $_SERVER[ self::HEADER ] ) ) {
			return;
		}
		( new PrivateAnswer() )->register();
		$value = is_string( $_SERVER[ self::HEADER ] ) ? wp_unslash( $_SERVER[ self::HEADER ] ) : ''; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- Compared byte by byte.
		$id    = Token::granted( $this->settings->preview_secrets(), $value, $this->clock->now(), Network::number() );
		$known = $id && ( ! $this->settings->is_preview_secret_shared() || LinkedItems::has( $id ) );
		$post  = $known ? get_post( $id ) : null;
		if ( $this->previews->can_open( $post ) ) {
			( new OpenItem( $post ) )->register();
			( new UnsavedChanges( $post ) )->register();
		}
	}
}
