<?php
/**
 * How often a delivery may follow a save at once.
 */

declare( strict_types=1 );

use HeadlessSiteCompanion\Revalidation\RateLimiter;
use PHPUnit\Framework\TestCase;

final class RateLimiterTest extends TestCase {

	public function test_an_editor_hardly_waits_an_import_does(): void {
		$state   = null;
		$allowed = 0;
		// Ten saves a second for an hour.
		for ( $tick = 0; $tick < 36000; $tick++ ) {
			$took     = RateLimiter::take( $state, 1795000000 + intdiv( $tick, 10 ) );
			$state    = $took['state'];
			$allowed += (int) $took['allowed'];
		}
		$this->assertSame( RateLimiter::BURST + 1799, $allowed );
		$state = null;
		for ( $save = 0; $save < 600; $save++ ) {
			$took  = RateLimiter::take( $state, 1795000000 + 2 * $save );
			$state = $took['state'];
			$this->assertTrue( $took['allowed'] );
		}
	}

	/** @return array{0: int, 1: array} How many of a hundred are allowed at one moment, and what is stored then. */
	private function storm( $state, int $now ): array {
		$allowed = 0;
		for ( $i = 0; $i < 100; $i++ ) {
			$took     = RateLimiter::take( $state, $now );
			$state    = $took['state'];
			$allowed += (int) $took['allowed'];
		}
		return [ $allowed, $state ];
	}

	public function test_twenty_at_once_then_one_in_two_seconds(): void {
		list( $allowed, $state ) = $this->storm( null, 1795000000 );
		$this->assertSame( 20, $allowed );
		$this->assertFalse( RateLimiter::take( $state, 1795000001 )['allowed'] );
		$this->assertSame( 1, $this->storm( $state, 1795000002 )[0] );
		$this->assertSame( 5, $this->storm( $state, 1795000010 )[0] );
	}

	public function test_the_last_save_waits_no_longer_than_a_ration(): void {
		foreach ( [ null, $this->storm( null, 1795000000 )[1], [ 'tokens' => -5.0, 'at' => 1795000000 ], [ 'tokens' => 0.0, 'at' => 99999999999 ] ] as $state ) {
			$this->assertLessThanOrEqual( 2, RateLimiter::seconds_to_wait( $state, 1795000000 ) );
			$this->assertGreaterThanOrEqual( 0, RateLimiter::seconds_to_wait( $state, 1795000000 ) );
		}
	}

	public function test_a_quiet_day_saves_up_no_more_than_that(): void {
		$state = $this->storm( null, 1795000000 )[1];
		$this->assertSame( 20, $this->storm( $state, 1795086400 )[0] );
	}

	public function test_a_clock_that_is_set_back_neither_gives_nor_takes(): void {
		$state                   = [
			'tokens' => 3.0,
			'at'     => 1795003600,
		];
		list( $allowed, $state ) = $this->storm( $state, 1795000000 );
		$this->assertSame( 3, $allowed );
		$this->assertSame( 1, $this->storm( $state, 1795000002 )[0] );
	}

	/** @dataProvider junk */
	public function test_takes_whatever_is_stored( $stored ): void {
		$this->assertTrue( RateLimiter::take( $stored, 1795000000 )['allowed'] );
	}

	public function junk(): array {
		return [ [ false ], [ 'x' ], [ [] ], [ [ 'tokens' => [], 'at' => null ] ], [ [ 'tokens' => 5, 'at' => 99999999999 ] ] ];
	}
}
