<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

use DOMElement;
use DOMNode;
use DOMNodeList;

defined( 'ABSPATH' ) || exit;

/**
 * Marks in the HTML of a form, and the few things that are done with elements. No WordPress call is made here.
 *
 * phpcs:disable WordPress.NamingConventions.ValidVariableName -- Properties are PHP's.
 */
final class Mark {

	/** Its value is the place of a field in the list, from 0. `src/runtime/forms` knows it, too. */
	public const ATTRIBUTE = 'data-companion-field';

	/**
	 * Puts a mark in the place of an element.
	 *
	 * @param int $place Place of the field.
	 */
	public static function put( DOMElement $element, int $place ): DOMElement {
		$mark = self::element( $element, 'span' );
		$mark->setAttribute( self::ATTRIBUTE, (string) $place );
		if ( $element->parentNode ) {
			$element->parentNode->replaceChild( $mark, $element );
		}
		return $mark;
	}

	/** Whether a node is a mark. */
	public static function is_one( DOMNode $node ): bool {
		return $node instanceof DOMElement && $node->hasAttribute( self::ATTRIBUTE );
	}

	/**
	 * The result of an XPath, as a list that stays while nodes are moved.
	 *
	 * @param mixed $found Result of DOMXPath.
	 * @return list<DOMNode>
	 */
	public static function nodes( $found ): array {
		$nodes = [];
		foreach ( $found instanceof DOMNodeList ? $found : [] as $node ) {
			if ( $node instanceof DOMNode ) {
				$nodes[] = $node;
			}
		}
		return $nodes;
	}

	/** A new element in the same document. */
	public static function element( DOMElement $beside, string $name ): DOMElement {
		$element = $beside->ownerDocument ? $beside->ownerDocument->createElement( $name ) : false;
		return $element ? $element : new DOMElement( $name );
	}

	/** Takes a node out. */
	public static function remove( DOMNode $node ): void {
		if ( $node->parentNode ) {
			$node->parentNode->removeChild( $node );
		}
	}

	/** Takes an element out, and leaves what is in it. */
	public static function unwrap( DOMElement $element ): void {
		while ( $element->firstChild && $element->parentNode ) {
			$element->parentNode->insertBefore( $element->firstChild, $element );
		}
		self::remove( $element );
	}

	/** The content of an element, as HTML. */
	public static function html( DOMElement $element ): string {
		$html = '';
		foreach ( $element->childNodes as $node ) {
			$html .= $element->ownerDocument ? $element->ownerDocument->saveHTML( $node ) : '';
		}
		return $html;
	}

	/** The text that somebody reads of a node, without what screen readers are not to read: an asterisk. */
	public static function text( DOMNode $node ): string {
		if ( $node instanceof DOMElement && 'true' === $node->getAttribute( 'aria-hidden' ) ) {
			return '';
		}
		if ( ! $node instanceof DOMElement ) {
			return (string) $node->textContent;
		}
		$text = 'br' === $node->nodeName ? ' ' : '';
		foreach ( $node->childNodes as $child ) {
			$text .= self::text( $child );
		}
		return $text;
	}

	/** A text in one line. */
	public static function line( string $text ): string {
		return trim( (string) preg_replace( '/[\s\x{a0}]+/u', ' ', $text ) );
	}
}
