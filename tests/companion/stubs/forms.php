<?php
/**
 * The parts of Contact Form 7 and of Formidable Forms that the plugin uses, where a site has them.
 */

class WPCF7_FormTag {
	/** @var string */
	public $basetype;
	/** @var string */
	public $name;
	/** @var string[] */
	public $values;
	/** @return bool */
	public function is_required() {}
	/** @return bool */
	public function has_option( string $option_name ) {}
	/** @return string|string[]|false */
	public function get_option( string $option_name, string $pattern = '', bool $single = false ) {}
	/** @return int */
	public function get_limit_option() {}
}

/** The service of reCAPTCHA; the one of Turnstile is like it. */
class WPCF7_RECAPTCHA {
	/** @return WPCF7_RECAPTCHA */
	public static function get_instance() {}
	/** @return bool */
	public function is_active() {}
}

class WPCF7_Turnstile extends WPCF7_RECAPTCHA {}

class WPCF7_ContactForm {
	/** @return int */
	public function id() {}
	/** @return string */
	public function title() {}
	/** @return bool */
	public function is_true( string $name ) {}
	/** @return string */
	public function message( string $status, bool $filter = true ) {}
	/** @return string */
	public function form_html() {}
	/** @return WPCF7_FormTag[] */
	public function scan_form_tags() {}
	/** @return array<string, mixed> */
	public function submit() {}
}

/** @return WPCF7_ContactForm|null */
function wpcf7_contact_form( int $post ) {}

class FrmForm {
	/** @return stdClass|null */
	public static function getOne( int $id ) {}
	/** @return bool */
	public static function is_visible_to_user( stdClass $form ) {}
	/** @return array<string, mixed> */
	public static function get_params( stdClass $form ) {}
}

class FrmField {
	/** @return stdClass[] */
	public static function get_all_for_form( int $form_id ) {}
}

class FrmSettings {
	/** @var string */
	public $failed_msg;
	/** @var string */
	public $success_msg;
}

class FrmAppHelper {
	/** @param array<string, mixed> $args */
	public static function get_settings( $args = [] ): FrmSettings {}
	/** @return bool */
	public static function pro_is_installed() {}
}

class FrmEntry {
	/**
	 * @param array<string, mixed> $values
	 * @return int|string|false
	 */
	public static function create( $values ) {}
}

class FrmEntryValidate {
	/**
	 * @param array<string, mixed> $values
	 * @return array<string, string>
	 */
	public static function validate( $values ) {}
}

class FrmFormsHelper {
	/** @param array<string, mixed> $atts */
	public static function get_success_message( $atts ): string {}
	/** @param array<string, mixed> $args */
	public static function get_invalid_error_message( $args ): string {}
}

class FrmOnSubmitHelper {
	/**
	 * @param int|string $form_id
	 * @return stdClass[]
	 */
	public static function get_actions( $form_id ) {}
	/** @param stdClass $action */
	public static function get_action_type( $action ): string {}
}
