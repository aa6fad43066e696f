<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

defined( 'ABSPATH' ) || exit;

/**
 * The overrides of a synced pattern that was opened.
 *
 * WordPress hands them to the blocks of the pattern as context, from the block that stands for it. Once the page builder has opened that block,
 * it is not rendered: its overrides are noted in the blocks that they are for, and given back as context.
 *
 * @phpstan-import-type Parsed from Sections
 */
final class PatternOverrides {

	/** In the metadata of a parsed block: attributes by name. */
	private const NOTED = 'companionOverrides';

	/** Name of the context. */
	private const CONTEXT = 'pattern/overrides';

	/**
	 * The blocks of a pattern with what its instance overrides.
	 *
	 * @param array<int, array<string, mixed>> $blocks Parsed.
	 * @param mixed $given Attribute `content` of the instance: attributes by the names of blocks.
	 * @return array<int, Parsed>
	 */
	public static function noted( array $blocks, $given ): array {
		/**
		 * From parse_blocks(), whose type does not say that blocks inside are like those outside.
		 *
		 * @var array<int, Parsed> $blocks
		 */
		if ( ! is_array( $given ) || ! $given ) {
			return $blocks;
		}
		foreach ( $blocks as $at => $block ) {
			$metadata = $block['attrs']['metadata'] ?? null;
			$name     = is_array( $metadata ) && is_string( $metadata['name'] ?? null ) ? $metadata['name'] : '';
			$values   = $given[ $name ] ?? null;
			// A pattern within has overrides of its own.
			if ( is_array( $metadata ) && is_array( $values ) && ! References::is_one( (string) $block['blockName'] ) ) {
				$block['attrs']['metadata'] = [ self::NOTED => $values['values'] ?? $values ] + $metadata;
			}
			if ( $block['innerBlocks'] ) {
				$block['innerBlocks'] = self::noted( $block['innerBlocks'], $given );
			}
			$blocks[ $at ] = $block;
		}
		return $blocks;
	}

	/**
	 * The context of a block that is about to be rendered.
	 *
	 * @param mixed $context By name.
	 * @param mixed $block Parsed.
	 * @return mixed
	 */
	public static function context( $context, $block = null ) {
		$metadata = is_array( $block ) ? $block['attrs']['metadata'] ?? null : null;
		if ( is_array( $context ) && is_array( $metadata ) && isset( $metadata[ self::NOTED ] ) ) {
			$context[ self::CONTEXT ] = [ $metadata['name'] ?? '' => $metadata[ self::NOTED ] ];
		}
		return $context;
	}
}
