<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * The sections of a page.
 *
 * Reads a page for GraphQL: sections of the main column and of the sidebar, each with the name of its type and the values of
 * its fields.
 *
 * @phpstan-import-type Parsed from Sections
 * @phpstan-import-type Block from Manifest
 * @phpstan-import-type Field from Manifest
 */
final class Content {

	/** Name of the section that holds all but blocks of the page builder. */
	private const RUN = 'ContentSection';

	private Manifest $manifest;
	private Values $values;

	public function __construct( Manifest $manifest ) {
		$this->manifest = $manifest;
		$this->values   = new Values( $manifest );
	}

	/**
	 * All sections.
	 *
	 * @param WP_Post $page A page, or a revision of one.
	 * @return array{flexibleContent: array<int, array<string, mixed>>, sidebarBlocks: array<int, array<string, mixed>>}
	 *   Each with `__typename`. The main column is empty where the page has no block of ours and no row of ACF.
	 */
	public function of( WP_Post $page ): array {
		$parsed = Parser::read( $page->post_content );
		$sorted = ( new Sections( $this->manifest, [ new Sources(), 'of' ] ) )->of( $parsed['blocks'] );
		$parts  = [];
		$given  = [];
		foreach ( $sorted['sections'] as $section ) {
			$parts[] = null === $section['block'] ? $section['run'] : Rendering::inside( $section['block'] );
			$given[] = $section['block'];
		}
		foreach ( $sorted['sidebar'] as $block ) {
			$parts[] = Rendering::inside( $block );
			$given[] = $block;
		}
		$this->values->read_pictures( $this->pictures( array_filter( $given ) ) );
		$html = Rendering::of( $parts, $page );
		$main = [];
		foreach ( $sorted['sections'] as $section ) {
			$inner  = (string) array_shift( $html );
			$main[] = null === $section['block'] ? $this->run( $inner ) : $this->section( $section['block'], $inner );
		}
		$beside = [];
		foreach ( $sorted['sidebar'] as $block ) {
			$beside[] = $this->section( $block, (string) array_shift( $html ) );
		}
		if ( '' !== $parsed['rest'] ) {
			$main = $this->with_rest( $main, $parsed['rest'], $page->post_content );
		}
		$main = array_values( array_filter( $main ) );
		return [
			'flexibleContent' => $main ? $main : $this->rows( 'flexibleContent', $page ),
			'sidebarBlocks'   => $beside ? array_values( array_filter( $beside ) ) : $this->rows( 'sidebarBlocks', $page ),
		];
	}

	/**
	 * Sections with what was too much to be parsed, as it is, except for what is not safe.
	 *
	 * @param array<int, array<string, mixed>|null> $sections Sections of the parsed content.
	 * @param string $rest The content that was not parsed.
	 * @param string $content All of it.
	 * @return array<int, array<string, mixed>|null>
	 */
	private function with_rest( array $sections, string $rest, string $content ): array {
		if ( $sections ) {
			$sections[] = $this->run( Rendering::cleaned( $rest ) );
			return $sections;
		}
		foreach ( array_keys( $this->manifest->of_union( 'flexibleContent' ) ) as $name ) {
			if ( false !== strpos( $rest, "<!-- wp:$name " ) ) {
				return [ $this->run( Rendering::cleaned( $content ) ) ];
			}
		}
		return [];
	}

	/**
	 * The pictures of some blocks.
	 *
	 * @param array<int, Parsed> $blocks Blocks of the page builder.
	 * @return int[]
	 */
	private function pictures( array $blocks ): array {
		$ids = [];
		foreach ( $blocks as $block ) {
			$known = $this->manifest->blocks()[ (string) $block['blockName'] ] ?? null;
			$ids[] = null === $known ? [] : Pictures::of( $known['fields'], $block['attrs'] );
		}
		return array_merge( [], ...$ids );
	}

	/**
	 * A block of the page builder.
	 *
	 * @param Parsed $block
	 * @param string $inner HTML of the blocks inside.
	 * @return array<string, mixed>|null
	 */
	private function section( array $block, string $inner ): ?array {
		$known = $this->manifest->blocks()[ (string) $block['blockName'] ] ?? null;
		if ( null === $known ) {
			return null;
		}
		$given = self::with_shortcodes( $known['fields'], (array) $block['attrs'] );
		return [ '__typename' => $this->manifest->type_name( $known ) ] + $this->values->of( $known['fields'], $given, $inner );
	}

	/**
	 * Attributes whose rich texts have their shortcodes done, as WordPress does those of a whole content. A form may be among them.
	 *
	 * @param array<string, Field> $fields Fields of the manifest.
	 * @param array<string, mixed> $given Stored values.
	 * @return array<string, mixed>
	 */
	private static function with_shortcodes( array $fields, array $given ): array {
		foreach ( $fields as $name => $field ) {
			$value = $given[ $name ] ?? null;
			if ( 'html' === $field['kind'] && is_string( $value ) && false !== strpos( $value, '[' ) ) {
				$given[ $name ] = do_shortcode( $value );
			} elseif ( 'list' === $field['kind'] && is_array( $value ) && is_array( $field['item'] ?? null ) ) {
				/**
				 * The manifest checks fields in lists, too.
				 *
				 * @var array<string, Field> $inside
				 */
				$inside = $field['item']['fields'];
				foreach ( $value as $place => $item ) {
					$value[ $place ] = is_array( $item ) ? self::with_shortcodes( $inside, $item ) : $item;
				}
				$given[ $name ] = $value;
			}
		}
		return $given;
	}

	/**
	 * A run of other blocks.
	 *
	 * @param string $html Rendered.
	 * @return array<string, mixed>|null Null where nothing is to be seen.
	 */
	private function run( string $html ): ?array {
		$known = $this->manifest->named( self::RUN, 'flexibleContent' );
		if ( null === $known || Values::is_blank( $html ) ) {
			return null;
		}
		return [ '__typename' => $this->manifest->type_name( $known ) ] + $this->values->of( $known['fields'], [], $html );
	}

	/**
	 * Rows of ACF as sections.
	 *
	 * @param string $union Union of the manifest.
	 * @param WP_Post $page Whose.
	 * @return array<int, array<string, mixed>>
	 */
	private function rows( string $union, WP_Post $page ): array {
		$sections = [];
		$rows     = AcfRows::of( $this->manifest, $union, $page );
		$ids      = [];
		foreach ( $rows as $row ) {
			$ids[] = Pictures::of( $row['block']['fields'], $row['given'] );
		}
		$this->values->read_pictures( array_merge( [], ...$ids ) );
		foreach ( $rows as $row ) {
			$sections[] = [ '__typename' => $this->manifest->type_name( $row['block'] ) ] + $this->values->of( $row['block']['fields'], $row['given'] );
		}
		return $sections;
	}
}
