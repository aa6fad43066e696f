<?php
/**
 * Which patterns and targets of redirect plugins the site follows.
 */

declare( strict_types=1 );

use HeadlessSiteCompanion\Redirects\Patterns;
use HeadlessSiteCompanion\Redirects\Places;
use HeadlessSiteCompanion\Redirects\Rules;
use HeadlessSiteCompanion\Support\Hmac;
use PHPUnit\Framework\TestCase;

final class RedirectPatternsTest extends TestCase {

	public function test_knows_the_patterns_that_the_site_knows(): void {
		$patterns = vectors( 'redirects' )['patterns'];
		foreach ( $patterns['known'] as $pattern ) {
			$this->assertTrue( Patterns::is_known( $pattern ), $pattern );
		}
		foreach ( $patterns['unknown'] as $pattern ) {
			$this->assertFalse( Patterns::is_known( $pattern ), $pattern );
		}
	}

	public function test_names_targets_whose_host_comes_from_the_address(): void {
		foreach ( vectors( 'redirects' )['targets'] as $case ) {
			$this->assertSame( $case['anywhere'], Patterns::leads_anywhere( $case['target'] ), $case['target'] );
		}
	}

	public function test_the_vectors_are_what_pcre_says(): void {
		foreach ( vectors( 'redirects' )['replace'] as $case ) {
			$pattern = '@' . str_replace( '@', '\\@', $case['pattern'] ) . '@s' . ( $case['ignoreCase'] ? 'i' : '' );
			$this->assertSame( $case['result'], preg_replace( $pattern, $case['template'], $case['text'] ), $case['pattern'] );
		}
	}

	public function test_names_rules_for_the_addresses_that_the_site_keeps_for_itself(): void {
		foreach ( vectors( 'redirects' )['own'] as $case ) {
			$rule = [
				'id'   => 'test:1',
				'from' => $case['path'],
				'to'   => '/elsewhere/',
			];
			$this->assertSame( $case['route'] ? Rules::OWN : null, Places::reason( $rule, '' ), $case['path'] );
			$this->assertSame( $case['folder'] ? Rules::OWN : null, Places::reason( [ 'status' => 200 ] + $rule, '' ), $case['path'] );
		}
	}

	public function test_the_key_is_the_sites(): void {
		$vectors = vectors( 'redirects' );
		$this->assertSame( $vectors['key'], Hmac::sign( $vectors['secret'], $vectors['label'], $vectors['message'] ) );
	}
}
