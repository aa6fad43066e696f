<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Rest;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Revalidation\History;

defined( 'ABSPATH' ) || exit;

/**
 * Schema of the figures.
 *
 * JSON schema of `dashboard/stats`, with the units of its figures.
 */
final class DashboardSchema {

	/**
	 * The schema.
	 *
	 * @param int $latest Length of the lists at most.
	 * @return array<string, mixed>
	 */
	public static function answer( int $latest ): array {
		$count = [ 'integer', 'null' ];
		return Shape::answer(
			'companion-dashboard-stats',
			[
				'generatedAt' => Shape::moment( 'When this was put together.', false ),
				'versions'    => Shape::object(
					'What runs here.',
					[
						'plugin'    => Shape::value( 'string', 'Version of this plugin.' ),
						'wordpress' => Shape::value( 'string', 'Version of WordPress.' ),
						'php'       => Shape::value( 'string', 'Version of PHP.' ),
						'wpgraphql' => Shape::value( [ 'string', 'null' ], 'Version of WPGraphQL; null when it is not active.' ),
					]
				),
				'webhooks'    => Shape::object(
					'Deliveries to POST /api/revalidate of the site.',
					[
						'enabled'      => Shape::value( 'boolean', 'Whether changes are delivered: switched on, and address known.' ),
						'circuit'      => Shape::object(
							'Whether deliveries are held back.',
							[
								'state' => Shape::value( 'string', 'closed: deliveries go out. unauthorized: the site refuses the secret, nothing is sent. unreachable: one try a minute.', [ 'enum' => [ 'closed', 'unauthorized', 'unreachable' ] ] ),
								'since' => Shape::moment( 'When it left `closed`; null while it is closed.' ),
							]
						),
						'queue'        => Shape::object(
							'Rows of the outbox; one row holds the paths of one request that changed something. Null when the table cannot be read.',
							[
								'pending'       => Shape::value( $count, 'Rows that wait, for their turn or for the next try.' ),
								'sending'       => Shape::value( $count, 'Rows that are being sent.' ),
								'failed'        => Shape::value( $count, 'Rows that were given up; they can be replayed.' ),
								'oldestSeconds' => Shape::value( $count, 'Age of the oldest waiting row in seconds; null when none waits.' ),
							]
						),
						'lastDelivery' => Shape::object(
							'The last request to the site; null before the first.',
							[
								'at'     => Shape::moment( 'When it ended.', false ),
								'ok'     => Shape::value( 'boolean', 'Whether the site answered with 2xx.' ),
								'status' => Shape::value( $count, 'HTTP status; null when there was no answer.' ),
								'ms'     => Shape::value( 'integer', 'Milliseconds until the answer, or until there was none.' ),
								'paths'  => Shape::value( 'integer', 'Number of paths in it.' ),
							],
							true
						),
						'window'       => Shape::object(
							'Deliveries of the last day.',
							[
								'seconds'    => Shape::value( 'integer', 'Length of the window in seconds: 86400, less when more deliveries happened than are kept (' . History::KEPT . ').' ),
								'deliveries' => Shape::value( 'integer', 'Number of requests.' ),
								'failures'   => Shape::value( 'integer', 'How many of them were not answered with 2xx.' ),
								'paths'      => Shape::value( 'integer', 'Number of paths that were delivered.' ),
								'medianMs'   => Shape::value( $count, 'Median time of an answer in milliseconds; null when there was none.' ),
								'slowestMs'  => Shape::value( $count, 'Longest time of an answer in milliseconds; null when there was none.' ),
							]
						),
						'undelivered'  => Shape::list(
							'The latest rows that were given up, ' . $latest . ' at most, the newest first.',
							Shape::object(
								'A row of the outbox.',
								[
									'id'        => Shape::value( 'integer', 'For the replay.' ),
									'createdAt' => Shape::moment( 'When the change was made.', false ),
									'attempts'  => Shape::value( 'integer', 'Number of tries.' ),
									'paths'     => Shape::list( 'Paths of the site.', [ 'type' => 'string' ] ),
									'status'    => Shape::value( $count, 'HTTP status of the last try; null when there was no answer.' ),
									'error'     => Shape::value( 'string', 'What went wrong at the last try.' ),
								]
							)
						),
					]
				),
				'content'     => [
					'description'          => 'Number of published items of each public content type that WPGraphQL shows, media excepted. Empty without WPGraphQL.',
					'type'                 => 'object',
					'additionalProperties' => [ 'type' => 'integer' ],
					'readonly'             => true,
				],
				'activity'    => Shape::list(
					'The latest entries of the activity log, ' . $latest . ' at most, the newest first.',
					Shape::object(
						'An entry.',
						[
							'id'      => Shape::value( 'integer', 'Its number.' ),
							'at'      => Shape::moment( 'When it was written.', false ),
							'type'    => Shape::value( 'string', 'Its type.', [ 'enum' => Log::TYPES ] ),
							'message' => Shape::value( 'string', 'A sentence, plain text, at most 500 bytes.' ),
							'context' => [
								'description' => 'Details: paths, HTTP status, milliseconds (ms), … Plain text.',
								'type'        => 'object',
								'readonly'    => true,
							],
						]
					)
				),
			]
		);
	}
}
