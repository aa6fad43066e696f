<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Contact;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Requests for personal data.
 *
 * Gives WordPress's tools (Tools > Export Personal Data, Erase Personal Data) the messages of an address, and a text for the
 * privacy policy.
 *
 * @phpstan-import-type Message from Messages
 */
final class Privacy implements Module {

	private const NAME = 'headless-site-companion-messages';

	/** Messages of one step; WordPress asks for the next. */
	private const SIZE = 100;

	private Messages $messages;

	public function __construct( Messages $messages ) {
		$this->messages = $messages;
	}

	public function register(): void {
		Hooks::filter( 'wp_privacy_personal_data_exporters', [ $this, 'exporters' ] );
		Hooks::filter( 'wp_privacy_personal_data_erasers', [ $this, 'erasers' ] );
		Hooks::action( 'admin_init', [ $this, 'policy' ], 10, 0 );
	}

	/**
	 * Adds ours.
	 *
	 * @param mixed $exporters Exporters of WordPress.
	 * @return mixed
	 */
	public function exporters( $exporters ) {
		return is_array( $exporters ) ? $exporters + self::tool( 'exporter', [ $this, 'export' ] ) : $exporters;
	}

	/**
	 * Adds ours.
	 *
	 * @param mixed $erasers Erasers of WordPress.
	 * @return mixed
	 */
	public function erasers( $erasers ) {
		return is_array( $erasers ) ? $erasers + self::tool( 'eraser', [ $this, 'erase' ] ) : $erasers;
	}

	/** The text that WordPress offers for the privacy policy. */
	public function policy(): void {
		if ( function_exists( 'wp_add_privacy_policy_content' ) ) {
			$text = __( 'What you write into the contact form is kept in WordPress with your name and address, and sent to us by e-mail.', 'headless-site-companion' );
			wp_add_privacy_policy_content( 'Headless Site Companion', wp_kses_post( "<p>$text</p>" ) );
		}
	}

	/**
	 * Messages of an address.
	 *
	 * @param mixed $email Whose.
	 * @param mixed $page Step, from 1.
	 * @return array{data: array<int, array<string, mixed>>, done: bool}
	 */
	public function export( $email, $page = 1 ): array {
		$found = $this->messages->of( (string) $email, self::SIZE, ( max( 1, (int) $page ) - 1 ) * self::SIZE );
		$data  = [];
		foreach ( $found as $message ) {
			$data[] = [
				'group_id'    => self::NAME,
				'group_label' => __( 'Messages of the contact form', 'headless-site-companion' ),
				'item_id'     => 'message-' . $message['id'],
				'data'        => self::data( $message ),
			];
		}
		return [
			'data' => $data,
			'done' => count( $found ) < self::SIZE,
		];
	}

	/**
	 * Deletes messages of an address.
	 *
	 * @param mixed $email Whose.
	 * @return array{items_removed: int, items_retained: int, messages: string[], done: bool}
	 */
	public function erase( $email ): array {
		$found   = $this->messages->of( (string) $email, self::SIZE );
		$removed = 0;
		foreach ( $found as $message ) {
			$removed += $this->messages->delete( $message['id'] ) ? 1 : 0;
		}
		$retained = count( $found ) - $removed;
		return [
			'items_removed'  => $removed,
			'items_retained' => $retained,
			'messages'       => $retained > 0 ? [ __( 'Some messages could not be deleted. Try again.', 'headless-site-companion' ) ] : [],
			'done'           => $retained > 0 || count( $found ) < self::SIZE,
		];
	}

	/**
	 * A message as the tool shows it.
	 *
	 * @param Message $message Message from the address.
	 * @return array<int, array{name: string, value: string}>
	 */
	private static function data( array $message ): array {
		$content = $message['content'];
		$data    = [
			__( 'Date', 'headless-site-companion' )    => (string) wp_date( 'Y-m-d H:i:s', $message['at'] ),
			__( 'Name', 'headless-site-companion' )    => $content['name'],
			__( 'E-mail', 'headless-site-companion' )  => $content['email'],
			__( 'Company', 'headless-site-companion' ) => $content['company'],
			__( 'Message', 'headless-site-companion' ) => $content['message'],
		];
		foreach ( $content['fields'] as $field ) {
			$data[ $field['label'] ] = $field['value'];
		}
		$rows = [];
		foreach ( $data as $name => $value ) {
			$rows[] = [
				'name'  => (string) $name,
				'value' => $value,
			];
		}
		return $rows;
	}

	/**
	 * One of WordPress's tools.
	 *
	 * @param string $kind `exporter` or `eraser`.
	 * @param callable $callback Takes an address and a step.
	 * @return array<string, array<string, mixed>>
	 */
	private static function tool( string $kind, callable $callback ): array {
		return [
			self::NAME => [
				"{$kind}_friendly_name" => __( 'Messages of the contact form', 'headless-site-companion' ),
				'callback'              => $callback,
			],
		];
	}
}
