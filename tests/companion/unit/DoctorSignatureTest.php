<?php

use HeadlessSiteCompanion\Pairing\DoctorSignature;
use PHPUnit\Framework\TestCase;

/** The signature of doctor, held to the vectors that the command line is held to. */
final class DoctorSignatureTest extends TestCase {

	/** @return array<string, array{0: array<string, mixed>}> */
	public function rows(): array {
		return cases( vectors( 'doctor' )['judge'] );
	}

	/** @dataProvider rows */
	public function test_judges( array $row ): void {
		[ 'secrets' => $now, 'previous' => $before ] = vectors( 'doctor' );
		$judged = DoctorSignature::judge( $row['value'], [ $now['revalidation'], $before['revalidation'] ], [ $now['preview'], $before['preview'] ], $row['now'] );
		$this->assertSame( $row['result'], $judged );
	}

	public function test_says_which_secret_wordpress_has_not(): void {
		[ 'secrets' => $secrets, 'value' => $value, 'now' => $now ] = vectors( 'doctor' );
		$this->assertSame(
			[
				'revalidation' => 'current',
				'preview'      => 'missing',
			],
			DoctorSignature::judge( $value, [ $secrets['revalidation'] ], [], $now )
		);
		$this->assertNull( DoctorSignature::judge( $value, [], [], $now ) );
	}
}
