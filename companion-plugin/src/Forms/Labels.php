<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

use DOMElement;
use DOMNode;
use DOMXPath;

defined( 'ABSPATH' ) || exit;

/**
 * Label of a field.
 *
 * Owners write labels in many ways; each field gets exactly one, because a field without a name cannot be filled in by those who
 * do not see it. No WordPress call is made here.
 *
 * phpcs:disable WordPress.NamingConventions.ValidVariableName -- Properties are PHP's.
 *
 * @phpstan-import-type Field from Definitions
 */
final class Labels {

	/** Nodes that may stand in a label. */
	private const INLINE = [ '#text', 'a', 'abbr', 'b', 'br', 'code', 'em', 'i', 'mark', 'small', 'span', 'strong', 'sub', 'sup', 'u' ];

	/** Kinds whose text is their label. */
	private const SPEAKING = [ 'acceptance', 'quiz', 'submit' ];

	/** Characters of a paragraph that may be a label: a longer one explains. */
	private const CAPTION = 120;

	private DOMXPath $path;
	private DOMElement $form;

	public function __construct( DOMXPath $path, DOMElement $form ) {
		$this->path = $path;
		$this->form = $form;
	}

	/**
	 * A field with its label and its hint.
	 *
	 * @param Field $field
	 * @param DOMElement $control The first of the field.
	 * @param DOMElement $mark In its place.
	 * @return Field
	 */
	public function of( array $field, DOMElement $control, DOMElement $mark ): array {
		$is_group = in_array( $field['kind'], [ 'checkbox', 'radio' ], true );
		$speaks   = in_array( $field['kind'], self::SPEAKING, true ) && ( 'submit' === $field['kind'] || '' !== (string) ( $field['text'] ?? '' ) );
		$hint     = $this->referred_by( $control, 'aria-describedby' );
		if ( '' !== $hint ) {
			$field['hint'] = $hint;
		}
		$label = $this->around( $mark );
		if ( $label && ! $is_group && ! $speaks ) {
			return $field;
		}
		if ( $label ) {
			// A label is for one control; the options have labels of their own.
			Mark::unwrap( $label );
		}
		if ( $speaks ) {
			return $field;
		}
		$said = $this->referred( $control->getAttribute( 'id' ), 'for' );
		if ( '' === $said && $is_group ) {
			$said = $this->referred_by( $control, 'aria-labelledby' );
		}
		if ( '' === $said && $this->before( $mark, ! $is_group, $said ) ) {
			return $field;
		}
		$own = $control->getAttribute( 'aria-label' );
		$own = '' === $own ? $control->getAttribute( 'title' ) : $own;
		foreach ( [ $said, $own, (string) ( $field['placeholder'] ?? '' ) ] as $text ) {
			if ( '' === $field['label'] ) {
				$field['label'] = Mark::line( $text );
			}
		}
		// One option says itself what it is.
		if ( '' !== $field['label'] || ( $is_group && 1 === count( (array) $field['options'] ) ) ) {
			return $field;
		}
		$field['label'] = $this->above( $mark );
		if ( '' === $field['label'] ) {
			$field['label'] = self::name( (string) $field['name'] );
			// WordPress's page shows none either.
			$field['labelHidden'] = true;
		}
		return $field;
	}

	/** The label around a mark. */
	private function around( DOMElement $mark ): ?DOMElement {
		for ( $node = $mark->parentNode; $node instanceof DOMElement && $node !== $this->form; $node = $node->parentNode ) {
			if ( 'label' === $node->nodeName ) {
				return $node;
			}
		}
		return null;
	}

	/**
	 * Text of the elements that an attribute refers to. They go: the text stands in the definition.
	 *
	 * @param string $ids Value of the attribute.
	 * @param string $attribute Attribute of the elements.
	 */
	private function referred( string $ids, string $attribute = 'id' ): string {
		$texts = [];
		foreach ( explode( ' ', Mark::line( $ids ) ) as $id ) {
			$found = preg_match( '/^[\w:.-]+$/D', $id ) ? $this->path->query( ".//*[@$attribute='$id']", $this->form ) : [];
			foreach ( Mark::nodes( $found ) as $node ) {
				$texts[] = Mark::line( Mark::text( $node ) );
				Mark::remove( $node );
			}
		}
		return trim( implode( ' ', $texts ) );
	}

	/**
	 * Text that an attribute of a control refers to, or one of what was around it: the mark has replaced that.
	 *
	 * @param string $attribute With ids.
	 */
	private function referred_by( DOMElement $control, string $attribute ): string {
		for ( $node = $control; $node instanceof DOMElement && $node !== $this->form; $node = $node->parentNode ) {
			if ( $node->hasAttribute( $attribute ) ) {
				return $this->referred( $node->getAttribute( $attribute ) );
			}
		}
		return '';
	}

	/**
	 * Takes the text before a mark as its label.
	 *
	 * @param bool $wrap Whether it becomes a label around the mark, as the owner laid it out; otherwise it goes.
	 * @param string $said Is set to the text where it goes.
	 * @return bool Whether there is a label around the mark now.
	 */
	private function before( DOMElement $mark, bool $wrap, string &$said ): bool {
		$nodes = [];
		$text  = '';
		$node  = $mark->previousSibling;
		while ( $node && in_array( $node->nodeName, self::INLINE, true ) && ! $this->has_mark( $node ) ) {
			array_unshift( $nodes, $node );
			$text = Mark::text( $node ) . $text;
			$node = $node->previousSibling;
		}
		if ( '' === Mark::line( $text ) || ! $mark->parentNode ) {
			return false;
		}
		// Lines between two fields stay between them.
		while ( '' === Mark::line( Mark::text( $nodes[0] ) ) ) {
			array_shift( $nodes );
		}
		if ( ! $wrap ) {
			array_map( [ Mark::class, 'remove' ], $nodes );
			$said = Mark::line( $text );
			return false;
		}
		$label = Mark::element( $mark, 'label' );
		$mark->parentNode->insertBefore( $label, $nodes[0] );
		foreach ( array_merge( $nodes, [ $mark ] ) as $node ) {
			$label->appendChild( $node );
		}
		return true;
	}

	/**
	 * Takes a short paragraph above a mark as its label, where the mark has a paragraph of its own: how editors caption a group.
	 *
	 * @return string Empty where there is none.
	 */
	private function above( DOMElement $mark ): string {
		$block = $mark;
		while ( $block->parentNode instanceof DOMElement && $block->parentNode !== $this->form && '' === Mark::line( Mark::text( $block->parentNode ) ) ) {
			if ( 1 < count( Mark::nodes( $this->path->query( '*', $block->parentNode ) ) ) ) {
				break;
			}
			$block = $block->parentNode;
		}
		$before = Mark::nodes( $this->path->query( 'preceding-sibling::node()[not(self::text()[not(normalize-space())])][1][self::p]', $block ) )[0] ?? null;
		$text   = $before && ! $this->has_mark( $before ) ? Mark::line( Mark::text( $before ) ) : '';
		if ( ! $before || '' === $text || mb_strlen( $text ) > self::CAPTION ) {
			return '';
		}
		Mark::remove( $before );
		return $text;
	}

	/** Whether there is a field in a node: a mark, or a control that becomes one. */
	private function has_mark( DOMNode $node ): bool {
		if ( Mark::is_one( $node ) ) {
			return true;
		}
		return $node instanceof DOMElement && [] !== Mark::nodes( $this->path->query( './/*[@' . Mark::ATTRIBUTE . '] | .//input | .//select | .//textarea | .//button', $node ) );
	}

	/** A name as a text: better than none. */
	private static function name( string $name ): string {
		return ucfirst( trim( (string) preg_replace( '/[^\p{L}\p{N}]+/u', ' ', $name ) ) );
	}
}
