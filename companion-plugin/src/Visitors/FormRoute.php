<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Visitors;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Forms\Registry;
use HeadlessSiteCompanion\Forms\Unsupported;
use HeadlessSiteCompanion\Support\Hooks;
use WP_REST_Request;
use WP_REST_Response;
use WPCF7_ContactForm;

defined( 'ABSPATH' ) || exit;

/**
 * Forms that visitors send.
 *
 * `POST forms/<adapter>:<id>`, with the body of the browser. Not registered where no plugin has forms.
 */
final class FormRoute implements Module {

	/** Actions by which form plugins say that a form was sent, by adapter. */
	private const SENT = [
		'contact-form-7' => 'wpcf7_mail_sent',
		'formidable'     => 'frm_after_create_entry',
	];

	private VisitorRoute $route;
	private PostedBody $body;

	public function __construct( VisitorRoute $route, PostedBody $body ) {
		$this->route = $route;
		$this->body  = $body;
	}

	public function register(): void {
		Hooks::action( 'rest_api_init', [ $this, 'routes' ] );
	}

	/** Registers it. */
	public function routes(): void {
		if ( Registry::adapters() ) {
			$this->route->add( '/forms/(?P<plugin>[a-z0-9-]{1,40}):(?P<id>[\w-]{1,40})', [ $this, 'take' ], [ 'status' => 'sent' ], [ self::class, 'watch' ] );
		}
	}

	/**
	 * Looks for the action by which its plugin says that this very form was sent. A mail that has left may be another one, and an
	 * add-on may send another form meanwhile.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return callable(): bool Whether it has come.
	 */
	public static function watch( WP_REST_Request $request ): callable {
		[ $plugin, $form ] = self::named( $request );

		$is_sent = false;
		$note    = static function ( $first, $second = null ) use ( &$is_sent, $form ): void {
			// Contact Form 7 gives the form, Formidable the entry and the form's id.
			$id      = $first instanceof WPCF7_ContactForm ? $first->id() : $second;
			$is_sent = $is_sent || (string) $id === $form;
		};
		$action  = self::SENT[ $plugin ] ?? null;
		if ( null !== $action ) {
			// Before anybody else listens: a listener may end PHP.
			add_action( $action, $note, PHP_INT_MIN, 2 );
		}
		return static function () use ( &$is_sent ): bool {
			return $is_sent;
		};
	}

	/**
	 * Takes one.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @param Visitor $visitor The sender.
	 */
	public function take( WP_REST_Request $request, Visitor $visitor ): WP_REST_Response {
		[ $plugin, $id ] = self::named( $request );

		$adapter = Registry::adapters()[ $plugin ] ?? null;
		if ( $adapter && $this->body->is_empty() ) {
			return new WP_REST_Response( [ 'code' => 'companion_too_large' ], 413 );
		}
		try {
			$names = $adapter ? $adapter->names( $id ) : null;
			$this->body->give( $names ?? [] );
			$answer = $adapter && null !== $names ? $adapter->submit( $id, $visitor->page ) : null;
		} catch ( Unsupported $since ) {
			// The page of the site is older than that.
			$answer = null;
		}
		return null === $answer ? new WP_REST_Response( [ 'code' => 'companion_no_form' ], 404 ) : new WP_REST_Response( $answer );
	}

	/**
	 * The form that the address names, which is what the signature was made for. Parameters of the query and the body win over the
	 * address's in `$request['id']`.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @return array{string, string} Adapter and id.
	 */
	private static function named( WP_REST_Request $request ): array {
		$named = $request->get_url_params();
		return [ (string) $named['plugin'], (string) $named['id'] ];
	}
}
