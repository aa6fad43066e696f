<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

use FrmAppHelper;
use FrmEntry;
use FrmEntryValidate;
use FrmForm;
use FrmFormsHelper;
use FrmOnSubmitHelper;
use stdClass;

defined( 'ABSPATH' ) || exit;

/**
 * A submission to Formidable Forms.
 *
 * Does the work of FrmEntriesController::process_entry(), which may answer the browser itself by a redirect, and runs on each request with the
 * names of its hidden fields: these are set here, and the site never has them.
 *
 * @phpstan-import-type Answer from Adapter
 */
final class FormidableSubmission {

	/**
	 * Submits what is in `$_POST`.
	 *
	 * @param stdClass $form Form of the plugin.
	 * @param array<int, stdClass> $fields Fields of the form, by id.
	 * @return Answer
	 */
	public static function of( stdClass $form, array $fields ): array {
		// phpcs:disable WordPress.Security.NonceVerification, WordPress.Security.ValidatedSanitizedInput -- The site's signature was checked; the visitor is nobody; the plugin cleans.
		$_POST = array_merge(
			$_POST,
			[
				'frm_action' => 'create',
				'form_id'    => (string) $form->id,
				'form_key'   => (string) $form->form_key,
				'item_key'   => '',
			]
		);

		$values             = is_array( $_POST['item_meta'] ?? null ) ? $_POST['item_meta'] : [];
		$_POST['item_meta'] = [ 0 => '' ] + array_intersect_key( $values, $fields );
		$errors             = FrmEntryValidate::validate( wp_unslash( $_POST ) );
		$errors             = apply_filters( 'frm_entries_before_create', $errors, $form ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- The plugin's.
		if ( is_array( $errors ) && $errors ) {
			return self::refused( $errors, $form, $fields );
		}
		$params = FrmForm::get_params( $form );
		$entry  = FrmEntry::create( $_POST );
		// phpcs:enable
		if ( ! is_numeric( $entry ) || ! $entry ) {
			// The same, less than a minute ago.
			return self::answer( 'failed', (string) FrmAppHelper::get_settings( [ 'current_form' => $form->id ] )->failed_msg );
		}
		$params['id'] = $entry;
		do_action( 'frm_process_entry', $params, [], $form, [ 'ajax' => false ] ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- The plugin's.
		$answer = self::answer( 'sent', self::message( $form, (int) $entry ) );
		// Entries that are not to be stored are deleted there.
		$about = [
			'entry_id' => $entry,
			'form'     => $form,
		];
		do_action( 'frm_after_entry_processed', $about ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- The plugin's.
		return $answer;
	}

	/**
	 * An answer with errors.
	 *
	 * @param array<string, mixed> $errors Errors of the plugin.
	 * @param stdClass $form Form of the plugin.
	 * @param array<int, stdClass> $fields By id.
	 * @return Answer
	 */
	private static function refused( array $errors, stdClass $form, array $fields ): array {
		$at   = [];
		$rest = [];
		foreach ( $errors as $key => $message ) {
			if ( preg_grep( "/^$key-/", array_keys( $errors ) ) ) {
				// Its parts say more.
				continue;
			}
			$message = wp_strip_all_tags( is_scalar( $message ) ? (string) $message : '' );
			// Parts may be wrong without a word: the field has it.
			$message = '' === $message ? wp_strip_all_tags( (string) ( $errors[ (string) strtok( (string) $key, '-' ) ] ?? '' ) ) : $message;
			if ( preg_match( '/^field(\d+)(?:-(\w+))?$/D', (string) $key, $found ) && isset( $fields[ (int) $found[1] ] ) ) {
				$at[] = [
					'name'    => "item_meta[$found[1]]" . ( isset( $found[2] ) ? "[$found[2]]" : self::part( (string) $fields[ (int) $found[1] ]->type ) ),
					'message' => $message,
				];
			} else {
				$rest[] = $message;
			}
		}
		if ( isset( $errors['spam'] ) ) {
			return self::answer( 'spam', (string) reset( $rest ) );
		}
		$message = $rest ? implode( ' ', $rest ) : (string) FrmFormsHelper::get_invalid_error_message( [ 'form' => $form ] );
		return self::answer( 'invalid', $message, $at );
	}

	/**
	 * The end of a field's name in the browser; of a field with parts, the first one.
	 *
	 * @param string $type Type of the field.
	 */
	private static function part( string $type ): string {
		return [
			'checkbox' => '[]',
			'name'     => '[first]',
			'address'  => '[line1]',
		][ $type ] ?? '';
	}

	/**
	 * Success message of the form. Where it would lead to another page, the plugin's own words.
	 *
	 * @param stdClass $form Form of the plugin.
	 * @param int $entry Id.
	 */
	private static function message( stdClass $form, int $entry ): string {
		$message = (string) ( $form->options['success_msg'] ?? '' );
		foreach ( class_exists( 'FrmOnSubmitHelper' ) ? (array) FrmOnSubmitHelper::get_actions( $form->id ) : [] as $action ) {
			if ( is_object( $action ) && 'message' === FrmOnSubmitHelper::get_action_type( $action ) && ! empty( $action->post_content['success_msg'] ) ) {
				$message = (string) $action->post_content['success_msg'];
			}
		}
		if ( '' === $message ) {
			$message = (string) FrmAppHelper::get_settings( [ 'current_form' => $form->id ] )->success_msg;
		}
		return (string) FrmFormsHelper::get_success_message(
			[
				'message'  => $message,
				'form'     => $form,
				'entry_id' => $entry,
				'class'    => '',
			]
		);
	}

	/**
	 * An answer.
	 *
	 * @param string $status Status of the contract.
	 * @param string $message May have HTML.
	 * @param list<array{name: string, message: string}> $fields
	 * @return Answer
	 */
	private static function answer( string $status, string $message, array $fields = [] ): array {
		return [
			'status'  => $status,
			'message' => Mark::line( html_entity_decode( wp_strip_all_tags( $message ), ENT_QUOTES, 'UTF-8' ) ),
			'fields'  => $fields,
		];
	}
}
