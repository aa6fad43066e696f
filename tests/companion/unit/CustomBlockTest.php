<?php

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Tests;

use HeadlessSiteCompanion\Blocks\Manifest;
use PHPUnit\Framework\TestCase;

final class CustomBlockTest extends TestCase {

	private function manifest( array $custom = [] ): Manifest {
		return new Manifest( json_decode( (string) file_get_contents( __DIR__ . '/../../../companion-plugin/blocks/manifest.json' ), true ), $custom );
	}

	/** @dataProvider custom_blocks */
	public function test_takes_only_what_is_a_block_and_says_why( string $mistake, $custom ): void {
		$before   = count( $this->manifest()->blocks() );
		$manifest = $this->manifest( [ $custom ] );
		$this->assertCount( $before + (int) ( '' === $mistake ), $manifest->blocks() );
		$this->assertCount( (int) ( '' !== $mistake ), $manifest->mistakes() );
		$this->assertStringContainsString( $mistake, implode( $manifest->mistakes() ) );
	}

	public static function custom_blocks(): array {
		$custom = [
			'name'   => 'Notice',
			'union'  => 'flexibleContent',
			'block'  => 'acme/notice',
			'title'  => 'Notice',
			'fields' => [ 'text' => [ 'kind' => 'string' ] ],
		];
		$with   = static function ( array $fields ) use ( $custom ): array {
			return [ 'fields' => $fields ] + $custom;
		};
		$item   = static function ( array $fields ): array {
			return [
				'kind' => 'list',
				'item' => [
					'name'   => 'Row',
					'fields' => $fields,
				],
			];
		};
		return [
			'a block'                => [ '', $custom ],
			'a list of lines'        => [ '', $with( [ 'lines' => [ 'kind' => 'list', 'item' => 'string' ] ] ) ],
			'a list of rows'         => [ '', $with( [ 'rows' => $item( [ 'a' => [ 'kind' => 'url' ] ] ) ] ) ],
			'a text'                 => [ 'entry 0 was not added: it is no array', 'junk' ],
			'no fields'              => [ '"fields" must be', $with( [] ) ],
			'an unknown kind'        => [ 'acme/notice was not added: field "a": "kind" must be one of string, html', $with( [ 'a' => [ 'kind' => 'video' ] ] ) ],
			'a name with a space'    => [ 'the field name "a b"', $with( [ 'a b' => [ 'kind' => 'string' ] ] ) ],
			'two rich texts'         => [ 'more than one field of kind html', $with( [ 'a' => [ 'kind' => 'html' ], 'b' => [ 'kind' => 'html' ] ] ) ],
			'rich text in a list'    => [ 'in the rows of "rows", field "a"', $with( [ 'rows' => $item( [ 'a' => [ 'kind' => 'html' ] ] ) ] ) ],
			'a list in a list'       => [ 'in the rows of "rows", field "a"', $with( [ 'rows' => $item( [ 'a' => $item( [ 'b' => [ 'kind' => 'url' ] ] ) ] ) ] ) ],
			'an enum without values' => [ '"values" must be a list', $with( [ 'a' => [ 'kind' => 'enum' ] ] ) ],
			'a name that is taken'   => [ 'is taken by the block companion/hero-centered', [ 'name' => 'HeroCentered' ] + $custom ],
			'a block that is taken'  => [ 'companion/sidebar was not added: there is a block', [ 'block' => 'companion/sidebar' ] + $custom ],
			'a name in other capitals' => [ 'its name "CtaSimple" is taken by the block companion/cta-simple, whose name is "CTASimple"', [ 'name' => 'CtaSimple' ] + $custom ],
			'the same name in the sidebar' => [ '', [ 'name' => 'HeroCentered', 'union' => 'sidebarBlocks' ] + $custom ],
			'a block of WordPress'   => [ 'core/paragraph was not added: blocks of that namespace', [ 'block' => 'core/paragraph' ] + $custom ],
			'no title'               => [ '"title" must be a text', [ 'title' => '' ] + $custom ],
			'rows of one name'       => [ 'two lists have rows of the name "Row"', $with( [ 'a' => $item( [ 'a' => [ 'kind' => 'url' ] ] ), 'b' => $item( [ 'b' => [ 'kind' => 'url' ] ] ) ] ) ],
			'a mistake in a row'     => [ 'in the rows of "rows", field "a": "kind" must be', $with( [ 'rows' => $item( [ 'a' => [ 'kind' => 'text' ] ] ) ] ) ],
			'another union'          => [ '"union" must be flexibleContent or', [ 'union' => 'footer' ] + $custom ],
			'no namespace'           => [ 'notice was not added: "block" must be', [ 'block' => 'notice' ] + $custom ],
		];
	}
}
