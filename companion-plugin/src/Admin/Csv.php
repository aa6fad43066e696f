<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

defined( 'ABSPATH' ) || exit;

/**
 * Lines of CSV.
 *
 * Writes lines as RFC 4180 has them. No WordPress call is made here.
 */
final class Csv {

	/** Byte order mark: spreadsheets need it to read UTF-8. */
	public const MARK = "\xEF\xBB\xBF";

	/**
	 * One line.
	 *
	 * @param array<int, int|string> $cells
	 * @return string With CR LF at its end.
	 */
	public static function line( array $cells ): string {
		$quoted = [];
		foreach ( $cells as $cell ) {
			$quoted[] = '"' . str_replace( '"', '""', self::harmless( (string) $cell ) ) . '"';
		}
		return implode( ',', $quoted ) . "\r\n";
	}

	/**
	 * Text that no spreadsheet takes for a formula: an apostrophe before it makes it text. Also behind what separates cells
	 * elsewhere: where that is a semicolon, a comma ends no cell, and the quotes around ours mean nothing.
	 */
	private static function harmless( string $text ): string {
		// Blanks before it do not help everywhere, and full-width signs count as signs in some programs.
		return (string) preg_replace( '/(?:^|[;\t\r\n])[\s\x00-\x1f\xC2\xA0"]*+\K(?=[=+\-@|%]|\xEF\xBC[\x9D\x8B\x8D\xA0])/', "'", $text );
	}
}
