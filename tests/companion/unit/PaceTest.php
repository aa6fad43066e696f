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

	/** @dataProvider junk */
	public function test_takes_whatever_is_stored( $stored ): void {
		$this->assertTrue( Pace::take( $stored, 1795000000 )['allowed'] );
	}

	public function junk(): array {
		return [ [ false ], [ 'x' ], [ [] ], [ [ 'tokens' => [], 'at' => null ] ], [ [ 'tokens' => 5, 'at' => 99999999999 ] ] ];
	}
}
