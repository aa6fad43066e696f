<?php

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Tests;

use HeadlessSiteCompanion\Support\Text;
use PHPUnit\Framework\TestCase;

final class TextTest extends TestCase {

	public function test_cuts_where_a_character_ends(): void {
		$text = 'aé€😀b';
		foreach ( [ '', 'a', 'a', 'aé', 'aé', 'aé', 'aé€', 'aé€', 'aé€', 'aé€', 'aé€😀', 'aé€😀b', 'aé€😀b' ] as $bytes => $expected ) {
			$this->assertSame( $expected, Text::cut( $text, $bytes ), (string) $bytes );
		}
	}

	/** WordPress stands in for mb_substr() and mb_strlen() only. */
	public function test_the_plugin_calls_no_other_function_of_mbstring(): void {
		$found = [];
		foreach ( new \RecursiveIteratorIterator( new \RecursiveDirectoryIterator( dirname( __DIR__, 3 ) . '/companion-plugin/src', \FilesystemIterator::SKIP_DOTS ) ) as $file ) {
			preg_match_all( '/\bmb_(?!substr\b|strlen\b)[a-z_]+(?= ?\()/', (string) file_get_contents( (string) $file ), $calls );
			$found = array_merge( $found, $calls[0] );
		}
		$this->assertSame( [], $found );
	}
}
