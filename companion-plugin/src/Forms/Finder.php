<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

defined( 'ABSPATH' ) || exit;

/**
 * Finds forms in HTML. No WordPress call is made here.
 */
final class Finder {

	/**
	 * Elements with one form in them.
	 *
	 * @param string $html Rendered.
	 * @param string $opening Pattern of the tag that opens the element, a `div`; the form ends it.
	 * @return list<array{0: int, 1: int}> Where each begins, and its length, in bytes.
	 */
	public static function forms( string $html, string $opening ): array {
		$found = [];
		preg_match_all( $opening, $html, $tags, PREG_OFFSET_CAPTURE );
		foreach ( $tags[0] as $number => list( , $at ) ) {
			$form = stripos( $html, '<form', $at );
			$end  = false === $form ? false : stripos( $html, '</form>', $form );
			$next = $tags[0][ $number + 1 ][1] ?? strlen( $html );
			if ( false === $end || $end > $next ) {
				// It shows a message in the place of the form.
				continue;
			}
			// End tags of the element; a filter may have put something between.
			$close = preg_match( '#\G</form>\s*</div>#i', $html, $last, 0, $end ) ? strlen( $last[0] ) : 0;
			if ( $close ) {
				$found[] = [ $at, $end + $close - $at ];
			}
		}
		return $found;
	}
}
