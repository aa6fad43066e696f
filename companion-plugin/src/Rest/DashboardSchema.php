<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Rest;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Revalidation\DeliveryHistory;

defined( 'ABSPATH' ) || exit;

/**
 * Schema of the figures.
 *
 * JSON schema of `dashboard/stats`, with the units of its figures.
 */
final class DashboardSchema {

	/** The type of a figure that may be unknown. */
	private const COUNT = [ 'integer', 'null' ];

	/**
	 * The schema.
	 *
	 * @param int $latest Length of the lists at most.
	 * @return array<string, mixed>
	 */
	public static function answer( int $latest ): array {
		return JsonSchema::answer(
			'companion-dashboard-stats',
			[
				'generatedAt' => JsonSchema::moment( 'When this was put together.', false ),
				'versions'    => self::versions(),
				'webhooks'    => self::webhooks( $latest ),
				'content'     => [
					'description'          => 'Number of published items of each public content type that WPGraphQL shows, media excepted. Empty without WPGraphQL.',
					'type'                 => 'object',
					'additionalProperties' => [ 'type' => 'integer' ],
					'readonly'             => true,
				],
				'activity'    => self::activity( $latest ),
			]
		);
	}

	/** @return array<string, mixed> */
	private static function versions(): array {
		return JsonSchema::object(
			'What runs here.',
			[
				'plugin'    => JsonSchema::value( 'string', 'Version of this plugin.' ),
				'wordpress' => JsonSchema::value( 'string', 'Version of WordPress.' ),
				'php'       => JsonSchema::value( 'string', 'Version of PHP.' ),
				'wpgraphql' => JsonSchema::value( [ 'string', 'null' ], 'Version of WPGraphQL; null when it is not active.' ),
			]
		);
	}

	/** @return array<string, mixed> */
	private static function webhooks( int $latest ): array {
		return JsonSchema::object(
			'Deliveries to POST /api/revalidate of the site.',
			[
				'enabled'      => JsonSchema::value( 'boolean', 'Whether changes are delivered: switched on, and address known.' ),
				'circuit'      => JsonSchema::object(
					'Whether deliveries are held back.',
					[
						'state' => JsonSchema::value( 'string', 'closed: deliveries go out. unauthorized: the site refuses the secret, nothing is sent. unreachable: one try a minute.', [ 'enum' => [ 'closed', 'unauthorized', 'unreachable' ] ] ),
						'since' => JsonSchema::moment( 'When it left `closed`; null while it is closed.' ),
					]
				),
				'queue'        => JsonSchema::object(
					'Rows of the outbox; one row holds the paths of one request that changed something. Null when the table cannot be read.',
					[
						'pending'       => JsonSchema::value( self::COUNT, 'Rows that wait, for their turn or for the next try.' ),
						'sending'       => JsonSchema::value( self::COUNT, 'Rows that are being sent.' ),
						'failed'        => JsonSchema::value( self::COUNT, 'Rows that were given up; they can be replayed.' ),
						'oldestSeconds' => JsonSchema::value( self::COUNT, 'Age of the oldest waiting row in seconds; null when none waits.' ),
					]
				),
				'lastDelivery' => self::last_delivery(),
				'window'       => self::window(),
				'undelivered'  => self::undelivered( $latest ),
			]
		);
	}

	/** @return array<string, mixed> */
	private static function last_delivery(): array {
		return JsonSchema::object(
			'The last request to the site; null before the first.',
			[
				'at'     => JsonSchema::moment( 'When it ended.', false ),
				'ok'     => JsonSchema::value( 'boolean', 'Whether the site answered with 2xx.' ),
				'status' => JsonSchema::value( self::COUNT, 'HTTP status; null when there was no answer.' ),
				'ms'     => JsonSchema::value( 'integer', 'Milliseconds until the answer, or until there was none.' ),
				'paths'  => JsonSchema::value( 'integer', 'Number of paths in it.' ),
			],
			true
		);
	}

	/** @return array<string, mixed> */
	private static function window(): array {
		return JsonSchema::object(
			'Deliveries of the last day.',
			[
				'seconds'    => JsonSchema::value( 'integer', 'Length of the window in seconds: 86400, less when more deliveries happened than are kept (' . DeliveryHistory::KEPT . ').' ),
				'deliveries' => JsonSchema::value( 'integer', 'Number of requests.' ),
				'failures'   => JsonSchema::value( 'integer', 'How many of them were not answered with 2xx.' ),
				'paths'      => JsonSchema::value( 'integer', 'Number of paths that were delivered.' ),
				'medianMs'   => JsonSchema::value( self::COUNT, 'Median time of an answer in milliseconds; null when there was none.' ),
				'slowestMs'  => JsonSchema::value( self::COUNT, 'Longest time of an answer in milliseconds; null when there was none.' ),
			]
		);
	}

	/** @return array<string, mixed> */
	private static function undelivered( int $latest ): array {
		return JsonSchema::list(
			'The latest rows that were given up, ' . $latest . ' at most, the newest first.',
			JsonSchema::object(
				'A row of the outbox.',
				[
					'id'        => JsonSchema::value( 'integer', 'For the replay.' ),
					'createdAt' => JsonSchema::moment( 'When the change was made.', false ),
					'attempts'  => JsonSchema::value( 'integer', 'Number of tries.' ),
					'paths'     => JsonSchema::list( 'Paths of the site.', [ 'type' => 'string' ] ),
					'status'    => JsonSchema::value( self::COUNT, 'HTTP status of the last try; null when there was no answer.' ),
					'error'     => JsonSchema::value( 'string', 'What went wrong at the last try.' ),
				]
			)
		);
	}

	/** @return array<string, mixed> */
	private static function activity( int $latest ): array {
		return JsonSchema::list(
			'The latest entries of the activity log, ' . $latest . ' at most, the newest first.',
			JsonSchema::object(
				'An entry.',
				[
					'id'      => JsonSchema::value( 'integer', 'Its number.' ),
					'at'      => JsonSchema::moment( 'When it was written.', false ),
					'type'    => JsonSchema::value( 'string', 'Its type.', [ 'enum' => Log::TYPES ] ),
					'message' => JsonSchema::value( 'string', 'A sentence, plain text, at most 500 bytes.' ),
					'context' => [
						'description' => 'Details: paths, HTTP status, milliseconds (ms), … Plain text.',
						'type'        => 'object',
						'readonly'    => true,
					],
				]
			)
		);
	}
}
