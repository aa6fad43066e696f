<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Support;

defined( 'ABSPATH' ) || exit;

/**
 * Texts.
 *
 * Text functions that PHP has only with an extension that a server may lack: WordPress stands in for `mb_substr()` and
 * `mb_strlen()` only.
 */
final class Text {

	/**
	 * Cuts a text where a character ends.
	 *
	 * @param string $text In UTF-8.
	 * @param int $bytes At most.
	 */
	public static function cut( string $text, int $bytes ): string {
		if ( strlen( $text ) <= $bytes ) {
			return $text;
		}
		// Bytes 10xxxxxx go on with the character before.
		while ( $bytes > 0 && 0x80 === ( ord( $text[ $bytes ] ) & 0xC0 ) ) {
			--$bytes;
		}
		return substr( $text, 0, $bytes );
	}
}
