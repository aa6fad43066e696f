<?php

use HeadlessSiteCompanion\Admin\Csv;
use PHPUnit\Framework\TestCase;

/**
 * Lines of the exported log.
 */
final class CsvTest extends TestCase {

	public function test_quotes_everything(): void {
		$this->assertSame( "\"a\",\"say \"\"hi\"\"\",\"1,2\",\"two\nlines\",\"7\"\r\n", Csv::line( array( 'a', 'say "hi"', '1,2', "two\nlines", 7 ) ) );
	}

	public function formulas(): array {
		$all = array( '=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)', '|calc', '%0A' );
		return array_combine( $all, array_chunk( $all, 1 ) );
	}

	/** @dataProvider formulas */
	public function test_a_formula_becomes_text_wherever_a_cell_may_begin( string $formula ): void {
		foreach ( array( '', ' ', "\t", "\r", "\n", "\xC2\xA0", '"', 'x;', 'x; ', "x\t", "x\n\n", 'x;"', 'x;" ";' ) as $before ) {
			$this->assertSame( '"' . str_replace( '"', '""', $before ) . "'" . $formula . "\"\r\n", Csv::line( array( $before . $formula ) ) );
		}
	}

	/** A cell as a spreadsheet reads it where a semicolon separates. */
	public function test_no_formula_begins_where_a_semicolon_separates(): void {
		$cells = str_getcsv( Csv::line( array( 'x', "y;=cmd|' /C calc'!A0", 'z;"=1+1"' ) ), ';', '"', '' );
		$this->assertCount( 3, $cells );
		foreach ( $cells as $cell ) {
			$this->assertDoesNotMatchRegularExpression( '/^["\s]*[=+@-]/', $cell );
		}
	}

	public function harmless(): array {
		return array( array( '/a=b' ), array( 'a-b' ), array( 'Content changed: =1' ), array( '' ), array( '日本語' ), array( 'à la carte' ), array( '{"a":-1}' ), array( 'x; y' ), array( "a\n\nb; c" ), array( 'a, -b' ) );
	}

	/** @dataProvider harmless */
	public function test_other_text_stays_as_it_is( string $text ): void {
		$this->assertSame( '"' . str_replace( '"', '""', $text ) . "\"\r\n", Csv::line( array( $text ) ) );
	}
}
