<?php
/**
 * When to try again.
 */

declare( strict_types=1 );

use HeadlessSiteCompanion\Revalidation\RetryPolicy;
use PHPUnit\Framework\TestCase;

final class RetryPolicyTest extends TestCase {

	/** @dataProvider schedule */
	public function test_waits_longer_each_time( int $attempts, int $seconds ): void {
		$this->assertSame( $seconds, RetryPolicy::delay( $attempts, 0.5 ) );
		$this->assertSame( (int) round( 0.8 * $seconds ), RetryPolicy::delay( $attempts, 0.0 ) );
		$this->assertSame( (int) round( 1.2 * $seconds ), RetryPolicy::delay( $attempts, 1.0 ) );
	}

	public function schedule(): array {
		return [
			'1 min'  => [ 1, 60 ],
			'5 min'  => [ 2, 300 ],
			'30 min' => [ 3, 1800 ],
			'2 h'    => [ 4, 7200 ],
			'6 h'    => [ 5, 21600 ],
			'24 h'   => [ 6, 86400 ],
		];
	}

	public function test_gives_up_after_the_seventh(): void {
		$this->assertNull( RetryPolicy::delay( 7, 0.5 ) );
		$this->assertNull( RetryPolicy::delay( 700, 0.5, 10 ) );
	}

	public function test_honours_retry_after_up_to_a_day(): void {
		$this->assertSame( 900, RetryPolicy::delay( 1, 0.5, 900 ) );
		$this->assertSame( 60, RetryPolicy::delay( 1, 0.5, 5 ) );
		$this->assertSame( 86400, RetryPolicy::delay( 1, 0.5, 10000000 ) );
	}

	public function test_sends_again_soon_what_took_effect_and_never_gives_up(): void {
		$this->assertSame( [ 5, 10, 20, 40, 40 ], array_map( fn( $attempts ) => RetryPolicy::delay_again( $attempts, 5 ), [ 1, 2, 3, 4, 700 ] ) );
		$this->assertSame( 60, RetryPolicy::delay_again( 1, null ) );
		$this->assertSame( 60, RetryPolicy::delay_again( 4, 3600 ) );
		$this->assertSame( 1, RetryPolicy::delay_again( 1, 0 ) );
	}

	/** @dataProvider headers */
	public function test_reads_retry_after( string $header, ?int $seconds ): void {
		$this->assertSame( $seconds, RetryPolicy::retry_after( $header, 1795000000 ) );
	}

	public function headers(): array {
		return [
			'seconds'       => [ '120', 120 ],
			'a date'        => [ gmdate( 'D, d M Y H:i:s', 1795000090 ) . ' GMT', 90 ],
			'a date before' => [ gmdate( 'D, d M Y H:i:s', 1794000000 ) . ' GMT', 0 ],
			'nothing'       => [ '', null ],
			'negative'      => [ '-5x', null ],
			'junk'          => [ 'soon, perhaps', null ],
		];
	}
}
