<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Contact;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Lifecycle;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Hooks;
use HeadlessSiteCompanion\Visitors\Visitor;
use HeadlessSiteCompanion\Visitors\VisitorRoute;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/**
 * The site's contact form.
 *
 * `POST contact` takes a message: it is kept first and mailed then, so that a mail that fails loses nothing. The site hears that it
 * was taken once it is kept.
 */
final class Contact implements Module {

	private Messages $messages;
	private VisitorRoute $gateway;
	private Settings $settings;
	private Clock $clock;

	public function __construct( Messages $messages, VisitorRoute $gateway, Settings $settings, Clock $clock ) {
		$this->messages = $messages;
		$this->gateway  = $gateway;
		$this->settings = $settings;
		$this->clock    = $clock;
	}

	public function register(): void {
		Hooks::action( 'rest_api_init', [ $this, 'route' ], 10, 0 );
		Hooks::action( Lifecycle::TICK, [ $this, 'tick' ], 30, 0 );
		( new Privacy( $this->messages ) )->register();
	}

	public function route(): void {
		$this->gateway->add( '/contact', [ $this, 'take' ] );
	}

	/** Every minute: send mails that are due; and forget what is old. */
	public function tick(): void {
		$this->mailer()->run();
		$this->messages->prune( $this->settings->log_days() );
	}

	/**
	 * Takes a message.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request With what was written, in JSON.
	 * @param Visitor $visitor Whose signature was checked.
	 */
	public function take( WP_REST_Request $request, Visitor $visitor ): WP_REST_Response {
		$content = Submission::read( $request->get_json_params(), $visitor->page );
		if ( null === $content ) {
			return new WP_REST_Response( [ 'code' => 'companion_invalid_message' ], 400 );
		}
		$id = $this->messages->add( $visitor->id, $content );
		if ( null === $id ) {
			return new WP_REST_Response( [ 'code' => 'companion_not_kept' ], 503 );
		}
		$message = $id > 0 ? $this->messages->find( $id ) : null;
		if ( null !== $message ) {
			$this->mailer()->send( $message );
		}
		return new WP_REST_Response( [ 'status' => 'kept' ] );
	}

	private function mailer(): Mailer {
		return new Mailer( $this->messages, $this->clock );
	}
}
