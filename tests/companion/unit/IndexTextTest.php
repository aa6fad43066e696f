<?php

use HeadlessSiteCompanion\GraphQL\IndexText;
use PHPUnit\Framework\TestCase;

/**
 * Rows of the content index as text.
 */
final class IndexTextTest extends TestCase {

	private const ROW = [
		'id'        => 7,
		'path'      => '/a/',
		'title'     => 'A',
		'date'      => '2026-11-20T22:17:49',
		'modified'  => null,
		'terms'     => [ 3, 4 ],
		'author'    => 2,
		'protected' => false,
		'unlisted'  => false,
	];

	public function test_a_row_is_a_list_in_the_order_of_the_columns(): void {
		$this->assertSame( array_keys( self::ROW ), IndexText::COLUMNS );
		$packed = IndexText::of( [ self::ROW, [ 'protected' => true ] + self::ROW ] );
		$this->assertSame( '[[7,"/a/","A","2026-11-20T22:17:49",null,[3,4],2],[7,"/a/","A","2026-11-20T22:17:49",null,[3,4],2,1]]', $packed['text'] );
		$this->assertSame( 2, $packed['count'] );
	}

	public function test_a_mark_says_what_those_before_it_are(): void {
		$unlisted = [ 'unlisted' => true ] + self::ROW;
		$packed   = IndexText::of( [ $unlisted, [ 'protected' => true ] + $unlisted ] );
		$this->assertSame( '[[7,"/a/","A","2026-11-20T22:17:49",null,[3,4],2,0,1],[7,"/a/","A","2026-11-20T22:17:49",null,[3,4],2,1,1]]', $packed['text'] );
	}

	public function test_no_rows_are_an_empty_list(): void {
		$this->assertSame( [ 'text' => '[]', 'count' => 0 ], IndexText::of( [] ) );
	}

	/** A filter may have put in anything. */
	public function test_every_value_is_of_its_type(): void {
		$odd = [
			'id'     => '9',
			'path'   => null,
			'title'  => [ 'no text' ],
			'date'   => 5,
			'terms'  => [ 'x' => '3', 'y' => null ],
			'author' => 0,
			'more'   => 'of no use',
		];
		$this->assertSame( '[[9,null,null,"5",null,[3,0],null]]', IndexText::of( [ $odd ] )['text'] );
		$this->assertSame( '[[0,null,null,null,null,[],null]]', IndexText::of( [ [] ] )['text'] );
	}

	public function test_other_alphabets_stay_and_broken_ones_do_not_break_the_rest(): void {
		$row = [ 'path' => '/日本/', 'title' => "Gr\xf6\xdfe" ] + self::ROW;
		$this->assertStringContainsString( '"/日本/","Gr��e"', IndexText::of( [ $row, $row ] )['text'] );
		$this->assertIsArray( json_decode( IndexText::of( [ $row ] )['text'] ) );
	}

	/** Counted as the text stands in a JSON document, where every quote takes two bytes: that is what the site stores. */
	public function test_the_text_stays_below_the_limit_inside_a_json_document(): void {
		$rows = array_fill( 0, 50, [ 'title' => str_repeat( '"\\日', 5 ) ] + self::ROW );
		foreach ( [ 1000, 1001, 1234, 2000, 3000 ] as $limit ) {
			$packed = IndexText::of( $rows, $limit );
			$bytes  = strlen( json_encode( $packed['text'], JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ) ) - 2;
			$this->assertLessThanOrEqual( $limit, $bytes );
			$this->assertGreaterThan( $limit - 200, $bytes, 'and no row less than fits' );
			$this->assertCount( $packed['count'], json_decode( $packed['text'] ) );
			$this->assertLessThan( 50, $packed['count'] );
		}
	}

	public function test_a_row_that_is_larger_than_the_limit_goes_alone(): void {
		$large = [ 'title' => str_repeat( 'x', 2000 ) ] + self::ROW;
		$this->assertSame( 1, IndexText::of( [ $large, self::ROW ], 1000 )['count'] );
		$this->assertSame( 1, IndexText::of( [ self::ROW, $large ], 1000 )['count'] );
	}

	/** design.md: 5,000 rows a request. Rows of usual length must fit. */
	public function test_five_thousand_usual_rows_fit(): void {
		$row = [
			'title' => 'A title of some forty characters, or more',
			'path'  => '/a-title-of-some-forty-characters-or-more/',
		] + self::ROW;
		$this->assertSame( 5000, IndexText::of( array_fill( 0, 5000, $row ) )['count'] );
	}
}
