<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

use DOMElement;
use WPCF7_ContactForm;
use WPCF7_FormTag;

defined( 'ABSPATH' ) || exit;

/**
 * Data of a Contact Form 7 form's tags beyond its HTML.
 */
final class ContactForm7Tags {

	/** Tags that the site can show, or that show nothing. */
	private const KNOWN = [ 'text', 'email', 'url', 'tel', 'number', 'range', 'date', 'textarea', 'select', 'checkbox', 'radio', 'acceptance', 'quiz', 'file', 'hidden', 'submit', 'response', 'count' ];

	/** Tags of services that want to see a browser. */
	private const CAPTCHAS = [ 'recaptcha', 'turnstile', 'captchac', 'captchar', 'hcaptcha', 'cf7-hcaptcha' ];

	/** Services of the plugin's own that do so without a tag. */
	private const SERVICES = [ 'WPCF7_RECAPTCHA', 'WPCF7_Turnstile' ];

	private WPCF7_ContactForm $form;

	/** @var array<string, WPCF7_FormTag> By name. */
	private array $tags = [];

	public function __construct( WPCF7_ContactForm $form ) {
		$this->form = $form;
		foreach ( $form->scan_form_tags() as $tag ) {
			if ( 'count' !== $tag->basetype && '' !== (string) $tag->name && ! isset( $this->tags[ $tag->name ] ) ) {
				$this->tags[ $tag->name ] = $tag;
			}
		}
	}

	/**
	 * Looks whether the form can be sent from the site.
	 *
	 * @throws Unsupported Where it cannot.
	 */
	public function check(): void {
		foreach ( self::SERVICES as $service ) {
			if ( class_exists( $service ) && $service::get_instance()->is_active() ) {
				throw new Unsupported( Unsupported::CAPTCHA );
			}
		}
		foreach ( $this->form->scan_form_tags() as $tag ) {
			if ( in_array( $tag->basetype, self::CAPTCHAS, true ) ) {
				throw new Unsupported( Unsupported::CAPTCHA );
			}
			if ( 'stripe' === $tag->basetype ) {
				throw new Unsupported( Unsupported::PAYMENT );
			}
			if ( ! in_array( $tag->basetype, self::KNOWN, true ) ) {
				throw new Unsupported( Unsupported::FIELD, (string) $tag->basetype );
			}
		}
	}

	/**
	 * Differences from the HTML.
	 *
	 * @param string $name Name of a control.
	 * @return array<string, mixed>
	 */
	public function describe( string $name, DOMElement $control ): array {
		$tag = $this->tags[ (string) preg_replace( '/\[\]$/', '', $name ) ] ?? null;
		if ( null === $tag ) {
			return [];
		}
		switch ( $tag->basetype ) {
			case 'checkbox':
			case 'radio':
				return self::choice( $tag );
			case 'acceptance':
				return self::acceptance( $tag, $control );
			case 'quiz':
				$label = $control->parentNode; // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- PHP's.
				return [
					'kind'     => 'quiz',
					'required' => true,
					'text'     => $label ? Mark::line( Mark::text( $label ) ) : '',
				];
			case 'file':
				return [ 'maxBytes' => (int) min( $tag->get_limit_option(), wp_max_upload_size() ) ];
			case 'date':
				return self::fixed( $tag ) + $this->text( $tag );
			default:
				return $this->text( $tag );
		}
	}

	/**
	 * Dates that go by today are left out: a page is kept for long, and WordPress checks them when the form is sent.
	 *
	 * @return array<string, null>
	 */
	private static function fixed( WPCF7_FormTag $tag ): array {
		$written = [
			'min'   => implode( (array) $tag->get_option( 'min' ) ),
			'max'   => implode( (array) $tag->get_option( 'max' ) ),
			'value' => (string) ( $tag->values[0] ?? '' ),
		];
		return array_map(
			static function () {
				return null;
			},
			array_diff( $written, (array) preg_grep( '/^(?:\d{4}-\d{2}-\d{2})?$/D', $written ) )
		);
	}

	/**
	 * Name of a field as the definition has it.
	 *
	 * @param string $name Name of a tag.
	 */
	public function name_in_browser( string $name ): string {
		$tag     = $this->tags[ $name ] ?? null;
		$is_list = $tag && ( ( 'checkbox' === $tag->basetype && ! $tag->has_option( 'exclusive' ) ) || ( 'select' === $tag->basetype && $tag->has_option( 'multiple' ) ) );
		return $is_list ? $name . '[]' : $name;
	}

	/**
	 * Consents that are missing in what was sent.
	 *
	 * @param callable(string): bool $is_given
	 * @return string[] Names.
	 */
	public function missing_consents( callable $is_given ): array {
		$missing = [];
		foreach ( $this->tags as $name => $tag ) {
			if ( 'acceptance' === $tag->basetype && ! $tag->has_option( 'optional' ) && $is_given( $name ) === $tag->has_option( 'invert' ) ) {
				$missing[] = $name;
			}
		}
		return $missing;
	}

	/**
	 * Ticks the last box of a choice where a text was written beside it: the plugin's own script lets nobody write without. Where only one may be
	 * chosen, the visitor's choice counts, and the text beside another is left out.
	 */
	public function tick_boxes_of_texts(): void {
		// phpcs:disable WordPress.Security.NonceVerification, WordPress.Security.ValidatedSanitizedInput -- The signature was checked; the plugin sanitises.
		foreach ( $this->tags as $name => $tag ) {
			$values = (array) $tag->values;
			$last   = (string) end( $values );
			$given  = (array) ( $_POST[ $name ] ?? [] );
			if ( ! $tag->has_option( 'free_text' ) || '' === trim( (string) ( $_POST[ "_wpcf7_free_text_$name" ] ?? '' ) ) || in_array( $last, wp_unslash( $given ), true ) ) {
				continue;
			}
			$is_list = $this->name_in_browser( $name ) !== $name;
			if ( ! $is_list && '' !== implode( '', array_filter( $given, 'is_string' ) ) ) {
				$_POST[ "_wpcf7_free_text_$name" ] = '';
				continue;
			}
			$_POST[ $name ] = $is_list ? array_merge( $given, [ wp_slash( $last ) ] ) : wp_slash( $last );
		}
		// phpcs:enable
	}

	/** @return array<string, mixed> */
	private static function choice( WPCF7_FormTag $tag ): array {
		$says = [ 'required' => 'radio' === $tag->basetype || $tag->is_required() ];
		foreach ( [
			'exclusive'   => 'exclusive',
			'label_first' => 'labelFirst',
		] as $option => $name ) {
			if ( $tag->has_option( $option ) ) {
				$says[ $name ] = true;
			}
		}
		return $says;
	}

	/** @return array<string, mixed> */
	private static function acceptance( WPCF7_FormTag $tag, DOMElement $control ): array {
		$text = '';
		foreach ( $control->parentNode instanceof DOMElement ? $control->parentNode->getElementsByTagName( 'span' ) : [] as $span ) { // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- PHP's.
			$text = 'wpcf7-list-item-label' === $span->getAttribute( 'class' ) ? trim( Mark::html( $span ) ) : $text;
		}
		$says = [
			'kind'     => 'acceptance',
			'required' => ! $tag->has_option( 'optional' ),
			'value'    => '1',
			'text'     => $text,
			'options'  => null,
			'useLabel' => null,
		];
		return $tag->has_option( 'invert' ) ? $says + [ 'inverted' => true ] : $says;
	}

	/**
	 * A field of the page that is the default. WordPress's own page has it in the loop only.
	 *
	 * @return array<string, mixed>
	 */
	private function text( WPCF7_FormTag $tag ): array {
		$page = (int) get_the_ID();
		if ( $page && in_array( 'post_meta', (array) $tag->get_option( 'default' ), true ) ) {
			$value = get_post_meta( $page, $tag->name, true );
			if ( is_scalar( $value ) && '' !== (string) $value ) {
				return [ 'value' => (string) $value ];
			}
		}
		return [];
	}
}
