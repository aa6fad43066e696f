<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

defined( 'ABSPATH' ) || exit;

/**
 * Measurements of deliveries.
 *
 * Keeps figures of the last deliveries in an option that is not autoloaded. The dashboard shows nothing else: what is not
 * in here was not measured.
 */
final class DeliveryHistory {

	private const OPTION = 'companion_deliveries';

	/** Deliveries that are kept. */
	public const KEPT = 200;

	/**
	 * Adds a delivery.
	 *
	 * @param int $at Unix seconds.
	 * @param int $status HTTP status; 0 when there was no answer.
	 * @param int $ms Milliseconds until the answer.
	 * @param int $paths Number of paths in the request.
	 * @param string[] $needs_build Paths that the service said need a build (`static`).
	 */
	public function add( int $at, int $status, int $ms, int $paths, array $needs_build = [] ): void {
		$all   = $this->all();
		$all[] = [
			'at'         => $at,
			'ok'         => $status >= 200 && $status < 300,
			'status'     => $status,
			'ms'         => $ms,
			'paths'      => $paths,
			'needsBuild' => array_slice( array_values( $needs_build ), 0, 20 ),
		];
		update_option( self::OPTION, array_slice( $all, -self::KEPT ), false );
	}

	/**
	 * The deliveries that are kept, the oldest first.
	 *
	 * @return array<int, array{at: int, ok: bool, status: int, ms: int, paths: int, needsBuild: string[]}>
	 */
	public function all(): array {
		$stored = get_option( self::OPTION );
		$all    = [];
		foreach ( is_array( $stored ) ? $stored : [] as $row ) {
			if ( is_array( $row ) ) {
				$all[] = [
					'at'         => (int) ( $row['at'] ?? 0 ),
					'ok'         => ! empty( $row['ok'] ),
					'status'     => (int) ( $row['status'] ?? 0 ),
					'ms'         => (int) ( $row['ms'] ?? 0 ),
					'paths'      => (int) ( $row['paths'] ?? 0 ),
					'needsBuild' => array_values( array_filter( (array) ( $row['needsBuild'] ?? [] ), 'is_string' ) ),
				];
			}
		}
		return $all;
	}
}
