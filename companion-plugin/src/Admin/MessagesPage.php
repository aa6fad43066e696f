<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Contact\Messages;
use HeadlessSiteCompanion\Rest\JsonSchema;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Schema;
use HeadlessSiteCompanion\Support\Text;

defined( 'ABSPATH' ) || exit;

/**
 * The messages of the contact form.
 *
 * Shows a list, fifty a page, or one message. All text in it comes from visitors, so it is escaped where it is written.
 *
 * @phpstan-import-type Message from Messages
 */
final class MessagesPage implements Page {

	/** Messages of a page. */
	private const SIZE = 50;

	/** Bytes of a message in the list. */
	private const BEGINNING = 160;

	/** Nonce of the links in the list, with the message's id. */
	private const READ = 'companion_read_';

	private const COMMAND = 'npx create-headless-site regenerate-config --contact wordpress'; // phpcs:ignore WordPress.WP.CapitalPDangit -- A command.

	private Messages $messages;
	private Settings $settings;

	public function __construct( Messages $messages, Settings $settings ) {
		$this->messages = $messages;
		$this->settings = $settings;
	}

	public function render(): void {
		if ( ! current_user_can( Pages::CAPABILITY ) ) {
			return;
		}
		// phpcs:disable WordPress.Security -- Only read, as numbers.
		$one  = isset( $_GET['message'] ) && is_scalar( $_GET['message'] ) ? (int) $_GET['message'] : 0;
		$page = isset( $_GET['paged'] ) && is_scalar( $_GET['paged'] ) ? (int) $_GET['paged'] : 1;
		// phpcs:enable
		$message = $one > 0 ? $this->messages->find( $one ) : null;
		printf( '<div class="wrap hsc"><h1>%s</h1><hr class="wp-header-end">', esc_html__( 'Messages', 'headless-site-companion' ) );
		Flash::render( Flash::take() );
		if ( null !== $message ) {
			// The list's own link says so. Any other page can make a browser open this one.
			if ( isset( $_GET['_wpnonce'] ) && is_string( $_GET['_wpnonce'] ) && wp_verify_nonce( sanitize_text_field( wp_unslash( $_GET['_wpnonce'] ) ), self::READ . $message['id'] ) ) {
				$this->messages->mark_read( $message['id'] );
			}
			$this->message( $message );
		} else {
			$this->list( max( 1, $page ) );
		}
		echo '</div>';
	}

	/**
	 * A page of the list.
	 *
	 * @param int $page From 1.
	 */
	private function list( int $page ): void {
		$total    = array_sum( $this->messages->counts() );
		$pages    = max( 1, (int) ceil( $total / self::SIZE ) );
		$page     = min( $pages, $page );
		$messages = $this->messages->page( $page, self::SIZE );
		if ( ! $messages ) {
			/* translators: %s: a command. */
			$none = __( 'There are no messages. The contact form of the site brings them here once the site is told so: %s', 'headless-site-companion' );
			$text = Schema::is_installed() ? sprintf( $none, self::COMMAND ) : __( 'The messages cannot be read: their table is missing.', 'headless-site-companion' );
			printf( '<p class="hsc-empty">%s</p>', esc_html( $text ) );
			return;
		}
		echo '<div class="tablenav top">' . Button::html( Actions::EXPORT_MESSAGES, __( 'Export as CSV', 'headless-site-companion' ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
		$this->pagination( $page, $pages, $total );
		// phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
		printf( '</div><form method="post" action="%s">%s', esc_url( admin_url( 'admin-post.php' ) ), Button::hidden( Actions::DELETE_MESSAGES ) );
		$this->table( $messages );
		printf( '<p><button type="submit" class="button">%s</button></p></form>', esc_html__( 'Delete selected', 'headless-site-companion' ) );
		/* translators: %s: number of days. */
		$text = _n( 'Messages that were mailed and read are kept for %s day, those that were only mailed or only read for half a year at least, the others until somebody deletes them.', 'Messages that were mailed and read are kept for %s days, those that were only mailed or only read for half a year at least, the others until somebody deletes them.', $this->settings->log_days(), 'headless-site-companion' );
		printf(
			'<p class="description">%s <a href="%s">%s</a></p>',
			esc_html( sprintf( $text, number_format_i18n( $this->settings->log_days() ) ) ),
			esc_url( Pages::url( Pages::SETTINGS ) . '#logDays' ),
			esc_html__( 'Change this in the settings.', 'headless-site-companion' )
		);
	}

	/**
	 * Rows of the list.
	 *
	 * @param Message[] $messages
	 *   Messages of one page.
	 */
	private function table( array $messages ): void {
		$titles = [ __( 'Received', 'headless-site-companion' ), __( 'From', 'headless-site-companion' ), __( 'Message', 'headless-site-companion' ), __( 'Mail', 'headless-site-companion' ) ];
		printf( '<table class="widefat striped hsc-log hsc-stack"><caption class="screen-reader-text">%s</caption><thead><tr><td class="check-column"></td>', esc_html__( 'Messages, newest first', 'headless-site-companion' ) );
		foreach ( $titles as $title ) {
			printf( '<th scope="col">%s</th>', esc_html( $title ) );
		}
		echo '</tr></thead><tbody>';
		foreach ( $messages as $message ) {
			$content = $message['content'];
			$text    = Text::cut( (string) preg_replace( '/\s+/', ' ', $content['message'] ), self::BEGINNING );
			printf(
				'<tr%s><th scope="row" class="check-column"><input type="checkbox" name="messages[]" value="%d" aria-label="%s"></th><td data-title="%s">%s</td><td data-title="%s"><bdi>%s</bdi><br><bdi>%s</bdi></td><td data-title="%s"><a href="%s" dir="auto">%s</a></td><td data-title="%s">%s</td></tr>',
				$message['isRead'] ? '' : ' class="hsc-unread"', // phpcs:ignore WordPress.Security.EscapeOutput -- One of two words of ours.
				(int) $message['id'],
				/* translators: %s: name of a visitor. */
				esc_attr( sprintf( __( 'Select the message from %s', 'headless-site-companion' ), $content['name'] ) ),
				esc_attr( $titles[0] ),
				Format::html( 'moment', JsonSchema::time( $message['at'] ) ), // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
				esc_attr( $titles[1] ),
				esc_html( $content['name'] ),
				esc_html( $content['email'] ),
				esc_attr( $titles[2] ),
				esc_url( wp_nonce_url( Pages::url( Pages::MESSAGES, [ 'message' => $message['id'] ] ), self::READ . $message['id'] ) ),
				esc_html( strlen( $text ) < strlen( $content['message'] ) ? $text . '…' : $text ),
				esc_attr( $titles[3] ),
				esc_html( self::mail( $message ) )
			);
		}
		echo '</tbody></table>';
	}

	/**
	 * One message.
	 *
	 * @param Message $message
	 *   To be read.
	 */
	private function message( array $message ): void {
		$content = $message['content'];
		$rows    = [
			[ __( 'Received', 'headless-site-companion' ), (string) Format::text( 'moment', JsonSchema::time( $message['at'] ) ) ],
			[ __( 'Name', 'headless-site-companion' ), $content['name'] ],
			[ __( 'E-mail', 'headless-site-companion' ), $content['email'] ],
			[ __( 'Company', 'headless-site-companion' ), $content['company'] ],
		];
		foreach ( $content['fields'] as $field ) {
			$rows[] = [ $field['label'], $field['value'] ];
		}
		$rows[] = [ __( 'Page', 'headless-site-companion' ), $content['page'] ];
		$rows[] = [ __( 'Mail', 'headless-site-companion' ), self::mail( $message ) ];
		$rows[] = [ __( 'Message', 'headless-site-companion' ), $content['message'] ];
		printf( '<p><a href="%s">%s</a></p><table class="widefat striped hsc-message">', esc_url( Pages::url( Pages::MESSAGES ) ), esc_html__( 'All messages', 'headless-site-companion' ) );
		foreach ( $rows as list( $name, $value ) ) {
			if ( '' !== $value ) {
				printf( '<tr><th scope="row">%s</th><td dir="auto">%s</td></tr>', esc_html( $name ), nl2br( esc_html( $value ) ) );
			}
		}
		printf( '</table><div class="hsc-buttons"><a class="button button-primary" href="%s">%s</a>', esc_url( self::answer( $content['email'] ) ), esc_html__( 'Answer', 'headless-site-companion' ) );
		// phpcs:disable WordPress.Security.EscapeOutput -- Escaped there.
		if ( Messages::SENT !== $message['state'] ) {
			echo Button::html( Actions::RETRY_MESSAGE, __( 'Send the mail again', 'headless-site-companion' ), [ 'messages[]' => $message['id'] ] );
		}
		echo Button::html( Actions::DELETE_MESSAGES, __( 'Delete', 'headless-site-companion' ), [ 'messages[]' => $message['id'] ] );
		// phpcs:enable
		echo '</div>';
	}

	/**
	 * A link that answers the visitor's address. It is untrusted: `x?bcc=y@example.com` would be two recipients.
	 *
	 * @param string $email Email address of Submission.
	 */
	private static function answer( string $email ): string {
		return 'mailto:' . str_replace( '%40', '@', rawurlencode( $email ) );
	}

	/**
	 * State of the mail, as a sentence.
	 *
	 * @param Message $message Any.
	 */
	private static function mail( array $message ): string {
		if ( Messages::SENT === $message['state'] ) {
			return __( 'Sent', 'headless-site-companion' );
		}
		if ( Messages::FAILED === $message['state'] ) {
			/* translators: %s: what went wrong. */
			return sprintf( __( 'Not sent, and no longer tried: %s', 'headless-site-companion' ), $message['error'] );
		}
		/* translators: 1: a time, 2: what went wrong. */
		return '' === $message['error'] ? __( 'On its way', 'headless-site-companion' ) : sprintf( __( 'Not sent yet. It is tried again at %1$s: %2$s', 'headless-site-companion' ), (string) Format::text( 'moment', JsonSchema::time( $message['dueAt'] ) ), $message['error'] );
	}

	/**
	 * Links to older and newer messages.
	 *
	 * @param int $page From 1.
	 * @param int $pages How many there are.
	 * @param int $total Messages.
	 */
	private function pagination( int $page, int $pages, int $total ): void {
		/* translators: %s: number of messages. */
		$count = sprintf( _n( '%s message', '%s messages', $total, 'headless-site-companion' ), number_format_i18n( $total ) );
		printf( '<nav class="tablenav-pages" aria-label="%s"><span class="displaying-num">%s</span>', esc_attr__( 'Pages of the list', 'headless-site-companion' ), esc_html( $count ) );
		foreach ( [
			$page - 1 => __( 'Newer', 'headless-site-companion' ),
			$page + 1 => __( 'Older', 'headless-site-companion' ),
		] as $to => $label ) {
			if ( $to >= 1 && $to <= $pages ) {
				printf( ' <a class="button" href="%s">%s</a> ', esc_url( Pages::url( Pages::MESSAGES, [ 'paged' => $to ] ) ), esc_html( $label ) );
			}
		}
		echo '</nav>';
	}
}
