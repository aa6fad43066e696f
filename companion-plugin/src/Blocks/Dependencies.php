<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

use HeadlessSiteCompanion\Forms\Registry;
use WP_Block_Type_Registry;

defined( 'ABSPATH' ) || exit;

/**
 * Dependencies of a content.
 *
 * Finds what the blocks of a content read when they are rendered, reusable blocks, patterns, navigations and template parts
 * included. Each thing is one of
 *
 * - `posts:<type>`, `terms:<taxonomy>` (`*` for any), `comments`, `menus`, `users`, `user:<id>`, `site`: WordPress tells when it changes;
 * - `forms:<adapter>`: forms of a plugin that the site knows;
 * - `anything`: shortcodes and dynamic blocks of other plugins, of which nobody knows what they read;
 * - `interval`: what changes without WordPress noticing, a feed of another site or today's date;
 * - `ref:<id>`, `part:<digest>`: another content whose blocks count as well.
 *
 * @phpstan-import-type Parsed from Sections
 */
final class Dependencies {

	/** See above. */
	public const ANYTHING = 'anything';
	/** See above. */
	public const INTERVAL = 'interval';

	/** Shortcodes of WordPress that show what stands in them. */
	private const STILL_SHORTCODES = [ 'wp_caption', 'caption', 'gallery', 'playlist', 'audio', 'video', 'embed' ];

	/** Type of the content. */
	private string $type;

	/** @var array<string, true> Found dependencies. */
	private array $found = [];

	/** @var array<string, true> Other contents that were followed: each counts once, so nothing runs in circles. */
	private array $followed = [];

	/** Bytes read. */
	private int $bytes = 0;

	private function __construct( string $type ) {
		$this->type = $type;
	}

	/**
	 * Dependencies of a post.
	 *
	 * @param string $content Stored content.
	 * @return string[] Sorted; empty for most.
	 */
	public static function of( string $content, string $type ): array {
		$reads = new self( $type );
		$reads->content( $content, false );
		$found = array_keys( $reads->found );
		sort( $found );
		return $found;
	}

	/** How a template part is named here: its slug may hold any letter. */
	public static function part( string $slug ): string {
		return 'part:' . substr( md5( $slug ), 0, 16 );
	}

	/**
	 * Reads a content.
	 *
	 * @param string $content Stored content.
	 * @param bool $in_query Whether it is shown for each post of a query.
	 */
	private function content( string $content, bool $in_query ): void {
		$this->bytes += strlen( $content );
		if ( $this->bytes > Limits::BYTES ) {
			$this->found[ self::ANYTHING ] = true;
			return;
		}
		$this->found += array_fill_keys( self::of_shortcodes( $content ), true );
		// Parsing is what takes time.
		if ( false === strpos( $content, '<!-- wp:' ) ) {
			return;
		}
		$parsed = Parser::read( $content );
		if ( '' !== $parsed['rest'] && preg_match( '/<!-- wp:[a-z]/', $parsed['rest'] ) ) {
			$this->found[ self::ANYTHING ] = true;
		}
		$this->blocks( $parsed['blocks'], $in_query );
	}

	/**
	 * Reads blocks.
	 *
	 * @param array<int, Parsed> $blocks
	 * @param bool $in_query Whether they are shown for each post of a query.
	 */
	private function blocks( array $blocks, bool $in_query ): void {
		foreach ( $blocks as $block ) {
			$name  = (string) $block['blockName'];
			$attrs = is_array( $block['attrs'] ) ? $block['attrs'] : [];
			if ( '' !== $name ) {
				$this->found += array_fill_keys( self::of_block( $name, $attrs, $in_query, $this->type ), true );
				$this->follow( $name, $attrs, $in_query );
			}
			/**
			 * Type of the parser, which does not say that blocks inside are like those outside.
			 *
			 * @var array<int, Parsed> $inside
			 */
			$inside = $block['innerBlocks'];
			$this->blocks( $inside, $in_query || 'core/query' === $name );
		}
	}

	/**
	 * Dependencies of one block.
	 *
	 * @param array<string, mixed> $attrs Its attributes.
	 * @param bool $in_query Whether it is shown for each post of a query.
	 * @param string $type Type of the post that holds it.
	 * @return string[]
	 */
	private static function of_block( string $name, array $attrs, bool $in_query, string $type ): array {
		$found = self::has_foreign_binding( $attrs ) ? [ self::ANYTHING ] : [];
		if ( 0 === strpos( $name, 'core/' ) ) {
			return array_merge( $found, CoreBlockDependencies::of( substr( $name, 5 ), $attrs, $in_query, $type ) );
		}
		// The page builder's are rendered by the site, from their attributes.
		$known = 0 === strpos( $name, 'companion/' ) ? null : WP_Block_Type_Registry::get_instance()->get_registered( $name );
		if ( null === $known || ! $known->is_dynamic() ) {
			return $found;
		}
		return array_merge( $found, [ Registry::of_block( $name ) ?? self::ANYTHING ] );
	}

	/**
	 * Reads the content that a block stands for.
	 *
	 * @param array<string, mixed> $attrs Its attributes.
	 * @param bool $in_query Whether it is shown for each post of a query.
	 */
	private function follow( string $name, array $attrs, bool $in_query ): void {
		$source = Sources::behind( $name, $attrs );
		if ( null === $source ) {
			return;
		}
		if ( '' !== $source['key'] && 'core/block' !== $name && 'core/pattern' !== $name ) {
			$this->found[ $source['key'] ] = true;
		}
		$key = ( $in_query ? 'query ' : '' ) . $source['key'];
		if ( isset( $this->followed[ $key ] ) || count( $this->followed ) >= Limits::REFERENCES ) {
			return;
		}
		$this->followed[ $key ] = true;
		$this->content( ( $source['content'] )(), $in_query );
	}

	/**
	 * Dependencies of the shortcodes in a content.
	 *
	 * @param string $content Stored content.
	 * @return string[]
	 */
	private static function of_shortcodes( string $content ): array {
		global $shortcode_tags;
		if ( false === strpos( $content, '[' ) || ! is_array( $shortcode_tags ) || ! preg_match_all( '@\[([^<>&/\[\]\x00-\x20=]++)@', $content, $names ) ) {
			return [];
		}
		$found = [];
		foreach ( array_diff( array_intersect( $names[1], array_map( 'strval', array_keys( $shortcode_tags ) ) ), self::STILL_SHORTCODES ) as $name ) {
			$found[] = Registry::of_shortcode( $name ) ?? self::ANYTHING;
		}
		return array_unique( $found );
	}

	/**
	 * Whether an attribute is bound to something of another plugin. WordPress's own sources are the post itself and its
	 * pattern.
	 *
	 * @param array<string, mixed> $attrs
	 */
	private static function has_foreign_binding( array $attrs ): bool {
		$bindings = is_array( $attrs['metadata'] ?? null ) ? $attrs['metadata']['bindings'] ?? [] : [];
		foreach ( is_array( $bindings ) ? $bindings : [] as $binding ) {
			$source = is_array( $binding ) ? $binding['source'] ?? '' : '';
			if ( is_string( $source ) && '' !== $source && 0 !== strpos( $source, 'core/' ) ) {
				return true;
			}
		}
		return false;
	}
}
