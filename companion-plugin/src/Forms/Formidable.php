<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

use DOMElement;
use FrmAppHelper;
use FrmField;
use FrmForm;
use HeadlessSiteCompanion\Support\Hooks;
use stdClass;

defined( 'ABSPATH' ) || exit;

/**
 * Forms of Formidable Forms.
 *
 * @phpstan-import-type Definition from Definitions
 * @phpstan-import-type Answer from Adapter
 */
final class Formidable implements Adapter {

	/** Types of fields that visitors can fill in without a script, and those that only show something. */
	private const KNOWN = [ 'text', 'textarea', 'email', 'url', 'phone', 'number', 'checkbox', 'radio', 'select', 'name', 'address', 'gdpr', 'hidden', 'user_id', 'html', 'divider', 'end_divider', 'submit' ];

	/** Meaning of an unknown type. */
	private const REASONS = [
		'captcha'     => Unsupported::CAPTCHA,
		'credit_card' => Unsupported::PAYMENT,
	];

	public function name(): string {
		return 'formidable';
	}

	public function title(): string {
		return 'Formidable Forms';
	}

	public function shortcodes(): array {
		return [ 'formidable' ];
	}

	public function blocks(): array {
		return [ 'formidable/simple-form' ];
	}

	public function prepare(): void {
		// Both are for browsers on WordPress's own page: a token of today in what the site keeps, and a field that nobody sees by a script.
		foreach ( [ 'frm_run_antispam', 'frm_run_honeypot' ] as $check ) {
			Hooks::filter( $check, '__return_false', PHP_INT_MAX );
		}
	}

	public function find( string $html ): array {
		$found = [];
		foreach ( Finder::forms( $html, '/<div\b[^>]*\sid="frm_form_\d+_container"[^>]*>/i' ) as list( $at, $length ) ) {
			preg_match( '/\sid="frm_form_(\d+)_container"/', substr( $html, $at, $length ), $id );
			$found[] = [ $at, $length, $id[1] ?? '' ];
		}
		return $found;
	}

	public function definition( string $id, string $html ): array {
		$form = self::form( $id );
		if ( ! $form ) {
			throw new Unsupported( Unsupported::MEMBERS );
		}
		$fields = self::fields( $id );
		$read   = FormHtml::read(
			$html,
			[ 'frm_opt_container', 'frm_checkbox' ],
			[ 'frm_screen_reader', 'frm_error_style', 'frm_ajax_loading', 'frm_verify' ],
			static function ( string $name, DOMElement $control ) use ( $fields ): ?array {
				return preg_match( '/^item_meta\[(\d+)\]/', $name, $found ) && isset( $fields[ $found[1] ] ) ? self::describe( $fields[ $found[1] ], $control ) : null;
			}
		);
		return [
			'title'     => (string) $form->name,
			'language'  => (string) get_bloginfo( 'language' ),
			'direction' => is_rtl() ? 'rtl' : 'ltr',
			// Below the parts of a name or an address stands what each of them has as its label.
			'html'      => (string) preg_replace( '#<div class="frm_description" id="frm_field_\d+_\w+_desc">[^<]*</div>#', '', $read['html'] ),
			'fields'    => $read['fields'],
			'hidden'    => $read['hidden'],
		];
	}

	public function names( string $id ): ?array {
		return self::form( $id ) ? [ 'item_meta' ] : null;
	}

	public function submit( string $id, string $page ): ?array {
		$form = self::form( $id );
		if ( ! $form ) {
			return null;
		}
		$this->prepare();
		return FormidableSubmission::of( $form, self::fields( $id ) );
	}

	public function watch( callable $changed ): void {
		// It tells neither of a form that goes to the trash nor of a field that is changed; all of it is in these tables.
		Hooks::filter(
			'query',
			static function ( $query ) use ( $changed ) {
				if ( is_string( $query ) && false !== strpos( $query, 'frm_f' ) && preg_match( '/^\s*(?:INSERT|UPDATE|DELETE|REPLACE)\b.{0,60}frm_f(?:orms|ields)\b/is', $query ) ) {
					$changed();
				}
				return $query;
			}
		);
		foreach ( [ 'add', 'update', 'delete' ] as $what ) {
			Hooks::action( $what . '_option_frm_options', $changed, 10, 0 );
		}
	}

	/**
	 * A form that visitors may use.
	 *
	 * The plugin's form, or null.
	 */
	private static function form( string $id ): ?stdClass {
		$form = ctype_digit( $id ) ? FrmForm::getOne( (int) $id ) : null;
		return $form instanceof stdClass && 'published' === $form->status && empty( $form->is_template ) && empty( $form->logged_in ) && FrmForm::is_visible_to_user( $form ) ? $form : null;
	}

	/**
	 * Its fields.
	 *
	 * @return array<int, stdClass> By id.
	 * @throws Unsupported Where there is one that the site does not know.
	 */
	private static function fields( string $id ): array {
		$fields = [];
		foreach ( (array) FrmField::get_all_for_form( (int) $id ) as $field ) {
			$has_condition = FrmAppHelper::pro_is_installed() && ! empty( $field->field_options['hide_field'] );
			if ( $has_condition || ! in_array( $field->type, self::KNOWN, true ) ) {
				throw new Unsupported( self::REASONS[ $field->type ] ?? Unsupported::FIELD, (string) $field->type );
			}
			$fields[ (int) $field->id ] = $field;
		}
		return $fields;
	}

	/**
	 * Differences from the HTML.
	 *
	 * @param stdClass $field Field of the plugin.
	 * @return array<string, mixed>|null Null for what is left out.
	 */
	private static function describe( stdClass $field, DOMElement $control ): ?array {
		switch ( $field->type ) {
			case 'user_id':
				return null;
			case 'checkbox':
			case 'radio':
				return [ 'required' => ! empty( $field->required ) ];
			case 'gdpr':
				return [
					'kind'     => 'acceptance',
					'required' => true,
					'value'    => '1',
					'text'     => wp_kses_post( (string) ( $field->field_options['gdpr_agreement_text'] ?? '' ) ),
					'options'  => null,
					'useLabel' => null,
				];
			default:
				return [];
		}
	}
}
