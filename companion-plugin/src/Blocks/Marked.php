<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

use HeadlessSiteCompanion\Forms\Content as Forms;
use WP_Block;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * A content with marks in the places of some blocks.
 *
 * Renders a content as WordPress does, and puts an empty element in the place of each block that the site shows by a component of its
 * own, wherever it stands: in columns, in a reusable block, in another one of these. Name, attributes and HTML of each come along.
 *
 * @phpstan-type Found array{name: string, attributes: object, html: string, inner: string}
 */
final class Marked {

	/** Attribute of the element; its value is the number of the block. `src/runtime/content/html/parts.ts` knows it, too. */
	public const MARK = 'data-companion-block';

	/** Says in a parsed block which one it stands in. */
	private const PARENT = 'companionParent';

	/** @var array<string, true> Names of the blocks. */
	private array $names;

	/** @var list<Found> Those that were rendered; what stands inside comes before. */
	private array $found = [];

	/** @var array<int, string> HTML of the blocks inside, by the object of the block around them. */
	private array $inner = [];

	/**
	 * Keeps which blocks are meant.
	 *
	 * @param string[] $names `acme/notice`.
	 */
	public function __construct( array $names ) {
		$this->names = array_fill_keys( $names, true );
	}

	/**
	 * The content.
	 *
	 * @param WP_Post $post Whose.
	 * @param callable(): bool $sections Renders the sections of a page that has some, whose HTML then has the marks in it.
	 * @return array{html: string, blocks: list<Found>}|null Null where it has none of the blocks. The HTML of a page with sections is empty.
	 */
	public function of( WP_Post $post, callable $sections ): ?array {
		if ( ! $this->may_have( $post->post_content ) ) {
			return null;
		}
		$this->found = [];
		$this->inner = [];
		add_filter( 'render_block_data', [ $this, 'begin' ], PHP_INT_MAX, 3 );
		add_filter( 'render_block', [ $this, 'end' ], PHP_INT_MAX, 3 );
		try {
			$html = PageContext::within(
				$post,
				static function () use ( $sections, $post ): string {
					return $sections() ? '' : (string) apply_filters( 'the_content', $post->post_content ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WordPress's own.
				}
			);
		} finally {
			remove_filter( 'render_block_data', [ $this, 'begin' ], PHP_INT_MAX );
			remove_filter( 'render_block', [ $this, 'end' ], PHP_INT_MAX );
		}
		$found = $this->found();
		return $found ? [
			'html'   => $html,
			'blocks' => $found,
		] : null;
	}

	/**
	 * A block is about to be rendered. One that stands in a block that is meant says so.
	 *
	 * @param mixed $parsed Block.
	 * @param mixed $source The same before other filters.
	 * @param mixed $parent WP_Block around it, or null.
	 * @return mixed
	 */
	public function begin( $parsed, $source = null, $parent = null ) {
		if ( is_array( $parsed ) && $parent instanceof WP_Block && isset( $this->names[ (string) $parent->name ] ) ) {
			$parsed[ self::PARENT ] = spl_object_id( $parent );
		}
		return $parsed;
	}

	/**
	 * A block was rendered.
	 *
	 * @param mixed $html HTML of the block.
	 * @param mixed $parsed Block.
	 * @param mixed $block WP_Block.
	 * @return mixed
	 */
	public function end( $html, $parsed = [], $block = null ) {
		if ( ! is_string( $html ) || ! is_array( $parsed ) ) {
			return $html;
		}
		$name = (string) ( $parsed['blockName'] ?? '' );
		if ( isset( $this->names[ $name ] ) && $block instanceof WP_Block ) {
			$this->found[] = [
				'name'       => $name,
				'attributes' => (object) Attributes::of( $block ),
				'html'       => self::finished( $html ),
				'inner'      => self::finished( $this->inner[ spl_object_id( $block ) ] ?? '' ),
			];
			unset( $this->inner[ spl_object_id( $block ) ] );
			$html = sprintf( '<div %s="%d"></div>', self::MARK, count( $this->found ) - 1 );
		}
		$parent = $parsed[ self::PARENT ] ?? null;
		if ( is_int( $parent ) ) {
			$this->inner[ $parent ] = ( $this->inner[ $parent ] ?? '' ) . $html;
		}
		return $html;
	}

	/**
	 * HTML of a block as it leaves WordPress: its shortcodes are done after all blocks, when this one is no longer there.
	 *
	 * @param string $html Rendered.
	 */
	private static function finished( string $html ): string {
		return Forms::wrap( false === strpos( $html, '[' ) ? $html : do_shortcode( $html ) );
	}

	/**
	 * Blocks that the filters have found.
	 *
	 * @return list<Found>
	 */
	private function found(): array {
		return $this->found;
	}

	/**
	 * Whether it is worth a look: rendering costs as much as the content itself.
	 *
	 * @param string $content Stored.
	 */
	private function may_have( string $content ): bool {
		foreach ( array_keys( $this->names ) as $name ) {
			if ( false !== strpos( $content, '<!-- wp:' . preg_replace( '#^core/#', '', $name ) ) ) {
				return true;
			}
		}
		// It may stand in what these stand for.
		return 1 === preg_match( '#<!-- wp:(?:block|pattern|template-part|post-content|post-template) #', $content );
	}
}
