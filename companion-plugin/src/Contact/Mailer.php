<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Contact;

use HeadlessSiteCompanion\Revalidation\RetryPolicy;
use HeadlessSiteCompanion\Support\Clock;
use Throwable;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Mails of messages.
 *
 * Sends each by wp_mail(). One that fails is tried again by cron, as late as a delivery to the site would be; then it is given up, and
 * stays in the list. A process that ends between the sending and the note of it sends again: rather twice than never.
 *
 * @phpstan-import-type Message from Messages
 */
final class Mailer {

	private Messages $messages;
	private Clock $clock;

	public function __construct( Messages $messages, Clock $clock ) {
		$this->messages = $messages;
		$this->clock    = $clock;
	}

	/** Sends what is due. */
	public function run(): void {
		foreach ( $this->messages->due() as $message ) {
			$this->send( $message );
		}
	}

	/**
	 * Makes one attempt.
	 *
	 * @param Message $message Waiting.
	 */
	public function send( array $message ): void {
		$delay = RetryPolicy::delay( $message['attempts'] + 1, wp_rand( 0, 1000 ) / 1000 );
		if ( ! $this->messages->claim( $message, $this->clock->now() + ( $delay ?? 0 ) ) ) {
			return;
		}
		$error = self::mail( $message );
		if ( null === $error ) {
			$this->messages->note( $message['id'], Messages::SENT, '' );
		} else {
			$this->messages->note( $message['id'], null === $delay ? Messages::FAILED : Messages::WAITING, $error );
		}
	}

	/**
	 * Hands a mail to WordPress.
	 *
	 * @param Message $message To be sent.
	 * @return string|null Error message; null where nothing went wrong.
	 */
	private static function mail( array $message ): ?string {
		$error = __( 'WordPress could not send the mail.', 'headless-site-companion' );
		$note  = static function ( $failure ) use ( &$error ): void {
			$error = $failure instanceof WP_Error ? $failure->get_error_message() : $error;
		};
		add_action( 'wp_mail_failed', $note );
		try {
			/**
			 * Changes the mail of a message of the contact form.
			 *
			 * @since 0.1.0
			 *
			 * @param array{to: string|string[], subject: string, message: string, headers: string[]} $mail Arguments of wp_mail(); `to` is the
			 *     administrator's address of Settings > General.
			 * @param array<string, mixed> $content Submitted content: name, email, company, message, page, fields.
			 */
			$mail = (array) apply_filters( 'companion_contact_mail', self::text( $message ), $message['content'] );
			return wp_mail( $mail['to'], $mail['subject'], $mail['message'], $mail['headers'] ) ? null : $error;
		} catch ( Throwable $thrown ) {
			return $thrown->getMessage();
		} finally {
			remove_action( 'wp_mail_failed', $note );
		}
	}

	/**
	 * The mail: plain text, answered to the visitor. Only the address, which is checked, stands in a header beside the subject.
	 *
	 * @param Message $message To be sent.
	 * @return array{to: string, subject: string, message: string, headers: string[]}
	 */
	private static function text( array $message ): array {
		$content = $message['content'];
		$site    = wp_specialchars_decode( (string) get_option( 'blogname' ), ENT_QUOTES );
		$lines   = [
			[ __( 'Name', 'headless-site-companion' ), $content['name'] ],
			[ __( 'E-mail', 'headless-site-companion' ), $content['email'] ],
			[ __( 'Company', 'headless-site-companion' ), $content['company'] ],
		];
		foreach ( $content['fields'] as $field ) {
			$lines[] = [ $field['label'], $field['value'] ];
		}
		$text = '';
		foreach ( $lines as list( $label, $value ) ) {
			$text .= '' === $value ? '' : "$label: $value\n";
		}
		return [
			'to'      => (string) get_option( 'admin_email' ),
			/* translators: 1: name of a visitor, 2: name of the website. */
			'subject' => sprintf( __( 'Message from %1$s through %2$s', 'headless-site-companion' ), $content['name'], $site ),
			'message' => "$text\n{$content['message']}\n",
			'headers' => [ 'Content-Type: text/plain; charset=UTF-8', 'Reply-To: ' . $content['email'] ],
		];
	}
}
