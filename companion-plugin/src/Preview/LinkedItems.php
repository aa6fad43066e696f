<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Preview;

defined( 'ABSPATH' ) || exit;

/**
 * Items to which preview links have led.
 *
 * A client with the preview secret can make a read grant for any item. Where others than the site may have it, a grant opens only
 * what somebody who may edit it has just opened.
 */
final class LinkedItems {

	/** Prefix of a transient for each item. */
	private const TRANSIENT = 'companion_preview_';

	/** Seconds that a grant may end later than the preview. */
	private const MORE_SECONDS = Token::READ_SECONDS + Token::CLOCK_SECONDS;

	/**
	 * Somebody who may edit an item is led to it.
	 *
	 * @param int $seconds For which the site shows it.
	 */
	public static function add( int $id, int $seconds ): void {
		set_transient( self::TRANSIENT . $id, '1', $seconds + self::MORE_SECONDS );
	}

	/** Whether the site may still show an item to somebody who was led to it. */
	public static function has( int $id ): bool {
		return '1' === get_transient( self::TRANSIENT . $id );
	}
}
