<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Page-builder rows of Advanced Custom Fields.
 *
 * Reads flexible-content fields of ACF Pro, as older headless sites have them: field `flexibleContent` or `flexible_content`,
 * layouts and fields in any of the two spellings.
 *
 * @phpstan-import-type Block from Manifest
 */
final class AcfRows {

	/**
	 * The rows of one list.
	 *
	 * @param string $union `flexibleContent` or `sidebarBlocks`.
	 * @param WP_Post $page Whose.
	 * @return array<int, array{block: Block, given: array<string, mixed>}> Empty without ACF Pro, or without rows.
	 */
	public static function of( Manifest $manifest, string $union, WP_Post $page ): array {
		if ( ! function_exists( 'get_field' ) ) {
			return [];
		}
		$layouts = [];
		foreach ( $manifest->of_union( $union ) as $block ) {
			foreach ( array_merge( [ $block['name'] ], $block['aliases'] ?? [] ) as $name ) {
				$layouts[ self::key( $name ) ] = $block;
			}
		}
		foreach ( [ $union, strtolower( (string) preg_replace( '/[A-Z]/', '_$0', $union ) ) ] as $field ) {
			$rows  = get_field( $field, $page->ID );
			$found = [];
			foreach ( is_array( $rows ) ? $rows : [] as $row ) {
				$layout = is_array( $row ) ? $row['acf_fc_layout'] ?? '' : '';
				$block  = is_string( $layout ) ? $layouts[ self::key( $layout ) ] ?? null : null;
				if ( null !== $block && is_array( $row ) ) {
					$found[] = [
						'block' => $block,
						'given' => self::fields( $block['fields'], $row ),
					];
				}
			}
			if ( $found ) {
				return $found;
			}
		}
		return [];
	}

	/**
	 * Values by the manifest's names.
	 *
	 * @param array<string, array<string, mixed>> $fields Fields of the manifest.
	 * @param array<int|string, mixed> $row
	 * @return array<string, mixed>
	 */
	private static function fields( array $fields, array $row ): array {
		$by_key = [];
		foreach ( $row as $name => $value ) {
			$by_key[ self::key( (string) $name ) ] = $value;
		}
		$given = [];
		foreach ( $fields as $name => $field ) {
			$value = $by_key[ self::key( $name ) ] ?? null;
			$item  = $field['item'] ?? null;
			if ( 'list' === $field['kind'] && is_array( $value ) ) {
				$value = array_map(
					static function ( $entry ) use ( $item ) {
						if ( ! is_array( $entry ) ) {
							return $entry;
						}
						// A repeater of lines has rows with one field.
						return is_array( $item ) ? self::fields( $item['fields'], $entry ) : reset( $entry );
					},
					array_values( $value )
				);
			}
			$given[ $name ] = $value;
		}
		return $given;
	}

	/**
	 * A name in no spelling: `cta_simple`, `CtaSimple` and `CTASimple` are one.
	 *
	 * @param string $name Name of a layout or field.
	 */
	private static function key( string $name ): string {
		return strtolower( str_replace( [ '_', '-' ], '', $name ) );
	}
}
