<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Blocks\Content;
use HeadlessSiteCompanion\Blocks\Manifest;
use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use Throwable;
use WPGraphQL\Registry\TypeRegistry;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Page-builder blocks in GraphQL.
 *
 * `Page.flexibleContent` and `Page.sidebarBlocks`. Every field may be null, and fields of one name have one type in all
 * blocks: a null that may not be would empty the whole list, and members that disagree would make the site's query invalid.
 *
 * @phpstan-import-type Block from Manifest
 * @phpstan-import-type Field from Manifest
 */
final class BlockTypes implements Module {

	/** Type of pictures in blocks. */
	private const IMAGE = 'Companion_BlockImage';

	/** @var array<int, array<string, array<int, array<string, mixed>>>> Sections of pages that this request has read, by id. */
	private array $read = [];

	private ?Content $content = null;

	public function register(): void {
		Names::register( [ $this, 'types' ] );
	}

	public function types( TypeRegistry $registry ): void {
		$manifest = Manifest::read();
		$content  = new Content( $manifest );
		$image    = [
			'description' => 'A picture in a block.',
			'fields'      => [
				'sourceUrl' => [
					'type'        => 'String',
					'description' => 'Address of the picture.',
				],
				'altText'   => [
					'type'        => 'String',
					'description' => 'What stands in its place where it is not seen.',
				],
			],
		];
		if ( ! Names::type( $registry, self::IMAGE, $image ) ) {
			return;
		}
		$this->content = $content;
		foreach ( $manifest->unions() as $union => $type ) {
			$members = [];
			foreach ( $manifest->of_union( $union ) as $block ) {
				if ( $this->block( $registry, $manifest, $block ) ) {
					$members[] = $manifest->type_name( $block );
				}
			}
			$config = [
				'description' => 'A section of a page.',
				'typeNames'   => $members,
				'resolveType' => static function ( $section ) use ( $registry ) {
					return $registry->get_type( is_array( $section ) ? $section['__typename'] ?? '' : '' );
				},
			];
			if ( ! $members || ! Names::union( $registry, $type, $config ) ) {
				continue;
			}
			Names::field(
				$registry,
				'Page',
				$union,
				[
					'type'        => [ 'list_of' => $type ],
					'description' => 'flexibleContent' === $union ? 'The sections of the page. Empty where the page has none: then `content` is the page.' : 'What stands beside the page.',
					'resolve'     => function ( $page ) use ( $content, $union, $members ): array {
						$sections = $this->sections( $page, $content )[ $union ] ?? [];
						return array_values(
							array_filter(
								$sections,
								static function ( array $section ) use ( $members ): bool {
									return in_array( $section['__typename'] ?? '', $members, true );
								}
							)
						);
					},
				]
			);
		}
	}

	/**
	 * Reads the sections of a page while somebody marks blocks: this request gives them with these marks.
	 *
	 * @param mixed $page Model of WPGraphQL.
	 * @return bool Whether the page has sections: otherwise its content is the page.
	 */
	public function mark( $page ): bool {
		$content = $this->content;
		if ( null === $content ) {
			return false;
		}
		$this->forget( $page );
		return ! empty( $this->sections( $page, $content )['flexibleContent'] );
	}

	/**
	 * The sections of a page are read again, without marks.
	 *
	 * @param mixed $page Model of WPGraphQL.
	 */
	public function forget( $page ): void {
		unset( $this->read[ (int) ( $page->databaseId ?? 0 ) ] ); // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- WPGraphQL's.
	}

	/**
	 * Sections of a page. Errors in its content leave the rest of the answer untouched.
	 *
	 * @param mixed $page Model of WPGraphQL.
	 * @return array<string, array<int, array<string, mixed>>> By list.
	 */
	private function sections( $page, Content $content ): array {
		$id = (int) ( $page->databaseId ?? 0 ); // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- WPGraphQL's.
		// Protected by a password, or of somebody else: WPGraphQL hides `content`, too.
		if ( 0 === $id || ! empty( $page->isRestricted ) ) { // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- WPGraphQL's.
			return [];
		}
		if ( ! isset( $this->read[ $id ] ) ) {
			$post              = get_post( $id );
			$this->read[ $id ] = [];
			try {
				$this->read[ $id ] = $post instanceof WP_Post ? $content->of( $post ) : [];
			} catch ( Throwable $error ) {
				Hooks::report( 'blocks', $error );
			}
		}
		return $this->read[ $id ];
	}

	/**
	 * Registers the type of a block and those of its lists.
	 *
	 * @param Manifest $manifest Names of types.
	 * @param Block $block Block of the manifest.
	 * @return bool Whether it is ours.
	 */
	private function block( TypeRegistry $registry, Manifest $manifest, array $block ): bool {
		$name = $manifest->type_name( $block );
		foreach ( $block['fields'] as $field ) {
			if ( 'list' !== $field['kind'] || ! is_array( $field['item'] ?? null ) ) {
				continue;
			}
			/**
			 * The manifest checks fields in lists, too.
			 *
			 * @var array<string, Field> $fields
			 */
			$fields = $field['item']['fields'];
			$item   = [
				'description' => 'An entry of a list in a block.',
				'fields'      => self::fields( $fields, $name ),
			];
			if ( ! Names::type( $registry, $name . '_' . $field['item']['name'], $item ) ) {
				return false;
			}
		}
		$type = [
			'description' => $block['title'],
			'fields'      => self::fields( $block['fields'], $name ),
		];
		return Names::type( $registry, $name, $type );
	}

	/**
	 * Fields of a type.
	 *
	 * @param array<string, Field> $fields Fields of the manifest.
	 * @param string $owner Name of the block's type.
	 * @return array<string, array{type: string|array{list_of: string}, description: string}>
	 */
	private static function fields( array $fields, string $owner ): array {
		$types = [];
		foreach ( $fields as $name => $field ) {
			$type = 'boolean' === $field['kind'] ? 'Boolean' : ( 'image' === $field['kind'] ? self::IMAGE : 'String' );
			if ( 'list' === $field['kind'] ) {
				$item = $field['item'] ?? 'string';
				$type = [ 'list_of' => is_array( $item ) ? $owner . '_' . $item['name'] : 'String' ];
			}
			$types[ $name ] = [
				'type'        => $type,
				'description' => sprintf( 'Kind: %s.', $field['kind'] ),
			];
		}
		return $types;
	}
}
