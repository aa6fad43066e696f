<?php
/**
 * How often a delivery may follow a save at once.
 */

declare( strict_types=1 );

use HeadlessSiteCompanion\Revalidation\Pace;
use PHPUnit\Framework\TestCase;

final class PaceTest extends TestCase {

	public function test_an_editor_never_waits_an_import_does(): void {
		$state   = null;
		$allowed = 0;
		// Ten saves a second for an hour.
		for ( $tick = 0; $tick < 36000; $tick++ ) {
			$took     = Pace::take( $state, 1795000000 + intdiv( $tick, 10 ) );
			$state    = $took['state'];
			$allowed += (int) $took['allowed'];
		}
		$this->assertSame( Pace::BURST + 59, $allowed );
		$state = null;
		for ( $minute = 0; $minute < 600; $minute++ ) {
			$took  = Pace::take( $state, 1795000000 + 60 * $minute );
			$state = $took['state'];
			$this->assertTrue( $took['allowed'] );
		}
	}

	/** @return array{0: int, 1: array} How many of a hundred are allowed at one moment, and what is stored then. */
	private function storm( $state, int $now ): array {
		$allowed = 0;
		for ( $i = 0; $i < 100; $i++ ) {
			$took     = Pace::take( $state, $now );
			$state    = $took['state'];
			$allowed += (int) $took['allowed'];
		}
		return [ $allowed, $state ];
	}

	public function test_twenty_at_once_then_one_a_minute(): void {
		list( $allowed, $state ) = $this->storm( null, 1795000000 );
		$this->assertSame( 20, $allowed );
		$this->assertFalse( Pace::take( $state, 1795000059 )['allowed'] );
		$this->assertSame( 1, $this->storm( $state, 1795000060 )[0] );
		$this->assertSame( 5, $this->storm( $state, 1795000300 )[0] );
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
		$this->assertSame( 1, $this->storm( $state, 1795000060 )[0] );
	}

	/** @dataProvider junk */
	public function test_takes_whatever_is_stored( $stored ): void {
		$this->assertTrue( Pace::take( $stored, 1795000000 )['allowed'] );
	}

	public function junk(): array {
		return [ [ false ], [ 'x' ], [ [] ], [ [ 'tokens' => [], 'at' => null ] ], [ [ 'tokens' => 5, 'at' => 99999999999 ] ] ];
	}
}
