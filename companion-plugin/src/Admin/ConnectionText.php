<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

defined( 'ABSPATH' ) || exit;

/**
 * A connection check in sentences.
 *
 * The text of a notice after a check.
 */
final class ConnectionText {

	/**
	 * Sentences.
	 *
	 * @param array<string, mixed> $status Report of Rest\ConnectionStatus.
	 * @return string[]
	 */
	public static function sentences( array $status ): array {
		$words = Format::words();
		/* translators: 1: connected or disconnected, 2: a sentence that says why. */
		$texts = [ sprintf( __( 'Connection: %1$s. %2$s', 'headless-site-companion' ), $words[ $status['status'] ], $status['message'] ) ];
		if ( null !== $status['fix'] ) {
			$texts[] = $status['fix'];
		}
		return $texts;
	}
}
