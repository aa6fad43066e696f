<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

defined( 'ABSPATH' ) || exit;

/**
 * From the content of a page to its sections.
 *
 * Sorts parsed blocks: those of the page builder are sections; what stands between them is kept together as one section of
 * content, so that nothing that somebody wrote is lost; the sidebar goes its own way. Blocks of the page builder that lie in
 * a frame (a group, columns, a reusable block, a pattern) count as if they lay outside: the site has no such frames. Any
 * other block around them (a cover, details) says or shows something itself, and is given whole.
 * Every block is visited once, and no more of them than Limits says. No WordPress call is made here.
 *
 * @phpstan-type Parsed array{blockName: string|null, attrs: array<string, mixed>, innerBlocks: array<int, array<string, mixed>>, innerHTML: string, innerContent: array<int, string|null>}
 */
final class Sections {

	/** A run of other blocks. */
	public const RUN = '';

	/** Blocks that may be no more than a frame. */
	private const FRAMES = [ 'core/group', 'core/columns', 'core/column' ];

	/** The HTML of a frame. */
	private const WRAPPER = '#</?(?:div|section|main|header|footer|article|aside)\b[^>]*>#i';

	/** In the place of a block that is left out. */
	private const NOTHING = [
		'blockName'    => null,
		'attrs'        => [],
		'innerBlocks'  => [],
		'innerHTML'    => '',
		'innerContent' => [],
	];

	/** @var array<string, mixed> Names of blocks of the main column, as keys. */
	private array $main;

	/** @var array<string, mixed> Names of blocks of the sidebar, as keys. */
	private array $beside;

	private References $references;

	/** @var array<int, array{name: string, block: Parsed|null, run: array<int, Parsed>}> Found so far. */
	private array $sections = [];

	/** @var array<int, Parsed> Blocks in the sidebar. */
	private array $sidebar = [];

	/** The page says that it goes beyond a limit. */
	private bool $says_cut = false;

	/** @param callable(string, string): ?array<int,Parsed> $resolve */
	public function __construct( Manifest $manifest, callable $resolve ) {
		$this->main       = $manifest->of_union( 'flexibleContent' );
		$this->beside     = $manifest->of_union( 'sidebarBlocks' );
		$this->references = new References( $resolve );
	}

	/**
	 * Sorts, once.
	 *
	 * @param array<int, Parsed> $blocks From parse_blocks().
	 * @return array{sections: array<int, array{name: string, block: Parsed|null, run: array<int, Parsed>}>, sidebar: array<int, Parsed>}
	 *   Without any block of the page builder in the main column there are no sections: then the content is the page.
	 */
	public function of( array $blocks ): array {
		$has_ours = false;
		foreach ( $this->opened( $blocks, 0, $has_ours ) as $block ) {
			if ( isset( $this->main[ (string) $block['blockName'] ] ) && count( $this->sections ) < Limits::SECTIONS ) {
				$this->sections[] = [
					'name'  => (string) $block['blockName'],
					'block' => $block,
					'run'   => [],
				];
			} else {
				$this->add_to_run( $block );
			}
		}
		return [
			'sections' => $has_ours && array_filter( array_column( $this->sections, 'name' ) ) ? $this->sections : [],
			'sidebar'  => $this->sidebar,
		];
	}

	/**
	 * Adds a block to the run that is open. White space between blocks opens none.
	 *
	 * @param Parsed $block Given as HTML.
	 */
	private function add_to_run( array $block ): void {
		$last    = count( $this->sections ) - 1;
		$is_text = '' === (string) $block['blockName'];
		if ( $last >= 0 && self::RUN === $this->sections[ $last ]['name'] ) {
			$this->sections[ $last ]['run'][] = $block;
		} elseif ( ! $is_text || '' !== trim( $block['innerHTML'] ) ) {
			$this->sections[] = [
				'name'  => self::RUN,
				'block' => null,
				'run'   => [ $block ],
			];
		}
	}

	/**
	 * Blocks without the frames around ours.
	 *
	 * @param array<int, array<string, mixed>> $blocks Parsed.
	 * @param int $depth Frames around them.
	 * @param bool $ours Becomes true where one of ours is among them; a frame without stays closed.
	 * @return array<int, Parsed>
	 */
	private function opened( array $blocks, int $depth, bool &$ours ): array {
		$opened = [];
		foreach ( $blocks as $block ) {
			/**
			 * From parse_blocks(), whose type does not say that blocks inside are like those outside.
			 *
			 * @var Parsed $block
			 */
			$this->references->count_block();
			$name  = (string) $block['blockName'];
			$inner = [ $block ];
			$found = false;
			if ( isset( $this->main[ $name ] ) ) {
				$found = true;
				$inner = [ $this->closed( $block, $depth ) ];
			} elseif ( Manifest::SIDEBAR === $name ) {
				$this->read_sidebar( $block, $depth );
				$inner = [];
			} elseif ( isset( $this->beside[ $name ] ) ) {
				$found           = true;
				$this->sidebar[] = $this->closed( $block, $depth );
				$inner           = [];
			} elseif ( References::is_one( $name ) ) {
				$before = $this->references->left_out();
				$theirs = $this->references->enter( $block, $depth );
				$within = null === $theirs ? $this->cut() : $this->opened( PatternOverrides::noted( $theirs, $block['attrs']['content'] ?? null ), $depth + 1, $found );
				$this->references->leave( $block, $theirs );
				// WordPress would follow what was left out.
				$inner = $found || $before !== $this->references->left_out() ? $within : $inner;
			} elseif ( $depth < Limits::DEPTH && self::is_frame( $block ) ) {
				$before = $this->references->left_out();
				$within = $this->opened( $block['innerBlocks'], $depth + 1, $found );
				$inner  = $found || $before !== $this->references->left_out() ? $within : $inner;
			} else {
				$inner = [ $this->closed( $block, $depth ) ];
			}
			$ours = $ours || $found;
			array_push( $opened, ...$inner );
		}
		return $opened;
	}

	/**
	 * A block that is given whole: without the sidebars inside, which are not part of the text, and without references beyond
	 * the limits.
	 *
	 * @param Parsed $block
	 * @param int $depth Frames around it.
	 * @return Parsed
	 */
	private function closed( array $block, int $depth ): array {
		foreach ( $block['innerBlocks'] as $at => $inner ) {
			/**
			 * See opened().
			 *
			 * @var Parsed $inner
			 */
			$this->references->count_block();
			$name = (string) $inner['blockName'];
			if ( Manifest::SIDEBAR === $name ) {
				$this->read_sidebar( $inner, $depth );
			} elseif ( References::is_one( $name ) ) {
				$before = $this->references->left_out();
				$theirs = $this->references->enter( $inner, $depth );
				$this->closed( [ 'innerBlocks' => $theirs ?? [] ] + self::NOTHING, $depth + 1 );
				$this->references->leave( $inner, $theirs );
				$block['innerBlocks'][ $at ] = $before === $this->references->left_out() ? $inner : $this->cut()[0] ?? self::NOTHING;
			} elseif ( $inner['innerBlocks'] ) {
				$block['innerBlocks'][ $at ] = $this->closed( $inner, $depth + 1 );
			}
		}
		return $block;
	}

	/**
	 * In the place of a reference that is left out: a mark, the first time that a limit is the reason.
	 *
	 * @return array<int, Parsed>
	 */
	private function cut(): array {
		if ( $this->says_cut || ! $this->references->is_cut() ) {
			return [];
		}
		$this->says_cut = true;

		$mark = [
			'innerHTML'    => Limits::CUT,
			'innerContent' => [ Limits::CUT ],
		];
		return [ $mark + self::NOTHING ];
	}

	/**
	 * Blocks of the sidebar; others do not belong there.
	 *
	 * @param Parsed $block
	 * @param int $depth Frames around it.
	 */
	private function read_sidebar( array $block, int $depth ): void {
		$ignored = false;
		if ( $depth < Limits::DEPTH ) {
			$this->opened( $block['innerBlocks'], $depth + 1, $ignored );
		}
	}

	/**
	 * Whether a block is a frame and nothing else. HTML that somebody wrote into it stands in no block of its own.
	 *
	 * @param Parsed $block
	 */
	private static function is_frame( array $block ): bool {
		return in_array( $block['blockName'], self::FRAMES, true ) && '' === trim( (string) preg_replace( self::WRAPPER, '', $block['innerHTML'] ) );
	}
}
