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
 * Reads a form as a browser does: its controls become fields, and marks stand in their places. What HTML does not say (which checkbox
 * is a consent, how large a file may be) its plugin's adapter adds. No WordPress call is made here.
 *
 * @phpstan-import-type Field from Definitions
 * @phpstan-type Describe callable(string, DOMElement): (array<string, mixed>|null)
 */
final class FormHtml {

	/** What a browser runs, and nobody reads. */
	private const NEVER = './/script | .//style | .//noscript | .//template | .//comment()';

	private DOMXPath $path;
	private DOMElement $form;

	/** @var callable(string, DOMElement): (array<string, mixed>|null) */
	private $describe;

	/** Classes of elements that hold one field. */
	private string $wrappers;

	/** @var SplObjectStorage<DOMElement, mixed> Controls that were read with another one. What they stood in is gone, and PHP has freed it. */
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
	 * @throws Unsupported Where it has a control that the site does not know.
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
		$this->wrappers = self::with_class( $wrappers, 'ancestor::' );
		$this->describe = $describe;
		$form           = Mark::nodes( $this->path->query( '//form' ) )[0] ?? null;
		if ( ! $form instanceof DOMElement ) {
			throw new Unsupported( Unsupported::BROKEN, 'There is no form in the HTML.' );
		}
		$this->form = $form;
	}

	/**
	 * The whole form.
	 *
	 * @param string $without XPath.
	 * @return array{html: string, fields: list<Field>, hidden: array<string, string>}
	 */
	private function all( string $without ): array {
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
		if ( 'hidden' === $kind ) {
			$this->hide( $control );
			return;
		}
		$says = 'submit' === $kind ? [] : ( '' === $name || $control->hasAttribute( 'disabled' ) ? null : ( $this->describe )( $name, $control ) );
		if ( '' === $kind || null === $says ) {
			Mark::remove( $control );
			return;
		}
		$group  = in_array( $kind, [ 'checkbox', 'radio' ], true ) ? $this->group( $control, $name ) : [ $control ];
		$around = $this->around( $group );
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
		// What was said to be nothing goes.
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
			if ( $this->holds( $this->form, [ $left ] ) ) {
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

	/**
	 * Controls of one name and type.
	 *
	 * @return DOMElement[]
	 */
	private function group( DOMElement $control, string $name ): array {
		$found = [];
		foreach ( $this->nodes( './/input' ) as $other ) {
			if ( $other instanceof DOMElement && $other->getAttribute( 'name' ) === $name && $other->getAttribute( 'type' ) === $control->getAttribute( 'type' ) ) {
				$found[] = $other;
			}
		}
		return $found;
	}

	/**
	 * What a mark takes the place of.
	 *
	 * @param DOMElement[] $group Controls of one field.
	 */
	private function around( array $group ): DOMElement {
		$wrapper = '' === $this->wrappers ? null : $this->nodes( '(' . $this->wrappers . ')[last()]', $group[0] )[0] ?? null;
		if ( $wrapper instanceof DOMElement && $this->holds( $wrapper, $group ) ) {
			return $wrapper;
		}
		for ( $node = $group[0]->parentNode; $node instanceof DOMElement && $node !== $this->form; $node = $node->parentNode ) { // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- Of PHP.
			$inside = $this->nodes( './/input | .//select | .//textarea | .//button | .//*[@' . Mark::ATTRIBUTE . ']', $node );
			if ( count( $inside ) > count( $group ) ) {
				break;
			}
			if ( $this->holds( $node, $group ) && ( count( $group ) > 1 || ( 'label' === $node->nodeName && 'checkbox' === $group[0]->getAttribute( 'type' ) ) ) ) { // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- Of PHP.
				return $node;
			}
		}
		return $group[0];
	}

	/**
	 * Whether an element holds all of some.
	 *
	 * @param DOMElement[] $group
	 */
	private function holds( DOMElement $around, array $group ): bool {
		foreach ( $group as $control ) {
			$node = $control;
			while ( $node && $node !== $around ) {
				$node = $node->parentNode; // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- Of PHP.
			}
			if ( null === $node ) {
				return false;
			}
		}
		return true;
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
