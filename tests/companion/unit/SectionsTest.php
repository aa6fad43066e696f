<?php

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Tests;

use HeadlessSiteCompanion\Blocks\Limits;
use HeadlessSiteCompanion\Blocks\Manifest;
use HeadlessSiteCompanion\Blocks\Sections;
use PHPUnit\Framework\TestCase;

final class SectionsTest extends TestCase {

	private function manifest(): Manifest {
		return new Manifest( json_decode( (string) file_get_contents( __DIR__ . '/../../../companion-plugin/blocks/manifest.json' ), true ) );
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

	public function test_leaves_out_references_beyond_the_limits_and_what_would_follow_them(): void {
		$ref  = function ( $id ): array {
			return $this->block( 'core/block', [], [ 'ref' => $id ] );
		};
		$hero = $this->block( 'companion/pricing' );
		$text = $this->block( 'core/paragraph' );
		// 7 is beyond the limits itself; 8 holds it, 9 holds it among ours.
		$reusable = [
			7 => null,
			8 => [ $text, $ref( 7 ) ],
			9 => [ $hero, $ref( 7 ), $text ],
		];
		// A mark stands beside the text, once.
		$this->assertSame( [ [ 'pricing', 2 ], [] ], $this->sorted( [ $hero, $ref( 7 ), $ref( 8 ) ], $reusable ) );
		$this->assertSame( [ [ 'pricing', 2 ], [] ], $this->sorted( [ $ref( 9 ) ], $reusable ) );
		$calls    = 0;
		$sections = new Sections(
			$this->manifest(),
			static function () use ( &$calls, $text ): array {
				++$calls;
				return [ $text ];
			}
		);
		$cover    = $this->block( 'core/cover', array_map( $ref, range( 1, 150 ) ) );
		$found    = $sections->of( array_merge( [ $hero ], array_map( $ref, range( 200, 300 ) ), [ $cover ] ) )['sections'][1]['run'];
		$this->assertSame( Limits::REFERENCES, $calls );
		$this->assertCount( 102, $found );
		$this->assertSame( [ Limits::CUT ], array_values( array_filter( array_column( $found[101]['innerBlocks'], 'innerHTML' ) ) ) );
		$this->assertSame( Limits::REFERENCES - 101, count( array_filter( array_column( $found[101]['innerBlocks'], 'blockName' ) ) ) );
	}

	public function test_gives_what_is_more_than_a_frame_whole(): void {
		$hero  = $this->block( 'companion/pricing' );
		$frame = '<div class="wp-block-group">  </div>';
		foreach ( [
			[ 'core/group', $frame, 'pricing' ],
			[ 'core/group', '<main>' . "\n" . '</main>', 'pricing' ],
			[ 'core/columns', $frame, 'pricing' ],
			[ 'core/group', '<div>Words</div>', 1 ],
			[ 'core/group', '<div><img src="a.png"></div>', 1 ],
			[ 'core/cover', $frame, 1 ],
			[ 'acme/frame', $frame, 1 ],
		] as list( $name, $html, $expected ) ) {
			$this->assertSame( [ [ 'pricing', $expected ], [] ], $this->sorted( [ $hero, $this->block( $name, [ $hero ], [], $html ) ] ), $name . $html );
		}
	}

	public function test_finds_sidebars_wherever_they_are(): void {
		$hero   = $this->block( 'companion/pricing' );
		$beside = $this->block( 'companion/sidebar', [ $this->block( 'core/paragraph' ), $this->block( 'core/group', [ $this->block( 'companion/sidebar-cta-simple' ) ] ) ] );
		foreach ( [ 'core/group', 'core/cover', 'companion/content-section' ] as $name ) {
			$this->assertSame( [ 'companion/sidebar-cta-simple' ], $this->sorted( [ $hero, $this->block( 'core/group', [ $this->block( $name, [ $beside ] ) ] ) ] )[1], $name );
		}
	}

	public function test_stops_at_frames_that_are_far_too_deep(): void {
		$block = $this->block( 'companion/pricing' );
		for ( $depth = 0; $depth < 60; $depth++ ) {
			$block = $this->block( 'core/group', [ $block ] );
		}
		$this->assertSame( [ [], [] ], $this->sorted( [ $block ] ) );
	}
}
