<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Contact\Mailer;
use HeadlessSiteCompanion\Contact\Messages;
use HeadlessSiteCompanion\Rest\JsonSchema;

defined( 'ABSPATH' ) || exit;

/**
 * Actions of the buttons on the messages page.
 *
 * Capability and nonce were checked by Actions.
 *
 * @phpstan-import-type Message from Messages
 */
final class MessagesActions {

	/** Messages that are read at once. */
	private const PART = 500;

	private Messages $messages;
	private Mailer $mailer;

	public function __construct( Messages $messages, Mailer $mailer ) {
		$this->messages = $messages;
		$this->mailer   = $mailer;
	}

	/** "Delete". */
	public function delete(): void {
		$deleted = count( array_filter( array_map( [ $this->messages, 'delete' ], self::asked() ) ) );
		if ( 0 === $deleted ) {
			Flash::keep( 'warning', [ __( 'No message was selected.', 'headless-site-companion' ) ] );
		} else {
			/* translators: %s: number of messages. */
			Flash::keep( 'success', [ sprintf( _n( '%s message was deleted.', '%s messages were deleted.', $deleted, 'headless-site-companion' ), number_format_i18n( $deleted ) ) ] );
		}
		Actions::back( Pages::MESSAGES );
	}

	/** "Send the mail again". */
	public function retry(): void {
		foreach ( self::asked() as $id ) {
			$this->messages->retry( $id );
			$message = $this->messages->find( $id );
			if ( null !== $message && Messages::WAITING === $message['state'] ) {
				$this->mailer->send( $message );
			}
			$now = $this->messages->find( $id );
			if ( null !== $now && Messages::SENT === $now['state'] ) {
				Flash::keep( 'success', [ __( 'The mail was sent.', 'headless-site-companion' ) ] );
			} else {
				Flash::keep( 'error', [ __( 'The mail could not be sent. It is tried again automatically.', 'headless-site-companion' ), $now['error'] ?? '' ] );
			}
		}
		Actions::back( Pages::MESSAGES );
	}

	/** Answers the request with all messages as CSV, in parts, so that their number does not matter. */
	public function export(): void {
		nocache_headers();
		header( 'Content-Type: text/csv; charset=utf-8' );
		header( 'X-Content-Type-Options: nosniff' );
		header( 'Content-Disposition: attachment; filename="headless-site-messages.csv"' );
		// phpcs:disable WordPress.Security.EscapeOutput -- Text, not HTML; Csv makes formulas harmless.
		echo Csv::MARK . Csv::line( [ 'time', 'name', 'email', 'company', 'message', 'fields', 'page', 'mail', 'error' ] );
		$before = 0;
		do {
			$part = $this->messages->newest( self::PART, $before );
			foreach ( $part as $message ) {
				$before = $message['id'];
				echo Csv::line( self::cells( $message ) );
			}
			flush();
		} while ( isset( $part[ self::PART - 1 ] ) );
		// phpcs:enable
		exit;
	}

	/**
	 * Cells of a message.
	 *
	 * @param Message $message
	 * @return array<int, int|string>
	 */
	private static function cells( array $message ): array {
		$content = $message['content'];
		$fields  = [];
		foreach ( $content['fields'] as $field ) {
			$fields[] = "{$field['label']}: {$field['value']}";
		}
		return [
			(string) JsonSchema::time( $message['at'] ),
			$content['name'],
			$content['email'],
			$content['company'],
			$content['message'],
			implode( "\n", $fields ),
			$content['page'],
			$message['state'],
			$message['error'],
		];
	}

	/**
	 * Ids of the messages that it is about.
	 *
	 * @return int[]
	 */
	private static function asked(): array {
		// phpcs:ignore WordPress.Security -- Nonce in Actions; nothing but digits gets through.
		$asked = isset( $_POST['messages'] ) && is_array( $_POST['messages'] ) ? $_POST['messages'] : [];
		return array_map( 'intval', array_filter( $asked, static fn( $id ): bool => is_scalar( $id ) && ctype_digit( (string) $id ) ) );
	}
}
