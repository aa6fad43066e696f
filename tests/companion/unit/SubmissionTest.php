<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Tests;

use HeadlessSiteCompanion\Contact\Submission;
use PHPUnit\Framework\TestCase;

/** A visitor's input in the contact form. */
final class SubmissionTest extends TestCase {

	private const VALID = [
		'name'    => 'Ada',
		'email'   => 'ada@example.com',
		'message' => 'Hello',
	];

	public function test_a_message_is_read(): void {
		$read = Submission::read( self::VALID + [ 'fields' => [ [ 'label' => 'Telephone', 'value' => '1' ], 'x', [ 'value' => 'no label' ] ] ], '/contact' );
		self::assertSame( [ 'Ada', 'ada@example.com', 'Hello', '/contact' ], [ $read['name'], $read['email'], $read['message'], $read['page'] ] );
		self::assertSame( [ [ 'label' => 'Telephone', 'value' => '1' ] ], $read['fields'] );
	}

	/** @return array<string, array{mixed}> */
	public static function refused(): array {
		return [
			'null'              => [ null ],
			'text'              => [ 'x' ],
			'no name'           => [ [ 'name' => ' ' ] + self::VALID ],
			'a list as name'    => [ [ 'name' => [ 'Ada' ] ] + self::VALID ],
			'broken UTF-8'      => [ [ 'name' => "\xff" ] + self::VALID ],
			'two addresses'     => [ [ 'email' => 'a@example.com,b@example.com' ] + self::VALID ],
			'a header'          => [ [ 'email' => "a@example.com\nBcc: b@example.com" ] + self::VALID ],
			'a name around it'  => [ [ 'email' => 'Ada <a@example.com>' ] + self::VALID ],
			'no host'           => [ [ 'email' => 'a@' ] + self::VALID ],
			'a long address'    => [ [ 'email' => str_repeat( 'a', 65 ) . '@example.com' ] + self::VALID ],
		];
	}

	/**
	 * @dataProvider refused
	 * @param mixed $body
	 */
	public function test_what_is_none_is_refused( $body ): void {
		self::assertNull( Submission::read( $body, '/contact' ) );
	}

	public function test_a_line_stays_one_and_everything_has_an_end(): void {
		$read = Submission::read(
			[
				'name'    => "Ada\r\nBcc: x\u{2028}y" . str_repeat( '研', 300 ),
				'message' => "a\r\nb\x00\x1b[31mc" . str_repeat( '研', 20000 ),
				'fields'  => array_fill( 0, 90, [ 'label' => "a\nb", 'value' => 'x' ] ),
			] + self::VALID,
			'/contact'
		);
		self::assertStringStartsWith( 'Ada Bcc: x y', $read['name'] );
		self::assertSame( 200, mb_strlen( $read['name'] ) + 1 );
		self::assertStringStartsWith( "a\nb[31mc", $read['message'] );
		self::assertLessThanOrEqual( 10000, mb_strlen( $read['message'] ) );
		self::assertSame( [ 50, 'a b' ], [ count( $read['fields'] ), $read['fields'][0]['label'] ] );
	}
}
