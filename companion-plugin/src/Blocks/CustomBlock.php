<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

defined( 'ABSPATH' ) || exit;

/**
 * Blocks that an owner adds.
 *
 * Finds what is wrong with a block of the filter `companion_blocks`. A block with a mistake is not taken, and whoever wrote it
 * should not have to guess why. No WordPress call is made here; the texts are for developers and are not translated.
 *
 * @phpstan-import-type Block from Manifest
 */
final class CustomBlock {

	/** Patterns of a block's texts. */
	private const PATTERNS = [
		'block' => [ '#^[a-z][a-z0-9-]*/[a-z][a-z0-9-]*$#', 'a namespace and a name, as in acme/notice' ],
		'name'  => [ '/^[A-Z][A-Za-z0-9]*$/', 'letters and digits with a capital first, as in Notice' ],
		'title' => [ '/./', 'a text' ],
		'union' => [ '/^(flexibleContent|sidebarBlocks)$/', 'flexibleContent or sidebarBlocks' ],
	];

	/**
	 * The mistake in a block.
	 *
	 * @param mixed $block Anything.
	 * @param array<string, Block> $taken Blocks that there are, by name in the editor.
	 * @return string Empty for a block. Then it is one.
	 */
	public static function mistake( $block, array $taken ): string {
		if ( ! is_array( $block ) ) {
			return 'it is no array';
		}
		foreach ( self::PATTERNS as $key => list( $pattern, $meaning ) ) {
			if ( ! is_string( $block[ $key ] ?? null ) || ! preg_match( $pattern, $block[ $key ] ) ) {
				return "\"$key\" must be $meaning";
			}
		}
		if ( 0 === strpos( $block['block'], 'core/' ) ) {
			return 'blocks of that namespace are WordPress\'s own';
		}
		if ( isset( $taken[ $block['block'] ] ) || Manifest::SIDEBAR === $block['block'] ) {
			return 'there is a block of that name already';
		}
		foreach ( $taken as $other ) {
			// GraphQL's types are told apart without regard to capitals.
			if ( $other['union'] === $block['union'] && 0 === strcasecmp( $other['name'], $block['name'] ) ) {
				return sprintf( 'its name "%s" is taken by the block %s, whose name is "%s"; capitals make no difference', $block['name'], $other['block'], $other['name'] );
			}
		}
		return self::in_fields( $block['fields'] ?? null );
	}

	/**
	 * How a block is called in a notice.
	 *
	 * @param mixed $block Anything.
	 * @param int|string $at Where it stands in the list.
	 */
	public static function label( $block, $at ): string {
		$name = is_array( $block ) ? $block['block'] ?? $block['name'] ?? null : null;
		return is_string( $name ) && '' !== $name ? $name : "entry $at";
	}

	/**
	 * The mistake in the fields of a block.
	 *
	 * @param mixed $fields Anything.
	 */
	private static function in_fields( $fields ): string {
		if ( ! is_array( $fields ) || ! $fields ) {
			return '"fields" must be an array with one field at least';
		}
		$rich = 0;
		$rows = [];
		foreach ( $fields as $name => $field ) {
			$mistake = self::in_field( $name, $field );
			if ( '' !== $mistake ) {
				return $mistake;
			}
			$rich += 'html' === $field['kind'] ? 1 : 0;
			if ( is_array( $field['item'] ?? null ) ) {
				$row = strtolower( $field['item']['name'] );
				if ( isset( $rows[ $row ] ) ) {
					return "two lists have rows of the name \"{$field['item']['name']}\"";
				}
				$rows[ $row ] = true;
			}
		}
		return $rich > 1 ? 'it has more than one field of kind html: the blocks inside are its one rich text' : '';
	}

	/**
	 * The mistake in one field.
	 *
	 * @param int|string $name
	 * @param mixed $field Anything.
	 */
	private static function in_field( $name, $field ): string {
		if ( ! is_string( $name ) || ! preg_match( '/^[a-z][A-Za-z0-9]*$/', $name ) ) {
			return "the field name \"$name\" must be letters and digits with a small letter first";
		}
		$kind = is_array( $field ) ? $field['kind'] ?? null : null;
		if ( ! is_array( $field ) || ! in_array( $kind, Manifest::KINDS, true ) ) {
			return "field \"$name\": \"kind\" must be one of " . implode( ', ', Manifest::KINDS );
		}
		if ( 'enum' === $kind && ( ! is_array( $field['values'] ?? null ) || [] !== array_filter( $field['values'], 'is_array' ) ) ) {
			return "field \"$name\": \"values\" must be a list of texts";
		}
		return 'list' === $kind ? self::in_list( $name, $field['item'] ?? null ) : '';
	}

	/**
	 * The mistake in the entries of a list.
	 *
	 * @param mixed $item Anything.
	 */
	private static function in_list( string $name, $item ): string {
		if ( 'string' === $item ) {
			return '';
		}
		if ( ! is_array( $item ) || ! is_string( $item['name'] ?? null ) || ! preg_match( self::PATTERNS['name'][0], $item['name'] ) || ! is_array( $item['fields'] ?? null ) || ! $item['fields'] ) {
			return "field \"$name\": \"item\" must be \"string\", or a name (letters and digits with a capital first) and fields";
		}
		foreach ( $item['fields'] as $inner_name => $inner ) {
			$mistake = self::in_field( $inner_name, $inner );
			if ( '' !== $mistake ) {
				return "in the rows of \"$name\", $mistake";
			}
			// The editor has rich text in blocks, and lists of lists of lines only.
			if ( 'html' === $inner['kind'] || ( 'list' === $inner['kind'] && 'string' !== ( $inner['item'] ?? null ) ) ) {
				return "in the rows of \"$name\", field \"$inner_name\": rich text and lists of rows are not for rows";
			}
		}
		return '';
	}
}
