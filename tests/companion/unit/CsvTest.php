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
		$all = array( '=1+1', '+1', '-1', '@SUM(A1)', "\t=1", "\r=1", ' =1', "\n=1", "\xC2\xA0=1", '＝1+1', '＋1', '－1', '＠SUM(A1)', '|calc', '%0A' );
		return array_combine( array_map( 'json_encode', $all ), array_chunk( $all, 1 ) );
	}

	/** @dataProvider formulas */
	public function test_a_formula_becomes_text( string $formula ): void {
		$this->assertSame( '"\'' . $formula . "\"\r\n", Csv::line( array( $formula ) ) );
	}

	public function harmless(): array {
		return array( array( '/a=b' ), array( 'a-b' ), array( 'Content changed: =1' ), array( '' ), array( '日本語' ), array( 'à la carte' ), array( '{"a":-1}' ) );
	}

	/** @dataProvider harmless */
	public function test_other_text_stays_as_it_is( string $text ): void {
		$this->assertSame( '"' . str_replace( '"', '""', $text ) . "\"\r\n", Csv::line( array( $text ) ) );
	}
}
