<?php

use HeadlessSiteCompanion\Comments\Refusal;
use PHPUnit\Framework\TestCase;

/** Why a comment was not taken: WordPress's words, and the field that they are about. */
final class RefusalTest extends TestCase {

	/** @return array<string, array{0: string, 1: string}> HTML and text. */
	public function texts(): array {
		return [
			'WordPress 7.1'              => [ '<strong>Error:</strong> Please type your comment text.', 'Please type your comment text.' ],
			'WordPress 5'                => [ '<strong>ERROR</strong>: please type a comment.', 'please type a comment.' ],
			'another language'           => [ '<strong>Fehler:</strong> Bitte gib eine g&uuml;ltige Adresse ein.', 'Bitte gib eine gültige Adresse ein.' ],
			'no mark'                    => [ 'You are posting comments too quickly. Slow down.', 'You are posting comments too quickly. Slow down.' ],
			'a page of a plugin'         => [ "<p><strong>Error</strong>:\n The sum is wrong.</p><p><a href=\"javascript:history.back()\">Back</a></p>", 'The sum is wrong.' ],
			'a word that is only strong' => [ 'You <strong>must</strong> agree.', 'You must agree.' ],
			'script'                     => [ '<script>alert(1)</script>No.', 'No.' ],
			'control characters'         => [ "No\x00\x07 way\u{2028}here", 'No way here' ],
			'nothing'                    => [ '', '' ],
			'too long'                   => [ str_repeat( 'ä', 600 ), str_repeat( 'ä', 500 ) ],
		];
	}

	/** @dataProvider texts */
	public function test_the_text( string $html, string $text ): void {
		$this->assertSame( $text, Refusal::answer( 'any', $html, [] )['message'] );
	}

	/** @return array<string, array{0: string, 1: array<string, mixed>, 2: string|null}> */
	public function fields(): array {
		return [
			'no name'         => [ 'require_name_email', [ 'author' => ' ' ], 'author' ],
			'a name only'     => [ 'require_name_email', [ 'author' => 'Ann' ], 'email' ],
			'a wrong address' => [ 'require_valid_email', [], 'email' ],
			'a long link'     => [ 'comment_author_url_column_length', [], 'url' ],
			'said before'     => [ 'comment_duplicate', [], 'comment' ],
			'too quickly'     => [ 'comment_flood', [], null ],
			'of a plugin'     => [ 'companion_refused', [], null ],
		];
	}

	/** @dataProvider fields */
	public function test_the_field( string $code, array $sent, ?string $field ): void {
		$this->assertSame( [ 'error', $code, $field ], array_values( array_intersect_key( Refusal::answer( $code, 'No.', $sent ), [ 'status' => 1, 'code' => 1, 'field' => 1 ] ) ) );
	}
}
