<?php

use HeadlessSiteCompanion\Rest\Window;
use PHPUnit\Framework\TestCase;

/**
 * Figures of the last day.
 */
final class WindowTest extends TestCase {

	private const NOW = 1000000;

	private static function delivery( int $ago, int $status, int $ms, int $paths = 1 ): array {
		return array(
			'at'     => self::NOW - $ago,
			'ok'     => $status >= 200 && $status < 300,
			'status' => $status,
			'ms'     => $ms,
			'paths'  => $paths,
		);
	}

	public function test_nothing_is_unknown_and_not_zero_milliseconds(): void {
		$this->assertSame(
			array(
				'seconds'    => 86400,
				'deliveries' => 0,
				'failures'   => 0,
				'paths'      => 0,
				'medianMs'   => null,
				'slowestMs'  => null,
			),
			Window::figures( array(), self::NOW, 200 )
		);
	}

	public function test_counts_what_is_within_a_day_only(): void {
		$figures = Window::figures( array( self::delivery( 86400, 200, 900, 9 ), self::delivery( 86399, 200, 10, 2 ), self::delivery( 0, 500, 30, 4 ) ), self::NOW, 200 );
		$this->assertSame( array( 2, 1, 2, 20, 30 ), array( $figures['deliveries'], $figures['failures'], $figures['paths'], $figures['medianMs'], $figures['slowestMs'] ) );
	}

	public function test_no_answer_is_a_failure_without_a_time(): void {
		$figures = Window::figures( array( self::delivery( 9, 0, 5000 ), self::delivery( 8, 200, 40 ), self::delivery( 7, 200, 20 ), self::delivery( 6, 200, 90 ) ), self::NOW, 200 );
		$this->assertSame( array( 1, 40, 90 ), array( $figures['failures'], $figures['medianMs'], $figures['slowestMs'] ) );
	}

	public function test_a_full_history_speaks_of_less_than_a_day(): void {
		$deliveries = array( self::delivery( 600, 200, 1 ), self::delivery( 10, 200, 1 ) );
		$this->assertSame( 600, Window::figures( $deliveries, self::NOW, 2 )['seconds'] );
		$this->assertSame( 86400, Window::figures( $deliveries, self::NOW, 3 )['seconds'] );
		$this->assertSame( 86400, Window::figures( array( self::delivery( 90000, 200, 1 ), self::delivery( 10, 200, 1 ) ), self::NOW, 2 )['seconds'] );
	}

	public function test_damaged_entries_do_no_harm(): void {
		$this->assertSame( 0, Window::figures( array( array( 'x' => 1 ) ), self::NOW, 200 )['deliveries'] );
	}
}
