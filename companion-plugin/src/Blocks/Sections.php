<?php
/**
 * From the content of a page to its sections.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

defined( 'ABSPATH' ) || exit;

/**
 * Sorts parsed blocks: those of the page builder are sections; what stands between them is kept together as one section of
 * content, so that nothing that somebody wrote is lost; the sidebar goes its own way. Blocks of the page builder that lie in
 * a group, in columns or in a reusable block count as if they lay outside: the site has no such frames.
 * No WordPress call is made here.
 *
 * @phpstan-type Parsed array{blockName: string|null, attrs: array<string, mixed>, innerBlocks: array<int, array<string, mixed>>, innerHTML: string, innerContent: array<int, string|null>}
 */
final class Sections {

	/** A run of other blocks. */
	public const RUN = '';

	/** Frames in frames that are opened; what lies deeper stays part of a run. */
	private const DEEPEST = 50;

	/** Names of blocks of the main column, as keys.
	 *
	 * @var array<string, mixed>
	 */
	private $main;

	/** Names of blocks of the sidebar, as keys.
	 *
	 * @var array<string, mixed>
	 */
	private $beside;

	/** Gives the parsed blocks of a reusable one.
	 *
	 * @var callable(int): array<int, Parsed>
	 */
	private $reusable;

	/** Found so far.
	 *
	 * @var array<int, array{name: string, block: Parsed|null, run: array<int, Parsed>}>
	 */
	private $sections = [];

	/** Blocks in the sidebar.
	 *
	 * @var array<int, Parsed>
	 */
	private $sidebar = [];

	/** Reusable blocks that are open now.
	 *
	 * @var array<int, true>
	 */
	private $open = [];

	/**
	 * Keeps what it needs.
	 *
	 * @param Manifest                          $manifest Names of blocks.
	 * @param callable(int): array<int, Parsed> $reusable Gives the parsed blocks of a reusable one, by its id.
	 */
	public function __construct( Manifest $manifest, callable $reusable ) {
		$this->main     = $manifest->of_union( 'flexibleContent' );
		$this->beside   = $manifest->of_union( 'sidebarBlocks' );
		$this->reusable = $reusable;
	}

	/**
	 * Sorts.
	 *
	 * @param array<int, Parsed> $blocks Of parse_blocks().
	 * @return array{sections: array<int, array{name: string, block: Parsed|null, run: array<int, Parsed>}>, sidebar: array<int, Parsed>}
	 *         Without any block of the page builder in the main column there are no sections: then the content is the page.
	 */
	public function of( array $blocks ): array {
		$this->sections = [];
		$this->sidebar  = [];
		$this->open     = [];
		$this->sort( $blocks, 0 );
		$has_main = [] !== array_filter( array_column( $this->sections, 'name' ) );
		return [
			'sections' => $has_main ? $this->sections : [],
			'sidebar'  => $this->sidebar,
		];
	}

	/**
	 * Sorts blocks of one level.
	 *
	 * @param array<int, mixed> $blocks Parsed.
	 * @param int               $depth  Frames around them.
	 */
	private function sort( array $blocks, int $depth ): void {
		foreach ( $blocks as $block ) {
			if ( ! is_array( $block ) ) {
				continue;
			}
			/**
			 * Of parse_blocks().
			 *
			 * @var Parsed $block
			 */
			$name = (string) ( $block['blockName'] ?? '' );
			if ( isset( $this->main[ $name ] ) ) {
				$this->sections[] = [
					'name'  => $name,
					'block' => $block,
					'run'   => [],
				];
			} elseif ( Manifest::SIDEBAR === $name ) {
				$this->sort_sidebar( $block['innerBlocks'] );
			} elseif ( isset( $this->beside[ $name ] ) ) {
				$this->sidebar[] = $block;
			} elseif ( 'core/block' === $name ) {
				$this->sort_reusable( $block, $depth );
			} elseif ( $depth < self::DEEPEST && $this->holds_ours( $block['innerBlocks'], $depth ) ) {
				$this->sort( $block['innerBlocks'], $depth + 1 );
			} else {
				$this->add_to_run( $block );
			}
		}
	}

	/**
	 * Blocks of the sidebar; others do not belong there.
	 *
	 * @param array<int, mixed> $blocks Parsed.
	 */
	private function sort_sidebar( array $blocks ): void {
		foreach ( $blocks as $block ) {
			if ( is_array( $block ) && isset( $this->beside[ (string) ( $block['blockName'] ?? '' ) ] ) ) {
				/**
				 * Of parse_blocks().
				 *
				 * @var Parsed $block
				 */
				$this->sidebar[] = $block;
			}
		}
	}

	/**
	 * A reusable block: its own blocks stand in its place where one of ours is among them, else it is WordPress's to show.
	 *
	 * @param Parsed $block Named core/block.
	 * @param int    $depth Frames around it.
	 */
	private function sort_reusable( array $block, int $depth ): void {
		$id = is_numeric( $block['attrs']['ref'] ?? null ) ? (int) $block['attrs']['ref'] : 0;
		if ( 0 === $id || isset( $this->open[ $id ] ) || $depth >= self::DEEPEST ) {
			return;
		}
		$inner             = ( $this->reusable )( $id );
		$this->open[ $id ] = true;
		if ( $this->holds_ours( $inner, $depth ) ) {
			$this->sort( $inner, $depth + 1 );
		} else {
			$this->add_to_run( $block );
		}
		unset( $this->open[ $id ] );
	}

	/**
	 * Whether one of our blocks is among some, or inside one of them.
	 *
	 * @param array<int, mixed> $blocks Parsed.
	 * @param int               $depth  Frames around them.
	 */
	private function holds_ours( array $blocks, int $depth ): bool {
		foreach ( $blocks as $block ) {
			$name = is_array( $block ) ? (string) ( $block['blockName'] ?? '' ) : '';
			if ( isset( $this->main[ $name ] ) || isset( $this->beside[ $name ] ) || Manifest::SIDEBAR === $name ) {
				return true;
			}
			if ( $depth >= self::DEEPEST || ! is_array( $block ) ) {
				continue;
			}
			if ( 'core/block' === $name ) {
				$id = is_numeric( $block['attrs']['ref'] ?? null ) ? (int) $block['attrs']['ref'] : 0;
				if ( 0 === $id || isset( $this->open[ $id ] ) ) {
					continue;
				}
				$this->open[ $id ] = true;
				$found             = $this->holds_ours( ( $this->reusable )( $id ), $depth + 1 );
				unset( $this->open[ $id ] );
			} else {
				$found = $this->holds_ours( $block['innerBlocks'] ?? [], $depth + 1 );
			}
			if ( $found ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Adds a block to the run that is open. White space between blocks opens none.
	 *
	 * @param Parsed $block Not one of ours.
	 */
	private function add_to_run( array $block ): void {
		$last    = count( $this->sections ) - 1;
		$in_run  = $last >= 0 && self::RUN === $this->sections[ $last ]['name'];
		$is_text = null === $block['blockName'] || '' === $block['blockName'];
		if ( $in_run ) {
			$this->sections[ $last ]['run'][] = $block;
		} elseif ( ! $is_text || '' !== trim( $block['innerHTML'] ) ) {
			$this->sections[] = [
				'name'  => self::RUN,
				'block' => null,
				'run'   => [ $block ],
			];
		}
	}
}
