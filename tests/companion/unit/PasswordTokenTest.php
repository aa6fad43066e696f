<?php

use HeadlessSiteCompanion\Passwords\Token;
use PHPUnit\Framework\TestCase;

/** Fingerprints of passwords and the header of the site, held to the vectors that the site is held to. */
final class PasswordTokenTest extends TestCase {

	public function test_a_fingerprint_is_of_one_password_of_one_post(): void {
		[ 'salt' => $salt, 'made' => $made ] = vectors( 'password' )['fingerprint'];
		$prints                              = array_column( $made, 'fingerprint' );
		foreach ( $made as $row ) {
			$this->assertSame( $row['fingerprint'], Token::fingerprint( $salt, $row['id'], $row['password'] ) );
		}
		$this->assertSame( $prints, array_values( array_unique( $prints ) ) );
	}

	/** @return array<string, array{0: array<string, mixed>}> */
	public function rows(): array {
		return cases( vectors( 'password' )['read']['judge'] );
	}

	/** @dataProvider rows */
	public function test_judges( array $row ): void {
		[ 'secret' => $secret, 'previous' => $previous, 'id' => $id, 'fingerprint' => $fingerprint ] = vectors( 'password' )['read'];
		$known = compact( 'id', 'fingerprint' );
		$this->assertSame( $row['known'] ? $known : null, Token::read( $row['value'], [ $secret, $previous ], $row['now'] ) );
	}
}
