<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Rest\JsonSchema;

defined( 'ABSPATH' ) || exit;

/**
 * The activity log as a file.
 *
 * Sends the log as CSV, in parts, so that its length does not matter.
 *
 * @phpstan-import-type Entry from Log
 */
final class ActivityExport {

	/** Entries that are read at once. */
	private const PART = 500;

	private Log $log;

	public function __construct( Log $log ) {
		$this->log = $log;
	}

	/** Answers the request with the file. Capability and nonce were checked by Actions. */
	public function send(): void {
		// phpcs:ignore WordPress.Security -- Nonce in Actions; compared with a list.
		$type = ActivityPage::type( $_POST['type'] ?? '' );
		nocache_headers();
		header( 'Content-Type: text/csv; charset=utf-8' );
		header( 'X-Content-Type-Options: nosniff' );
		header( sprintf( 'Content-Disposition: attachment; filename="headless-site-activity%s.csv"', '' === $type ? '' : '-' . $type ) );
		// phpcs:disable WordPress.Security.EscapeOutput -- Text, not HTML; Csv makes formulas harmless.
		echo Csv::MARK . Csv::line( [ 'time', 'type', 'message', 'paths', 'status', 'ms', 'details', 'post', 'user' ] );
		$last   = PHP_INT_MAX;
		$offset = 0;
		do {
			$entries = $this->log->entries( $type, self::PART, $offset );
			foreach ( $entries as $entry ) {
				// Entries that are written meanwhile push older ones into the next part a second time.
				if ( $entry['id'] < $last ) {
					$last = $entry['id'];
					echo Csv::line( self::cells( $entry ) );
				}
			}
			$offset += self::PART;
			$more    = isset( $entries[ self::PART - 1 ] );
			flush();
		} while ( $more );
		// phpcs:enable
		exit;
	}

	/**
	 * Cells of an entry.
	 *
	 * @param Entry $entry Entry of the log.
	 * @return array<int, int|string>
	 */
	private static function cells( array $entry ): array {
		$context = $entry['context'];
		$paths   = $context['paths'] ?? [];
		$status  = $context['status'] ?? '';
		$ms      = $context['ms'] ?? '';
		$rest    = array_diff_key( $context, array_flip( [ 'paths', 'status', 'ms' ] ) );
		return [
			(string) JsonSchema::time( $entry['at'] ),
			$entry['type'],
			$entry['message'],
			is_array( $paths ) ? implode( ' ', array_map( 'strval', array_filter( $paths, 'is_scalar' ) ) ) : '',
			is_scalar( $status ) ? (string) $status : '',
			is_scalar( $ms ) ? (string) $ms : '',
			$rest ? (string) wp_json_encode( $rest, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ) : '',
			$entry['objectId'] > 0 ? $entry['objectId'] : '',
			$entry['userId'] > 0 ? $entry['userId'] : '',
		];
	}
}
