<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

use DOMDocument;
use DOMElement;
use DOMNode;
use DOMXPath;
use SplObjectStorage;

defined( 'ABSPATH' ) || exit;

/**
 * From the HTML of a form to its definition.
 *
 * Reads a form as a browser does: its controls become fields, and marks stand in their places. Its plugin's adapter adds the rest (which checkbox
 * is a consent, how large a file may be), which HTML does not say. No WordPress call is made here.
 *
 * @phpstan-import-type Field from Definitions
 * @phpstan-type Describe callable(string, DOMElement): (array<string, mixed>|null)
 */
final class FormHtml {

	/** Nodes that a browser runs, and nobody reads. */
	private const NEVER = './/script | .//style | .//noscript | .//template | .//comment()';

	/** Where services of captchas put themselves, whichever plugin calls them; so do names of their fields. */
	private const CAPTCHA = './/*[@data-sitekey or contains(@class, "captcha") or contains(@class, "turnstile")] | .//altcha-widget';

	private DOMXPath $path;
	private DOMElement $form;

	/** @var callable(string, DOMElement): (array<string, mixed>|null) */
	private $describe;

	private Groups $groups;

	/** @var SplObjectStorage<DOMElement, mixed> Controls that were read with another one. Their parents are gone, and PHP has freed them. */
	private SplObjectStorage $done;

	/** @var list<Field> */
	private array $fields = [];

	/** @var array<string, string> */
	private array $hidden = [];

	/**
	 * Reads a form.
	 *
	 * @param string $html With one form in it.
	 * @param string[] $wrappers Classes of elements around the controls of one field, whose other HTML is left out.
	 * @param string[] $without Classes of elements that the site does not show: messages, counters.
	 * @param Describe $describe Gets the name of a control and its element; gives what is different from the HTML, null to leave it out.
	 * @return array{html: string, fields: list<Field>, hidden: array<string, string>}
	 * @throws Unsupported Where it has a captcha, or a control that the site does not know.
	 */
	public static function read( string $html, array $wrappers, array $without, callable $describe ): array {
		if ( ! class_exists( DOMDocument::class ) ) {
			throw new Unsupported( Unsupported::DOM );
		}
		$reader = new self( $html, $wrappers, $describe );
		return $reader->all( self::with_class( $without ) );
	}

	/**
	 * Parses it.
	 *
	 * @param string[] $wrappers
	 * @param Describe $describe
	 * @throws Unsupported Where there is no form.
	 */
	private function __construct( string $html, array $wrappers, callable $describe ) {
		$document = new DOMDocument();
		$quiet    = libxml_use_internal_errors( true );
		// The declaration says which letters these are.
		$document->loadHTML( '<?xml encoding="utf-8"?><div>' . $html . '</div>', LIBXML_NONET );
		libxml_clear_errors();
		libxml_use_internal_errors( $quiet );
		$this->path     = new DOMXPath( $document );
		$this->done     = new SplObjectStorage();
		$this->describe = $describe;
		$form           = Mark::nodes( $this->path->query( '//form' ) )[0] ?? null;
		if ( ! $form instanceof DOMElement ) {
			throw new Unsupported( Unsupported::BROKEN, 'There is no form in the HTML.' );
		}
		$this->form   = $form;
		$this->groups = new Groups( $this->path, $form, self::with_class( $wrappers, 'ancestor::' ) );
	}

	/**
	 * The whole form.
	 *
	 * @param string $without XPath.
	 * @return array{html: string, fields: list<Field>, hidden: array<string, string>}
	 * @throws Unsupported Where it has a captcha, or what the site does not know.
	 */
	private function all( string $without ): array {
		if ( $this->nodes( self::CAPTCHA ) ) {
			throw new Unsupported( Unsupported::CAPTCHA );
		}
		$this->remove( self::NEVER );
		foreach ( $this->nodes( './/input | .//select | .//textarea | .//button' ) as $control ) {
			if ( $control instanceof DOMElement && ! $this->done->contains( $control ) ) {
				$this->control( $control );
			}
		}
		$this->remove( $without );
		$this->remove( './/*[self::div or self::p or self::fieldset or self::span][not(node()[not(self::text()) or normalize-space()])][not(@' . Mark::ATTRIBUTE . ')]' );
		return [
			'html'   => self::tidy( Mark::html( $this->form ) ),
			'fields' => $this->fields,
			'hidden' => $this->hidden,
		];
	}

	/**
	 * Reads one control, and those that belong to it.
	 *
	 * @throws Unsupported Where the site does not know it.
	 */
	private function control( DOMElement $control ): void {
		$name = $control->getAttribute( 'name' );
		$kind = Controls::kind( $control );
		if ( preg_match( '/captcha|turnstile/i', $name ) ) {
			throw new Unsupported( Unsupported::CAPTCHA, $name );
		}
		if ( 'hidden' === $kind ) {
			$this->hide( $control );
			return;
		}
		$says = 'submit' === $kind ? [] : ( '' === $name || $control->hasAttribute( 'disabled' ) ? null : ( $this->describe )( $name, $control ) );
		if ( '' === $kind || null === $says ) {
			Mark::remove( $control );
			return;
		}
		$group  = in_array( $kind, [ 'checkbox', 'radio' ], true ) ? $this->groups->of( $control ) : [ $control ];
		$around = $this->groups->around( $group );
		$field  = Controls::field( $kind, $group, $around );
		foreach ( $group as $other ) {
			$this->done->attach( $other );
		}
		foreach ( $this->nodes( './/input', $around ) as $other ) {
			if ( ! $other instanceof DOMElement ) {
				continue;
			}
			if ( 'hidden' === Controls::kind( $other ) ) {
				$this->hide( $other );
			} elseif ( ! in_array( $other, $group, true ) ) {
				$field['freeText'] = $other->getAttribute( 'name' );
			}
			$this->done->attach( $other );
		}
		// Null values are dropped.
		$field = array_filter(
			$says + $field,
			static function ( $value ): bool {
				return null !== $value;
			}
		);
		$mark  = Mark::put( $around, count( $this->fields ) );
		$field = ( new Labels( $this->path, $this->form ) )->of( $field, $group[0], $mark );
		// A control that its plugin has left outside of its wrapper.
		foreach ( $group as $left ) {
			if ( Groups::holds( $this->form, [ $left ] ) ) {
				Mark::remove( $left );
			}
		}
		$this->fields[] = $field;
	}

	/** Keeps a value that is sent back. */
	private function hide( DOMElement $control ): void {
		$name = $control->getAttribute( 'name' );
		if ( '' !== $name && ! $control->hasAttribute( 'disabled' ) && null !== ( $this->describe )( $name, $control ) ) {
			$this->hidden[ $name ] = $control->getAttribute( 'value' );
		}
		Mark::remove( $control );
	}

	/** HTML without the empty lines that controls have left. */
	private static function tidy( string $html ): string {
		return trim( false === stripos( $html, '<pre' ) ? (string) preg_replace( '/[ \t]*\n\s*/', "\n", $html ) : $html );
	}

	/** Removes elements. */
	private function remove( string $xpath ): void {
		foreach ( '' === $xpath ? [] : $this->nodes( $xpath ) as $node ) {
			Mark::remove( $node );
		}
	}

	/**
	 * Nodes, as a list that stays while they are moved.
	 *
	 * @return DOMNode[]
	 */
	private function nodes( string $xpath, ?DOMElement $in = null ): array {
		return Mark::nodes( $this->path->query( $xpath, $in ?? $this->form ) );
	}

	/**
	 * XPath of elements with one of some classes.
	 *
	 * @param string[] $classes
	 * @param string $axis Where they are.
	 */
	private static function with_class( array $classes, string $axis = './/' ): string {
		$paths = [];
		foreach ( $classes as $name ) {
			$paths[] = $axis . "*[contains(concat(' ', normalize-space(@class), ' '), ' $name ')]";
		}
		return implode( ' | ', $paths );
	}
}
