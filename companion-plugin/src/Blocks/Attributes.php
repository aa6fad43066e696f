<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

use DOMDocument;
use DOMElement;
use DOMXPath;
use WP_Block;

defined( 'ABSPATH' ) || exit;

/**
 * Attributes of a block, all of them.
 *
 * PHP knows those that stand in the comment around a block, and defaults. Only the editor reads the attributes that a block keeps
 * in its HTML (`source`); this does the same for texts, HTML and attributes of elements.
 */
final class Attributes {

	/**
	 * By name.
	 *
	 * @return array<string, mixed>
	 */
	public static function of( WP_Block $block ): array {
		$attributes = (array) $block->attributes;
		$sourced    = [];
		foreach ( (array) ( $block->block_type->attributes ?? [] ) as $name => $schema ) {
			if ( is_array( $schema ) && in_array( $schema['source'] ?? '', [ 'attribute', 'html', 'rich-text', 'text' ], true ) ) {
				$sourced[ $name ] = $schema;
			}
		}
		$xpath = $sourced ? self::parse( (string) ( $block->parsed_block['innerHTML'] ?? '' ) ) : null;
		if ( null === $xpath ) {
			return $attributes;
		}
		foreach ( $sourced as $name => $schema ) {
			$value = self::read( $xpath, $schema );
			if ( null !== $value ) {
				$attributes[ $name ] = $value;
			}
		}
		return $attributes;
	}

	/**
	 * The HTML of a block, without the blocks inside.
	 *
	 * @param string $html Stored.
	 */
	private static function parse( string $html ): ?DOMXPath {
		if ( '' === trim( $html ) || ! class_exists( DOMDocument::class ) ) {
			return null;
		}
		$document = new DOMDocument();
		$before   = libxml_use_internal_errors( true );
		$is_read  = $document->loadHTML( '<?xml encoding="UTF-8"><body>' . $html . '</body>', LIBXML_NONET );
		libxml_clear_errors();
		libxml_use_internal_errors( $before );
		return $is_read ? new DOMXPath( $document ) : null;
	}

	/**
	 * One attribute.
	 *
	 * @param array<string, mixed> $schema Attribute schema of the block type.
	 * @return string|true|null Null where there is none.
	 */
	private static function read( DOMXPath $xpath, array $schema ) {
		$path  = self::path( (string) ( $schema['selector'] ?? '' ) );
		$nodes = null === $path ? false : $xpath->query( $path );
		$node  = $nodes ? $nodes->item( 0 ) : null;
		if ( ! $node instanceof DOMElement ) {
			return null;
		}
		if ( 'attribute' === $schema['source'] ) {
			$name = (string) ( $schema['attribute'] ?? '' );
			if ( ! $node->hasAttribute( $name ) ) {
				return null;
			}
			return 'boolean' === ( $schema['type'] ?? '' ) ? true : $node->getAttribute( $name );
		}
		if ( 'text' === $schema['source'] ) {
			return $node->textContent; // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- PHP's.
		}
		$html = '';
		foreach ( $node->childNodes as $child ) { // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- PHP's.
			$html .= $xpath->document->saveHTML( $child );
		}
		return $html;
	}

	/**
	 * A selector as blocks write them: elements and classes, below each other, several with commas.
	 *
	 * @param string $selector CSS selector; empty for the block's own element.
	 * @return string|null XPath; null for what is beyond that.
	 */
	private static function path( string $selector ): ?string {
		if ( '' === trim( $selector ) ) {
			return '//body/*';
		}
		$paths = [];
		foreach ( explode( ',', $selector ) as $one ) {
			$path = '//body';
			foreach ( (array) preg_split( '/\s*>\s*|\s+/', trim( $one ) ) as $step ) {
				if ( ! is_string( $step ) || '' === $step || ! preg_match( '/^([a-z][a-z0-9]*)?((?:\.[\w-]+)*)$/i', $step, $found ) ) {
					return null;
				}
				$path .= '//' . ( '' === $found[1] ? '*' : strtolower( $found[1] ) );
				foreach ( array_filter( explode( '.', $found[2] ) ) as $class ) {
					$path .= "[contains(concat(' ', normalize-space(@class), ' '), ' $class ')]";
				}
			}
			$paths[] = $path;
		}
		return implode( ' | ', $paths );
	}
}
