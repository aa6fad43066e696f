<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Comments;

defined( 'ABSPATH' ) || exit;

/**
 * Bounds the HTML of one comment, and the time that it takes. Any visitor may send 64 KB: as smileys they were 1 MB of HTML and 0.14 s
 * each, so that the answer for a post with 45 of them was larger than the site reads.
 */
final class Size {

	/** Bytes of a text up to which links and smileys are made; 8 KB full of them take 8 ms. */
	private const DECORATED = 8 * KB_IN_BYTES;

	/** Bytes of HTML: some 5,000 words. A hundred such comments are 10 MB of JSON at most. */
	private const MOST = 32 * KB_IN_BYTES;

	/** Filters of WordPress on `comment_text` whose time is quadratic, or that make many bytes of a few. */
	private const DEAR = [ 'make_clickable', 'convert_smilies', 'force_balance_tags' ];

	/**
	 * The HTML of a comment. All filters of plugins see the whole text, so that one that hides some of it still does.
	 *
	 * @param string $text Stored text.
	 * @param callable(): mixed $render Applies `comment_text`.
	 */
	public static function bounded( string $text, callable $render ): string {
		$removed = [];
		if ( strlen( $text ) > self::DECORATED ) {
			foreach ( self::DEAR as $name ) {
				$priority = has_filter( 'comment_text', $name );
				if ( is_int( $priority ) && remove_filter( 'comment_text', $name, $priority ) ) {
					$removed[ $name ] = $priority;
				}
			}
		}
		try {
			$html = $render();
		} finally {
			foreach ( $removed as $name => $priority ) {
				add_filter( 'comment_text', $name, $priority ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- Where it was.
			}
		}
		return is_string( $html ) ? self::cut( $html ) : '';
	}

	/** Without pictures, and then without its end, where it is too long. */
	private static function cut( string $html ): string {
		if ( strlen( $html ) <= self::MOST ) {
			return $html;
		}
		$html = (string) preg_replace( '/<img\b[^>]*>/i', '', $html );
		if ( strlen( $html ) <= self::MOST ) {
			return $html;
		}
		// Half a tag, half an entity, half a character.
		$start  = (string) preg_replace( '/(?:<[^<>]*|&[^&;\s]{0,31}|[\xC0-\xFF][\x80-\xBF]*)$/', '', substr( $html, 0, self::MOST ) );
		$closed = force_balance_tags( $start . '…' );
		// Ten thousand open tags are closed by as many.
		return strlen( $closed ) <= self::MOST + KB_IN_BYTES ? $closed : '<p>' . wp_strip_all_tags( $start ) . '…</p>';
	}
}
