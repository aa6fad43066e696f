<?php

use HeadlessSiteCompanion\Revalidation\Sender;
use HeadlessSiteCompanion\Revalidation\Signature;
use PHPUnit\Framework\TestCase;

/**
 * Standard Webhooks headers, by the vectors that the site is held to as well.
 */
final class SignatureTest extends TestCase {

	public function cases(): array {
		$vectors = vectors( 'webhook' );
		$cases   = array();
		foreach ( $vectors['sign'] as $case ) {
			$cases[ $case['name'] ] = array( $vectors['secret'], $vectors['headers'], $case );
		}
		return $cases;
	}

	public function test_the_plugin_reads_the_headers_that_the_site_answers_with(): void {
		$answer = vectors( 'webhook' )['answer'];
		$this->assertSame( [ $answer['supports']['header'], strtolower( $answer['runtime'] ), strtolower( $answer['templates'] ) ], [ Sender::SUPPORTS_HEADER, Sender::RUNTIME_HEADER, Sender::TEMPLATES_HEADER ] );
	}

	/** @dataProvider cases */
	public function test_headers( string $secret, array $names, array $case ): void {
		$headers = Signature::headers( $secret, $case['id'], $case['timestamp'], $case['body'] );
		$this->assertSame( $names, array_keys( $headers ) );
		$this->assertSame( array( $case['id'], (string) $case['timestamp'], $case['signature'] ), array_values( $headers ) );
	}
}
