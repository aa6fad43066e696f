<?php
/**
 * The password of a site behind HTTP Basic authentication.
 */

declare( strict_types=1 );

use HeadlessSiteCompanion\Settings\SitePassword;
use PHPUnit\Framework\TestCase;

final class SitePasswordTest extends TestCase {

	/** @dataProvider values */
	public function test_takes_what_a_header_can_carry( $value, bool $as_user, bool $as_password ): void {
		$this->assertSame( $as_user, SitePassword::is_usable( SitePassword::USER, $value ) );
		$this->assertSame( $as_password, SitePassword::is_usable( SitePassword::PASSWORD, $value ) );
	}

	public function values(): array {
		return [
			'a word'             => [ 'demo', true, true ],
			'a colon'            => [ 'de:mo', false, true ],
			'UTF-8 and spaces'   => [ ' Grüße 日本 ', true, true ],
			'quotes'             => [ '\'"\\<>%3A', true, true ],
			'no UTF-8'           => [ "\xff", false, false ],
			'a line break'       => [ "demo\r\nX: y", false, false ],
			'one at the end'     => [ "demo\n", false, false ],
			'a control of UTF-8' => [ "de\u{85}mo", false, false ],
			'nothing'            => [ '', false, false ],
			'long'               => [ str_repeat( 'a', 255 ), true, true ],
			'too long'           => [ str_repeat( 'a', 256 ), false, false ],
			'no text'            => [ [ 'demo' ], false, false ],
			'null'               => [ null, false, false ],
		];
	}

	/** @dataProvider challenges */
	public function test_knows_that_it_is_asked_for( int $status, string $challenge, bool $expected ): void {
		$this->assertSame( $expected, SitePassword::is_asked( $status, $challenge ) );
	}

	public function challenges(): array {
		return [
			[ 401, 'Basic realm="Staging"', true ],
			[ 401, 'basic', true ],
			[ 401, 'Bearer, Basic realm="x", charset="UTF-8"', true ],
			[ 403, 'Basic realm="Staging"', false ],
			[ 401, '', false ],
			[ 401, 'Bearer realm="Basics"', false ],
			[ 401, 'Digest realm="x"', false ],
		];
	}

	public function test_texts_of_others_are_searched_for_it_as_the_header_has_it(): void {
		$secrets = [
			'revalidationSecret'       => 'r3v4l1d4t3-r3v4l1d4t3',
			'previewSecret'            => '',
			SitePassword::USER         => 'demo',
			SitePassword::PASSWORD     => 'sesame-open',
		];
		$this->assertSame( [ 'r3v4l1d4t3-r3v4l1d4t3', 'ZGVtbzpzZXNhbWUtb3Blbg==', 'demo:sesame-open', 'sesame-open' ], SitePassword::in_texts( $secrets ) );
		// A template may be called so.
		$short = [ SitePassword::PASSWORD => 'blog' ] + $secrets;
		$this->assertSame( [ 'r3v4l1d4t3-r3v4l1d4t3', 'ZGVtbzpibG9n', 'demo:blog' ], SitePassword::in_texts( $short ) );
		$this->assertSame( [ 'r3v4l1d4t3-r3v4l1d4t3' ], SitePassword::in_texts( [ SitePassword::PASSWORD => '' ] + $secrets ) );
	}
}
