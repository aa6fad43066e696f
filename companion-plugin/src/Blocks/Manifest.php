<?php
/**
 * The list of page-builder blocks.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

defined( 'ABSPATH' ) || exit;

/**
 * What `blocks/manifest.json` says, with the blocks that an owner adds. Editor, parser, GraphQL types and HTML all come from
 * here; the site's types and fragments are made from the same file.
 *
 * @phpstan-type Field array{kind: string, required?: bool, values?: string[], default?: string, aliases?: array<string, string>, item?: string|array{name: string, fields: array<string, array<string, mixed>>}}
 * @phpstan-type Block array{name: string, union: string, block: string, title: string, aliases?: string[], fields: array<string, Field>}
 */
final class Manifest {

	/** Kinds of fields. */
	public const KINDS = [ 'string', 'html', 'url', 'image', 'icon', 'boolean', 'enum', 'token', 'list' ];

	/** The wrapper of sidebar blocks. It is no block of a union. */
	public const SIDEBAR = 'companion/sidebar';

	/** As decoded.
	 *
	 * @var array{icons: string[], tokens: string[], unions: array<string, array{type: string, block: string}>, blocks: array<int, Block>}
	 */
	private $data;

	/** Blocks by name in the editor.
	 *
	 * @var array<string, Block>
	 */
	private $blocks = [];

	/**
	 * Keeps what is usable.
	 *
	 * @param array<string, mixed> $data As in manifest.json.
	 * @param mixed                $own  Blocks that were added; what is no block is left out.
	 */
	public function __construct( array $data, $own = [] ) {
		/**
		 * Our own file, whose shape a test compares with the editor, the schema and the site.
		 *
		 * @var array{icons: string[], tokens: string[], unions: array<string, array{type: string, block: string}>, blocks: array<int, Block>} $data
		 */
		$this->data = $data;
		foreach ( $data['blocks'] as $block ) {
			$this->blocks[ $block['block'] ] = $block;
		}
		foreach ( is_array( $own ) ? $own : [] as $block ) {
			if ( $this->is_block( $block ) && ! $this->has_name( $block ) ) {
				$this->blocks[ $block['block'] ] = $block;
			}
		}
	}

	/**
	 * The manifest of this WordPress.
	 */
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
			$own      = apply_filters( 'companion_blocks', [] );
			$manifest = new self( (array) json_decode( $text, true ), $own );
		}
		return $manifest;
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
	 * @param string $name  Its `name`.
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
	 * @param Block $block Of this manifest.
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

	/**
	 * Whether a name is taken, in the editor or in the schema.
	 *
	 * @param array<string, mixed> $block Checked.
	 */
	private function has_name( array $block ): bool {
		return isset( $this->blocks[ $block['block'] ] ) || self::SIDEBAR === $block['block'] || null !== $this->named( $block['name'], $block['union'] );
	}

	/**
	 * Whether something is a block.
	 *
	 * @param mixed $block Anything.
	 * @phpstan-assert-if-true Block $block
	 */
	private function is_block( $block ): bool {
		if ( ! is_array( $block ) || ! is_array( $block['fields'] ?? null ) || ! $block['fields'] ) {
			return false;
		}
		foreach ( [
			'name'  => '/^[A-Z][A-Za-z0-9]*$/',
			'block' => '#^[a-z][a-z0-9-]*/[a-z][a-z0-9-]*$#',
			'title' => '/./',
			'union' => '/^(flexibleContent|sidebarBlocks)$/',
		] as $key => $pattern ) {
			if ( ! is_string( $block[ $key ] ?? null ) || ! preg_match( $pattern, $block[ $key ] ) ) {
				return false;
			}
		}
		$rich = 0;
		foreach ( $block['fields'] as $name => $field ) {
			if ( ! self::is_field( $name, $field ) ) {
				return false;
			}
			$rich += 'html' === $field['kind'] ? 1 : 0;
		}
		// The blocks inside are its one rich text.
		return $rich <= 1;
	}

	/**
	 * Whether something is a field.
	 *
	 * @param int|string $name  Its name.
	 * @param mixed      $field Anything.
	 * @phpstan-assert-if-true Field $field
	 */
	private static function is_field( $name, $field ): bool {
		if ( ! is_string( $name ) || ! preg_match( '/^[a-z][A-Za-z0-9]*$/', $name ) || ! is_array( $field ) || ! in_array( $field['kind'] ?? '', self::KINDS, true ) ) {
			return false;
		}
		if ( 'enum' === $field['kind'] ) {
			return is_array( $field['values'] ?? null ) && [] === array_filter( $field['values'], 'is_array' );
		}
		if ( 'list' !== $field['kind'] ) {
			return true;
		}
		$item = $field['item'] ?? null;
		if ( 'string' === $item ) {
			return true;
		}
		if ( ! is_array( $item ) || ! is_string( $item['name'] ?? null ) || ! preg_match( '/^[A-Z][A-Za-z0-9]*$/', $item['name'] ) || ! is_array( $item['fields'] ?? null ) || ! $item['fields'] ) {
			return false;
		}
		foreach ( $item['fields'] as $inner_name => $inner ) {
			// The editor has rich text in blocks, and lists of lists of lines only.
			if ( ! self::is_field( $inner_name, $inner ) || 'html' === $inner['kind'] || ( 'list' === $inner['kind'] && 'string' !== ( $inner['item'] ?? null ) ) ) {
				return false;
			}
		}
		return true;
	}
}
