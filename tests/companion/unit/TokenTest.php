<?php

use HeadlessSiteCompanion\Preview\Lifetime;
use HeadlessSiteCompanion\Preview\Token;
use PHPUnit\Framework\TestCase;

/** Preview tokens and read grants, held to the vectors that the site is held to. */
final class TokenTest extends TestCase {

	/** @return array<string, array{0: array<string, mixed>}> */
	public function link_mints(): array {
		return cases( vectors( 'preview' )['link']['mint'], 'id' );
	}

	/** @dataProvider link_mints */
	public function test_makes_link_tokens_as_the_site_does( array $row ): void {
		$secret = vectors( 'preview' )['secret'];
		$this->assertSame( $row['token'], Token::link( $secret, (int) $row['id'], $row['type'], $row['exp'] ) );
	}

	/** @return array<string, array{0: array<string, mixed>}> */
	public function links(): array {
		return cases( vectors( 'preview' )['link']['verify'], 'name' );
	}

	/** @dataProvider links */
	public function test_judges_link_tokens( array $row ): void {
		$expiry = Token::link_expiry( vectors( 'preview' )['secret'], $row['token'], (int) $row['id'], $row['type'], $row['now'] );
		$this->assertSame( $row['valid'] ? 1795003600 : null, $expiry );
	}

	public function test_a_link_token_followed_by_a_line_break_is_none(): void {
		$row = vectors( 'preview' )['link']['verify'][0];
		$this->assertNull( Token::link_expiry( vectors( 'preview' )['secret'], $row['token'] . "\n", 123, 'page', $row['now'] ) );
	}

	public function test_makes_read_grants_as_the_site_does(): void {
		$row = vectors( 'preview' )['read']['mint'][0];
		$this->assertSame( $row['value'], Token::grant( vectors( 'preview' )['secret'], (int) $row['id'], $row['exp'] ) );
	}

	/** @return array<string, array{0: array<string, mixed>}> */
	public function grants(): array {
		return cases( vectors( 'preview' )['read']['verify'], 'name' );
	}

	/** @dataProvider grants */
	public function test_judges_read_grants( array $row ): void {
		$opened = Token::granted( [ vectors( 'preview' )['secret'] ], $row['value'], $row['now'] );
		$this->assertSame( $row['valid'], (int) $row['id'] === $opened );
	}

	public function test_a_site_of_a_network_signs_its_number(): void {
		[ 'secret' => $secret, 'network' => $of ] = vectors( 'preview' );
		$site                                     = (int) $of['site'];
		$id                                       = (int) $of['id'];
		$this->assertSame( $of['link']['token'], Token::link( $secret, $id, $of['link']['type'], $of['link']['exp'], $site ) );
		$this->assertSame( $of['read']['value'], Token::grant( $secret, $id, $of['read']['exp'], $site ) );
		$this->assertSame( $id, Token::granted( [ $secret ], $of['read']['value'], $of['now'], $site ) );
		foreach ( [ null, 3 ] as $other ) {
			$this->assertNull( Token::granted( [ $secret ], $of['read']['value'], $of['now'], $other ) );
		}
		$this->assertNull( Token::granted( [ $secret ], vectors( 'preview' )['read']['mint'][0]['value'], $of['now'], $site ) );
		foreach ( [ '.02.', '.2.2.', '.-2.', '..' ] as $number ) {
			$this->assertNull( Token::granted( [ $secret ], str_replace( '.2.', $number, $of['read']['value'] ), $of['now'], $site ) );
		}
	}

	public function test_a_read_grant_holds_while_the_clocks_are_at_most_five_minutes_apart(): void {
		[ 'secret' => $secret, 'now' => $now ] = vectors( 'preview' );
		$this->assertSame( 5, Token::granted( [ $secret ], Token::grant( $secret, 5, $now + 360 ), $now ) );
		$this->assertNull( Token::granted( [ $secret ], Token::grant( $secret, 5, $now + 361 ), $now ) );
		$this->assertSame( 5, Token::granted( [ $secret ], Token::grant( $secret, 5, $now - 300 ), $now ) );
		$this->assertNull( Token::granted( [ $secret ], Token::grant( $secret, 5, $now - 301 ), $now ) );
	}

	public function test_a_read_grant_of_any_accepted_secret_opens_and_of_no_other(): void {
		$now   = vectors( 'preview' )['now'];
		$grant = Token::grant( 'the previous secret', 5, $now + 60 );
		$this->assertSame( 5, Token::granted( [ 'the current secret', 'the previous secret' ], $grant, $now ) );
		$this->assertNull( Token::granted( [ 'the current secret' ], $grant, $now ) );
		$this->assertNull( Token::granted( [], $grant, $now ) );
	}

	/** @dataProvider tampered */
	public function test_a_read_grant_that_was_changed_opens_nothing( string $from, string $to ): void {
		[ 'secret' => $secret, 'now' => $now ] = vectors( 'preview' );
		$grant                                 = Token::grant( $secret, 123, $now + 60 );
		$changed                               = preg_replace( $from, $to, $grant );
		$this->assertNotSame( $grant, $changed );
		$this->assertNull( Token::granted( [ $secret ], $changed, $now ) );
	}

	/** @return array<string, string[]> */
	public function tampered(): array {
		return [
			'another id'                => [ '/^123/', '124' ],
			'a leading zero'            => [ '/^/', '0' ],
			'a later end'               => [ '/60\./', '61.' ],
			'the last character gone'   => [ '/.$/', '' ],
			'a character more'          => [ '/$/D', 'A' ],
			'a line break at the end'   => [ '/$/D', "\n" ],
			'a space in front'          => [ '/^/', ' ' ],
			'another mac'               => [ '/[^.]+$/', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' ],
			// The last of 43 characters carries two bits that base64 drops: a lax decoder takes four spellings.
			'another spelling of a mac' => [ '/.$/', '-' ],
		];
	}

	/** @dataProvider lifetimes */
	public function test_reads_what_the_expiry_filter_returned( $value, int $seconds ): void {
		$this->assertSame( $seconds, Lifetime::seconds( $value ) );
	}

	/** @return array<string, array{0: mixed, 1: int}> */
	public function lifetimes(): array {
		return [
			'the default'      => [ 3600, 3600 ],
			'a number'         => [ 120, 120 ],
			'a numeric text'   => [ '1800', 1800 ],
			'a fraction'       => [ 90.9, 90 ],
			'too short'        => [ 5, 60 ],
			'zero'             => [ 0, 60 ],
			'below zero'       => [ -1, 60 ],
			'too long'         => [ 86401, 86400 ],
			'beyond integers'  => [ '1e30', 86400 ],
			'infinite'         => [ INF, 3600 ],
			'no number at all' => [ NAN, 3600 ],
			'a word'           => [ 'an hour', 3600 ],
			'nothing'          => [ null, 3600 ],
			'true'             => [ true, 3600 ],
			'an array'         => [ [ 60 ], 3600 ],
		];
	}
}
