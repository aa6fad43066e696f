<?php
/**
 * The sections of a page.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Reads a page for GraphQL: sections of the main column and of the sidebar, each with the name of its type and the values of
 * its fields.
 *
 * @phpstan-import-type Parsed from Sections
 * @phpstan-import-type Block from Manifest
 */
final class Content {

	/** Name of the section that holds what is no block of the page builder. */
	private const RUN = 'ContentSection';

	/** Between two parts while WordPress renders them. Filters of the content leave comments alone. */
	private const MARK = '<!--companion-part-->';

	/** The manifest.
	 *
	 * @var Manifest
	 */
	private $manifest;

	/** Cleans values.
	 *
	 * @var Values
	 */
	private $values;

	/**
	 * Keeps what it needs.
	 *
	 * @param Manifest $manifest Of this WordPress.
	 */
	public function __construct( Manifest $manifest ) {
		$this->manifest = $manifest;
		$this->values   = new Values( $manifest );
	}

	/**
	 * All sections.
	 *
	 * @param WP_Post $page A page, or a revision of one.
	 * @return array{flexibleContent: array<int, array<string, mixed>>, sidebarBlocks: array<int, array<string, mixed>>}
	 *         Each with `__typename`. The main column is empty where the page has no block of ours and no row of ACF.
	 */
	public function of( WP_Post $page ): array {
		$sorted = ( new Sections( $this->manifest, [ self::class, 'reusable' ] ) )->of( self::parsed( $page->post_content ) );
		$parts  = [];
		foreach ( $sorted['sections'] as $section ) {
			$parts[] = null === $section['block'] ? $section['run'] : $section['block']['innerBlocks'];
		}
		foreach ( $sorted['sidebar'] as $block ) {
			$parts[] = $block['innerBlocks'];
		}
		$html = self::rendered( $parts, $page );
		$main = [];
		foreach ( $sorted['sections'] as $section ) {
			$inner  = (string) array_shift( $html );
			$main[] = null === $section['block'] ? $this->run( $inner ) : $this->section( $section['block'], $inner );
		}
		$beside = [];
		foreach ( $sorted['sidebar'] as $block ) {
			$beside[] = $this->section( $block, (string) array_shift( $html ) );
		}
		$main = array_values( array_filter( $main ) );
		return [
			'flexibleContent' => $main ? $main : $this->rows( 'flexibleContent', $page ),
			'sidebarBlocks'   => $beside ? array_values( array_filter( $beside ) ) : $this->rows( 'sidebarBlocks', $page ),
		];
	}

	/**
	 * The blocks of a reusable one.
	 *
	 * @param int $id Of the reusable block.
	 * @return array<int, Parsed> Empty where it is not published, or protected.
	 */
	public static function reusable( int $id ): array {
		$post = get_post( $id );
		return $post instanceof WP_Post && 'wp_block' === $post->post_type && 'publish' === $post->post_status && '' === $post->post_password ? self::parsed( $post->post_content ) : [];
	}

	/**
	 * Parses content.
	 *
	 * @param string $content Of a post.
	 * @return array<int, Parsed>
	 */
	private static function parsed( string $content ): array {
		/**
		 * WordPress's promise.
		 *
		 * @var array<int, Parsed> $blocks
		 */
		$blocks = parse_blocks( $content );
		return $blocks;
	}

	/**
	 * A block of the page builder.
	 *
	 * @param Parsed $block Parsed.
	 * @param string $inner HTML of the blocks inside.
	 * @return array<string, mixed>|null
	 */
	private function section( array $block, string $inner ): ?array {
		$known = $this->manifest->blocks()[ (string) $block['blockName'] ] ?? null;
		return null === $known ? null : [ '__typename' => $this->manifest->type_name( $known ) ] + $this->values->of( $known['fields'], $block['attrs'], $inner );
	}

	/**
	 * A run of other blocks.
	 *
	 * @param string $html Rendered.
	 * @return array<string, mixed>|null Null where nothing is to be seen.
	 */
	private function run( string $html ): ?array {
		$known = $this->manifest->named( self::RUN, 'flexibleContent' );
		if ( null === $known || '' === trim( $html ) ) {
			return null;
		}
		return [ '__typename' => $this->manifest->type_name( $known ) ] + $this->values->of( $known['fields'], [], $html );
	}

	/**
	 * Rows of ACF as sections.
	 *
	 * @param string  $union Of the manifest.
	 * @param WP_Post $page  Whose.
	 * @return array<int, array<string, mixed>>
	 */
	private function rows( string $union, WP_Post $page ): array {
		$sections = [];
		foreach ( AcfRows::of( $this->manifest, $union, $page ) as $row ) {
			$sections[] = [ '__typename' => $this->manifest->type_name( $row['block'] ) ] + $this->values->of( $row['block']['fields'], $row['given'] );
		}
		return $sections;
	}

	/**
	 * HTML of several parts. WordPress's filters of the content run once for all of them: a hundred times would take as long
	 * as the page itself, and what a plugin adds below a content would stand a hundred times on the page.
	 *
	 * @param array<int, array<int, array<string, mixed>>> $parts Parsed blocks.
	 * @param WP_Post                                      $page  Whose.
	 * @return string[] As many.
	 */
	private static function rendered( array $parts, WP_Post $page ): array {
		$texts = [];
		foreach ( $parts as $blocks ) {
			/**
			 * Of parse_blocks(), whose type does not say that blocks inside are like those outside.
			 *
			 * @var array<int, Parsed> $blocks
			 */
			$texts[] = serialize_blocks( $blocks );
		}
		if ( '' === trim( implode( '', $texts ) ) ) {
			return array_fill( 0, count( $parts ), '' );
		}
		$before          = $GLOBALS['post'] ?? null;
		$GLOBALS['post'] = $page; // phpcs:ignore WordPress.WP.GlobalVariablesOverride -- Blocks ask for it; it is put back below.
		setup_postdata( $page );
		$html  = (string) apply_filters( 'the_content', implode( self::MARK, $texts ) ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WordPress's own.
		$found = explode( self::MARK, $html );
		if ( count( $found ) !== count( $parts ) ) {
			// Some filter has dropped comments.
			$found = array_map( 'do_blocks', $texts );
		}
		$GLOBALS['post'] = $before; // phpcs:ignore WordPress.WP.GlobalVariablesOverride -- As it was.
		if ( $before instanceof WP_Post ) {
			setup_postdata( $before );
		}
		return array_map( 'trim', $found );
	}
}
