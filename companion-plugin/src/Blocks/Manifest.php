<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

defined( 'ABSPATH' ) || exit;

/**
 * The list of page-builder blocks.
 *
 * The content of `blocks/manifest.json`, with the blocks that an owner adds. Editor, parser, GraphQL types and HTML all come from
 * here; the site's types and fragments are made from the same file.
 *
 * @phpstan-type Field array{kind: string, required?: bool, values?: string[], default?: string, aliases?: array<string, string>, item?: string|array{name: string, fields: array<string, array<string, mixed>>}}
 * @phpstan-type Block array{name: string, union: string, block: string, title: string, aliases?: string[], fields: array<string, Field>}
 */
final class Manifest {

	/** Kinds of fields. */
	public const KINDS = [ 'string', 'html', 'url', 'image', 'icon', 'boolean', 'enum', 'token', 'list' ];

	/** The wrapper of sidebar blocks. It is not a block of a union. */
	public const SIDEBAR = 'companion/sidebar';

	/**
	 * The decoded file.
	 *
	 * @var array{icons: string[], tokens: string[], unions: array<string, array{type: string, block: string}>, blocks: array<int, Block>}
	 */
	private array $data;

	/** @var array<string, Block> Blocks by name in the editor. */
	private array $blocks = [];

	/** @var string[] Why blocks of an owner were not taken. */
	private array $mistakes = [];

	/**
	 * Keeps what is usable.
	 *
	 * @param array<string, mixed> $data Data of manifest.json.
	 * @param mixed $custom Blocks that were added; anything else is left out.
	 */
	public function __construct( array $data, $custom = [] ) {
		/**
		 * Our own file, whose shape a test compares with the editor, the schema and the site.
		 *
		 * @var array{icons: string[], tokens: string[], unions: array<string, array{type: string, block: string}>, blocks: array<int, Block>} $data
		 */
		$this->data = $data;
		foreach ( $data['blocks'] as $block ) {
			$this->blocks[ $block['block'] ] = $block;
		}
		foreach ( is_array( $custom ) ? $custom : [] as $at => $block ) {
			$mistake = CustomBlock::mistake( $block, $this->blocks );
			if ( '' !== $mistake ) {
				$this->mistakes[] = sprintf( 'The block %s was not added: %s.', CustomBlock::label( $block, $at ), $mistake );
				continue;
			}
			/**
			 * Without a mistake it is one.
			 *
			 * @var Block $block
			 */
			$this->blocks[ $block['block'] ] = $block;
		}
	}

	/** The manifest of this WordPress. */
	public static function read(): self {
		static $manifest = null;
		if ( null === $manifest ) {
			$text = (string) file_get_contents( dirname( __DIR__, 2 ) . '/blocks/manifest.json' ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- A file of this plugin.
			/**
			 * Filters the blocks that an owner adds to the page builder.
			 *
			 * @since 0.1.0
			 *
			 * @param array[] $blocks Each as in blocks/manifest.json: name, union, block, title and fields.
			 */
			$custom   = apply_filters( 'companion_blocks', [] );
			$manifest = new self( (array) json_decode( $text, true ), $custom );
			foreach ( $manifest->mistakes() as $mistake ) {
				// Reported like WordPress's own developer notices, with WP_DEBUG only.
				_doing_it_wrong( 'companion_blocks', esc_html( $mistake ), '0.1.0' );
			}
		}
		return $manifest;
	}

	/**
	 * Why blocks of an owner were not taken.
	 *
	 * @return string[] Sentences, each with the name of a block.
	 */
	public function mistakes(): array {
		return $this->mistakes;
	}

	/**
	 * All blocks.
	 *
	 * @return array<string, Block> By name in the editor.
	 */
	public function blocks(): array {
		return $this->blocks;
	}

	/**
	 * Blocks of one list.
	 *
	 * @param string $union `flexibleContent` or `sidebarBlocks`.
	 * @return array<string, Block> By name in the editor.
	 */
	public function of_union( string $union ): array {
		return array_filter(
			$this->blocks,
			static function ( array $block ) use ( $union ): bool {
				return $block['union'] === $union;
			}
		);
	}

	/**
	 * One block.
	 *
	 * @param string $union Where it belongs.
	 * @return Block|null
	 */
	public function named( string $name, string $union ): ?array {
		foreach ( $this->of_union( $union ) as $block ) {
			if ( $block['name'] === $name ) {
				return $block;
			}
		}
		return null;
	}

	/**
	 * Names of the lists with the types of their members.
	 *
	 * @return array<string, string>
	 */
	public function unions(): array {
		return array_map(
			static function ( array $union ): string {
				return $union['type'];
			},
			$this->data['unions']
		);
	}

	/**
	 * Name of a block in the GraphQL schema.
	 *
	 * @param Block $block Block of this manifest.
	 */
	public function type_name( array $block ): string {
		return $this->data['unions'][ $block['union'] ]['type'] . '_' . $block['name'];
	}

	/**
	 * Names of icons that the site draws.
	 *
	 * @return string[]
	 */
	public function icons(): array {
		return $this->data['icons'];
	}

	/**
	 * Names of the theme's grounds.
	 *
	 * @return string[]
	 */
	public function tokens(): array {
		return $this->data['tokens'];
	}
}
