<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Cli;

defined( 'ABSPATH' ) || exit;

/**
 * The table of `wp companion status`.
 *
 * Turns the answers into rows. Names stay English: scripts look for them. No WordPress call is made here.
 */
final class StatusTable {

	/**
	 * The rows.
	 *
	 * @param string $url Address of the site.
	 * @param array<string, mixed> $connection Report of Rest\ConnectionStatus.
	 * @param array<string, mixed> $stats Report of Rest\DashboardStats.
	 * @return array<int, array{what: string, value: string}>
	 */
	public static function rows( string $url, array $connection, array $stats ): array {
		$webhooks = $stats['webhooks'];
		$last     = $webhooks['lastDelivery'];
		$values   = [
			'site'                  => '' === $url ? null : $url,
			'status'                => $connection['status'],
			'reachable'             => $connection['reachable'],
			'secret accepted'       => $connection['secretAccepted'],
			'answer, ms'            => $connection['latencyMs'],
			'webhooks enabled'      => $webhooks['enabled'],
			'circuit'               => $webhooks['circuit']['state'],
			'waiting'               => $webhooks['queue']['pending'],
			'being sent'            => $webhooks['queue']['sending'],
			'given up'              => $webhooks['queue']['failed'],
			'last delivery'         => $last['at'] ?? null,
			'last delivery, status' => $last['status'] ?? null,
			'deliveries in a day'   => $webhooks['window']['deliveries'],
			'failed of them'        => $webhooks['window']['failures'],
			'median answer, ms'     => $webhooks['window']['medianMs'],
			'plugin'                => $stats['versions']['plugin'],
			'WordPress'             => $stats['versions']['wordpress'],
			'PHP'                   => $stats['versions']['php'],
			'WPGraphQL'             => $stats['versions']['wpgraphql'],
		];
		$rows     = [];
		foreach ( $values as $what => $value ) {
			$rows[] = [
				'what'  => $what,
				'value' => null === $value ? 'unknown' : ( is_bool( $value ) ? ( $value ? 'yes' : 'no' ) : (string) $value ),
			];
		}
		return $rows;
	}
}
