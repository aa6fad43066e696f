<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

use WPCF7_ContactForm;

defined( 'ABSPATH' ) || exit;

/**
 * A submission to Contact Form 7.
 *
 * @phpstan-import-type Answer from Adapter
 */
final class ContactForm7Submission {

	/** Meaning of its results here; any other, an add-on's among them, has failed. */
	private const STATUS = [
		'mail_sent'          => 'sent',
		'validation_failed'  => 'invalid',
		'acceptance_missing' => 'invalid',
		'spam'               => 'spam',
	];

	/**
	 * Submits what is in `$_POST`.
	 *
	 * @param ContactForm7Tags $tags Tags of the form.
	 * @param string $page Path on the site.
	 * @return Answer
	 */
	public static function of( WPCF7_ContactForm $form, ContactForm7Tags $tags, string $page ): array {
		// phpcs:disable WordPress.Security.NonceVerification -- The site's signature was checked; the visitor is nobody.
		$_POST['_wpcf7'] = (string) $form->id();
		if ( empty( $_POST['_wpcf7_container_post'] ) ) {
			$_POST['_wpcf7_container_post'] = (string) url_to_postid( home_url( $page ) );
		}
		if ( empty( $_POST['_wpcf7_unit_tag'] ) || ! is_string( $_POST['_wpcf7_unit_tag'] ) ) {
			$_POST['_wpcf7_unit_tag'] = sprintf( 'wpcf7-f%d-o1', $form->id() );
		}
		$tags->tick_boxes_of_texts();
		$result = $form->submit();
		$status = (string) ( $result['status'] ?? '' );
		$fields = [];
		foreach ( (array) ( $result['invalid_fields'] ?? [] ) as $name => $field ) {
			$fields[] = [
				'name'    => $tags->name_in_browser( (string) $name ),
				'message' => wp_strip_all_tags( (string) ( is_array( $field ) ? $field['reason'] ?? '' : '' ) ),
			];
		}
		if ( 'acceptance_missing' === $status ) {
			$is_given = static function ( string $name ): bool {
				return ! empty( $_POST[ $name ] );
			};
			foreach ( $tags->missing_consents( $is_given ) as $name ) {
				$fields[] = [
					'name'    => $name,
					'message' => (string) $form->message( 'accept_terms' ),
				];
			}
		}
		// phpcs:enable
		return [
			'status'  => self::STATUS[ $status ] ?? 'failed',
			'message' => wp_strip_all_tags( (string) ( $result['message'] ?? '' ) ),
			'fields'  => $fields,
		];
	}
}
