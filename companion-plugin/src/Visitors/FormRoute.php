<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Visitors;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Forms\Registry;
use HeadlessSiteCompanion\Forms\Unsupported;
use HeadlessSiteCompanion\Support\Hooks;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/**
 * Forms that visitors send.
 *
 * `POST forms/<adapter>:<id>`, with the body of the browser. Not registered where no plugin has forms.
 */
final class FormRoute implements Module {

	/** Fields of the site itself, which an upload has in it still. */
	private const OF_THE_SITE = [ '_website', '_page', '_form' ];

	/** Actions by which form plugins say that a form was sent, before anybody listens. */
	private const SENT = [ 'wpcf7_mail_sent', 'frm_after_create_entry' ];

	private VisitorRoute $route;

	public function __construct( VisitorRoute $route ) {
		$this->route = $route;
	}

	public function register(): void {
		Hooks::action( 'rest_api_init', [ $this, 'routes' ] );
	}

	/** Registers it. */
	public function routes(): void {
		if ( Registry::adapters() ) {
			$this->route->add( '/forms/(?P<plugin>[a-z0-9-]{1,40}):(?P<id>[\w-]{1,40})', [ $this, 'take' ], [ 'status' => 'sent' ], self::SENT );
		}
	}

	/**
	 * Takes one.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @param Visitor $visitor Who has sent it.
	 */
	public function take( WP_REST_Request $request, Visitor $visitor ): WP_REST_Response {
		$adapter = Registry::adapters()[ (string) $request['plugin'] ] ?? null;
		// phpcs:disable WordPress.Security.NonceVerification -- The proof was checked.
		// PHP leaves both empty where it was sent more than post_max_size.
		if ( $adapter && ! $_POST && ! $_FILES ) {
			return new WP_REST_Response( [ 'code' => 'companion_too_large' ], 413 );
		}
		$_POST = array_diff_key( $_POST, array_flip( self::OF_THE_SITE ) );
		// phpcs:enable
		try {
			$answer = $adapter ? $adapter->submit( (string) $request['id'], $visitor->page ) : null;
		} catch ( Unsupported $since ) {
			// The page of the site is older than that.
			$answer = null;
		}
		return null === $answer ? new WP_REST_Response( [ 'code' => 'companion_no_form' ], 404 ) : new WP_REST_Response( $answer );
	}
}
