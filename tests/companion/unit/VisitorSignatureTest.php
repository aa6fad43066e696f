<?php

use HeadlessSiteCompanion\Visitors\Visitor;
use HeadlessSiteCompanion\Visitors\VisitorSignature;
use PHPUnit\Framework\TestCase;

/** The signature of what a visitor sends, held to the vectors that the site is held to. */
final class VisitorSignatureTest extends TestCase {

	/** @return array<string, array{0: array<string, mixed>}> */
	public function rows(): array {
		return cases( vectors( 'visitor' )['judge'] );
	}

	/** @dataProvider rows */
	public function test_judges( array $row ): void {
		[ 'secret' => $secret, 'previous' => $previous, 'id' => $id, 'visitor' => $visitor ] = vectors( 'visitor' );
		$read = VisitorSignature::read( $row['value'], $row['target'], [ $secret, $previous ], $row['now'], $row['body'] ?? '' );
		$this->assertEquals( $row['known'] ? new Visitor( $id, $visitor['ip'], $visitor['agent'], $visitor['page'] ) : null, $read );
	}
}
