<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

defined( 'ABSPATH' ) || exit;

/**
 * A word that is another one after each change of what has no index.
 *
 * Menus, settings, terms, authors, comments, files, blocks and plugins: a site that starts cannot compare these with what its pages were
 * rendered from, so it compares the word. It says nothing else.
 */
final class ChangeToken {

	/** Option with the word. */
	private const OPTION = 'companion_changed';

	/** The word as it is now. */
	public static function current(): string {
		$word = get_option( self::OPTION );
		return is_string( $word ) && '' !== $word ? $word : self::renew();
	}

	/**
	 * Something has changed.
	 *
	 * @return string The new word.
	 */
	public static function renew(): string {
		$word = bin2hex( random_bytes( 8 ) );
		update_option( self::OPTION, $word, false );
		return $word;
	}
}
