<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

defined( 'ABSPATH' ) || exit;

/**
 * Blocks that stand for others.
 *
 * Follows reusable blocks and patterns while one page is read, as far as Limits says. WordPress itself ends where one holds
 * itself; twenty that hold the next one twice are a million for it.
 *
 * @phpstan-import-type Parsed from Sections
 */
final class References {

	/** Blocks that stand for others, with the attribute that says for which. */
	private const KINDS = [
		'core/block'   => 'ref',
		'core/pattern' => 'slug',
	];

	/** Gives the blocks.
	 *
	 * @var callable(string, string): ?array<int, Parsed>
	 */
	private $resolve;

	/** @var array<string, true> Keys of the references that are open now. */
	private array $open = [];

	/** How many were followed. */
	private int $followed = 0;

	/** How many were left out. */
	private int $left_out = 0;

	/** Whether one was left out because of a limit, and not because it holds itself. */
	private bool $is_cut = false;

	/** How many blocks were visited. */
	private int $blocks = 0;

	/**
	 * @param callable(string, string): ?array<int, Parsed> $resolve Gives the blocks of a reference, by the name of the block
	 *   and what it stands for; null for what is beyond the limits.
	 */
	public function __construct( callable $resolve ) {
		$this->resolve = $resolve;
	}

	/** Whether a block stands for others. */
	public static function is_one( string $name ): bool {
		return isset( self::KINDS[ $name ] );
	}

	/**
	 * The blocks that one stands for. Call leave() when they have been read.
	 *
	 * @param Parsed $block Named as one of KINDS.
	 * @param int $depth Blocks around it.
	 * @return array<int, Parsed>|null Null where it is left out: it holds itself, or is beyond the limits.
	 */
	public function enter( array $block, int $depth ): ?array {
		$blocks = null;
		$key    = self::key( $block );
		if ( '' === $key ) {
			return [];
		}
		if ( ! isset( $this->open[ $key ] ) && $depth < Limits::DEPTH && $this->blocks < Limits::BLOCKS && ++$this->followed <= Limits::REFERENCES ) {
			$blocks = ( $this->resolve )( (string) $block['blockName'], substr( $key, strlen( (string) $block['blockName'] ) + 1 ) );
		}
		if ( null === $blocks ) {
			++$this->left_out;
			$this->is_cut = $this->is_cut || ! isset( $this->open[ $key ] );
		} else {
			$this->open[ $key ] = true;
		}
		return $blocks;
	}

	/**
	 * Ends what enter() began.
	 *
	 * @param Parsed $block The block given to enter().
	 * @param array<int, Parsed>|null $blocks The answer of enter().
	 */
	public function leave( array $block, ?array $blocks ): void {
		if ( null !== $blocks ) {
			unset( $this->open[ self::key( $block ) ] );
		}
	}

	/** How many were left out so far. Where the number has grown, WordPress must not render the block that holds them. */
	public function left_out(): int {
		return $this->left_out;
	}

	/** Whether WordPress would show more. */
	public function is_cut(): bool {
		return $this->is_cut;
	}

	/** Counts a block of the page. */
	public function count_block(): void {
		++$this->blocks;
	}

	/**
	 * The reference of a block.
	 *
	 * @param Parsed $block Named as one of KINDS.
	 * @return string Empty for nothing.
	 */
	private static function key( array $block ): string {
		$name  = (string) $block['blockName'];
		$value = $block['attrs'][ self::KINDS[ $name ] ] ?? null;
		$value = 'core/block' === $name ? ( is_numeric( $value ) ? (int) $value : 0 ) : ( is_string( $value ) ? $value : '' );
		return 0 === $value || '' === $value ? '' : "$name $value";
	}
}
