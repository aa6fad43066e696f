<?php

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Tests;

use HeadlessSiteCompanion\Blocks\Manifest;
use HeadlessSiteCompanion\Blocks\Sections;
use PHPUnit\Framework\TestCase;

final class SectionsTest extends TestCase {

	private function manifest( array $own = [] ): Manifest {
		return new Manifest( json_decode( (string) file_get_contents( __DIR__ . '/../../../companion-plugin/blocks/manifest.json' ), true ), $own );
	}

	/** A block as parse_blocks() gives it. */
	private function block( ?string $name, array $inner = [], array $attributes = [], string $html = '' ): array {
		return [
			'blockName'    => $name,
			'attrs'        => $attributes,
			'innerBlocks'  => $inner,
			'innerHTML'    => $html,
			'innerContent' => [],
		];
	}

	/** Names of the sections; a run is a number of blocks. */
	private function sorted( array $blocks, array $reusable = [] ): array {
		$sections = new Sections(
			$this->manifest(),
			static function ( string $name, string $key ) use ( $reusable ): ?array {
				return array_key_exists( $key, $reusable ) ? $reusable[ $key ] : [];
			}
		);
		$found = $sections->of( $blocks );
		return [
			array_map(
				static function ( array $section ) {
					return '' === $section['name'] ? count( $section['run'] ) : substr( $section['name'], 10 );
				},
				$found['sections']
			),
			array_column( $found['sidebar'], 'blockName' ),
		];
	}

	public function test_keeps_what_stands_between_together(): void {
		$hero = $this->block( 'companion/hero-centered' );
		$text = $this->block( 'core/paragraph' );
		$gap  = $this->block( null, [], [], "\n\n" );
		$this->assertSame( [ [ 2, 'hero-centered', 3 ], [] ], $this->sorted( [ $gap, $text, $gap, $hero, $gap, $text, $gap, $text ] ) );
	}

	public function test_has_no_sections_without_a_block_of_the_page_builder(): void {
		$this->assertSame( [ [], [] ], $this->sorted( [ $this->block( 'core/paragraph' ) ] ) );
		$beside = $this->block( 'companion/sidebar', [ $this->block( 'companion/sidebar-cta-simple' ) ] );
		$this->assertSame( [ [], [ 'companion/sidebar-cta-simple' ] ], $this->sorted( [ $beside, $this->block( 'core/paragraph' ) ] ) );
	}

	public function test_opens_frames_only_where_something_of_ours_is_inside(): void {
		$inside  = $this->block( 'core/group', [ $this->block( 'core/group', [ $this->block( 'companion/pricing' ) ] ) ] );
		$without = $this->block( 'core/group', [ $this->block( 'core/paragraph' ), $this->block( 'core/paragraph' ) ] );
		$this->assertSame( [ [ 'pricing', 1 ], [] ], $this->sorted( [ $inside, $without ] ) );
	}

	public function test_ends_in_reusable_blocks_that_hold_each_other(): void {
		$ref      = function ( int $id ): array {
			return $this->block( 'core/block', [], [ 'ref' => $id ] );
		};
		$reusable = [
			1 => [ $this->block( 'companion/pricing' ), $ref( 2 ) ],
			2 => [ $ref( 1 ), $this->block( 'companion/testimonials' ) ],
			3 => [ $ref( 3 ) ],
			4 => [ $this->block( 'core/paragraph' ) ],
		];
		$this->assertSame( [ [ 'pricing', 'testimonials' ], [] ], $this->sorted( [ $ref( 1 ) ], $reusable ) );
		$this->assertSame( [ [], [] ], $this->sorted( [ $ref( 3 ) ], $reusable ) );
		$this->assertSame( [ [ 'pricing', 1, 'testimonials', 1 ], [] ], $this->sorted( [ $this->block( 'companion/pricing' ), $ref( 4 ), $this->block( 'companion/testimonials' ), $ref( 4 ) ], $reusable ) );
	}

	public function test_stops_at_frames_that_are_far_too_deep(): void {
		$block = $this->block( 'companion/pricing' );
		for ( $depth = 0; $depth < 60; $depth++ ) {
			$block = $this->block( 'core/group', [ $block ] );
		}
		$this->assertSame( [ [], [] ], $this->sorted( [ $block ] ) );
	}

	/** @dataProvider own_blocks */
	public function test_takes_only_what_is_a_block( bool $is_taken, $own ): void {
		$before = count( $this->manifest()->blocks() );
		$this->assertCount( $before + (int) $is_taken, $this->manifest( [ $own ] )->blocks() );
	}

	public static function own_blocks(): array {
		$own  = [
			'name'   => 'Notice',
			'union'  => 'flexibleContent',
			'block'  => 'acme/notice',
			'title'  => 'Notice',
			'fields' => [ 'text' => [ 'kind' => 'string' ] ],
		];
		$with = static function ( array $fields ) use ( $own ): array {
			return [ 'fields' => $fields ] + $own;
		};
		$item = static function ( array $fields ): array {
			return [
				'kind' => 'list',
				'item' => [
					'name'   => 'Row',
					'fields' => $fields,
				],
			];
		};
		return [
			'a block'                => [ true, $own ],
			'a list of lines'        => [ true, $with( [ 'lines' => [ 'kind' => 'list', 'item' => 'string' ] ] ) ],
			'a list of rows'         => [ true, $with( [ 'rows' => $item( [ 'a' => [ 'kind' => 'url' ] ] ) ] ) ],
			'a text'                 => [ false, 'junk' ],
			'no fields'              => [ false, $with( [] ) ],
			'an unknown kind'        => [ false, $with( [ 'a' => [ 'kind' => 'video' ] ] ) ],
			'a name with a space'    => [ false, $with( [ 'a b' => [ 'kind' => 'string' ] ] ) ],
			'two rich texts'         => [ false, $with( [ 'a' => [ 'kind' => 'html' ], 'b' => [ 'kind' => 'html' ] ] ) ],
			'rich text in a list'    => [ false, $with( [ 'rows' => $item( [ 'a' => [ 'kind' => 'html' ] ] ) ] ) ],
			'a list in a list'       => [ false, $with( [ 'rows' => $item( [ 'a' => $item( [ 'b' => [ 'kind' => 'url' ] ] ) ] ) ] ) ],
			'an enum without values' => [ false, $with( [ 'a' => [ 'kind' => 'enum' ] ] ) ],
			'a name that is taken'   => [ false, [ 'name' => 'HeroCentered' ] + $own ],
			'a block that is taken'  => [ false, [ 'block' => 'companion/sidebar' ] + $own ],
			'another union'          => [ false, [ 'union' => 'footer' ] + $own ],
			'no namespace'           => [ false, [ 'block' => 'notice' ] + $own ],
		];
	}
}
