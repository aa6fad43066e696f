<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

use DOMElement;
use DOMNode;
use DOMXPath;

defined( 'ABSPATH' ) || exit;

/**
 * Controls that are one field, and what holds them. No WordPress call is made here.
 *
 * phpcs:disable WordPress.NamingConventions.ValidVariableName -- Properties are PHP's.
 */
final class Groups {

	private DOMXPath $path;
	private DOMElement $form;

	/** XPath of elements that hold one field, seen from its controls. */
	private string $wrappers;

	public function __construct( DOMXPath $path, DOMElement $form, string $wrappers ) {
		$this->path     = $path;
		$this->form     = $form;
		$this->wrappers = $wrappers;
	}

	/**
	 * Controls of one name and type.
	 *
	 * @return DOMElement[]
	 */
	public function of( DOMElement $control ): array {
		$found = [];
		$name  = $control->getAttribute( 'name' );
		foreach ( $this->nodes( './/input' ) as $other ) {
			if ( $other instanceof DOMElement && $other->getAttribute( 'name' ) === $name && $other->getAttribute( 'type' ) === $control->getAttribute( 'type' ) ) {
				$found[] = $other;
			}
		}
		return $found;
	}

	/**
	 * The element that a mark replaces.
	 *
	 * @param DOMElement[] $group Controls of one field.
	 */
	public function around( array $group ): DOMElement {
		$wrapper = '' === $this->wrappers ? null : $this->nodes( '(' . $this->wrappers . ')[last()]', $group[0] )[0] ?? null;
		if ( $wrapper instanceof DOMElement && self::holds( $wrapper, $group ) ) {
			return $wrapper;
		}
		for ( $node = $group[0]->parentNode; $node instanceof DOMElement && $node !== $this->form; $node = $node->parentNode ) {
			$inside = $this->nodes( './/input | .//select | .//textarea | .//button | .//*[@' . Mark::ATTRIBUTE . ']', $node );
			if ( count( $inside ) > count( $group ) ) {
				break;
			}
			if ( self::holds( $node, $group ) && ( count( $group ) > 1 || ( 'label' === $node->nodeName && 'checkbox' === $group[0]->getAttribute( 'type' ) ) ) ) {
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
	public static function holds( DOMElement $around, array $group ): bool {
		foreach ( $group as $control ) {
			$node = $control;
			while ( $node && $node !== $around ) {
				$node = $node->parentNode;
			}
			if ( null === $node ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Nodes.
	 *
	 * @return DOMNode[]
	 */
	private function nodes( string $xpath, ?DOMElement $in = null ): array {
		return Mark::nodes( $this->path->query( $xpath, $in ?? $this->form ) );
	}
}
