<?php

use HeadlessSiteCompanion\Support\Path;
use PHPUnit\Framework\TestCase;

/**
 * The normal form of paths, by the vectors that the site is held to as well.
 */
final class PathTest extends TestCase {

	public function cases(): array {
		$cases = array();
		foreach ( vectors( 'webhook' )['paths']['cases'] as $case ) {
			$cases[ json_encode( $case['input'] ) ] = array( $case['input'], $case['normal'] );
		}
		return $cases;
	}

	/** @dataProvider cases */
	public function test_normal_form( string $input, ?string $normal ): void {
		$this->assertSame( $normal, Path::normalize( $input ) );
	}

	/** @dataProvider cases */
	public function test_normal_form_is_its_own_normal_form( string $input, ?string $normal ): void {
		$this->assertSame( $normal, null === $normal ? null : Path::normalize( $normal ) );
	}
}
