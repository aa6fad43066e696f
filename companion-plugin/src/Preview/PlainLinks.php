<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Preview;

defined( 'ABSPATH' ) || exit;

/**
 * Items to which plain links have led.
 *
 * A plain link holds the preview secret, and whoever has that can make a read grant for any item. So in plain mode a grant opens
 * only what somebody who may edit it has just opened.
 */
final class PlainLinks {

	/** Prefix of a transient for each item. */
	private const TRANSIENT = 'companion_preview_';

	/** Seconds that the site shows a preview which was opened by the secret itself, and by which clocks may differ. */
	private const SECONDS = 3600 + Token::READ_SECONDS + Token::CLOCK_SECONDS;

	/** Somebody who may edit an item is led to it. */
	public static function add( int $id ): void {
		set_transient( self::TRANSIENT . $id, '1', self::SECONDS );
	}

	/** Whether somebody was led to an item within the last hour. */
	public static function lead_to( int $id ): bool {
		return '1' === get_transient( self::TRANSIENT . $id );
	}
}
