<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Rest;

use HeadlessSiteCompanion\Contact\Messages;
use HeadlessSiteCompanion\Forms\Unsupported;
use HeadlessSiteCompanion\GraphQL\NotShown;
use HeadlessSiteCompanion\Pairing\DoctorSignature;
use HeadlessSiteCompanion\Redirects\Rules;
use HeadlessSiteCompanion\Redirects\Summary;
use HeadlessSiteCompanion\Revalidation\Addresses;
use HeadlessSiteCompanion\Revalidation\QueueStats;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Text;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/**
 * Route for `doctor`.
 *
 * `GET doctor`: how this side of the connection is, for whoever proves to know one of the site's secrets. No user is logged in
 * by it, nothing is changed, and no secret is in the answer.
 */
final class DoctorRoute {

	/** Code of the refusal where the signature shows nothing. */
	public const UNKNOWN_SITE = 'companion_unknown_site';

	private Settings $settings;
	private Messages $messages;
	private QueueStats $queue_stats;
	private Clock $clock;
	private ConnectionStatus $connection;

	public function __construct( Settings $settings, Messages $messages, QueueStats $queue_stats, Clock $clock, ConnectionStatus $connection ) {
		$this->settings    = $settings;
		$this->messages    = $messages;
		$this->queue_stats = $queue_stats;
		$this->clock       = $clock;
		$this->connection  = $connection;
	}

	/**
	 * The answer.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request With the signature in a header.
	 */
	public function answer( WP_REST_Request $request ): WP_REST_Response {
		$now     = $this->clock->now();
		$secrets = DoctorSignature::judge( (string) $request->get_header( 'x_companion_doctor' ), $this->settings->revalidation_secrets(), $this->settings->preview_secrets(), $now, ! $this->settings->is_preview_secret_shared() );
		if ( null === $secrets ) {
			return new WP_REST_Response(
				[
					'code'    => self::UNKNOWN_SITE,
					'message' => __( 'The secrets of the site are not those of WordPress.', 'headless-site-companion' ),
					'time'    => $now,
				],
				401
			);
		}
		return new WP_REST_Response(
			[
				'version'     => COMPANION_VERSION,
				'time'        => $now,
				'secrets'     => $secrets,
				'settings'    => $this->settings->visible(),
				'connection'  => $this->connection->fresh(),
				'queue'       => $this->queue_stats->counts(),
				'contact'     => $this->messages->counts(),
				'hidden'      => NotInGraphql::all(),
				'notShown'    => self::not_shown(),
				// "Discourage search engines from indexing this site".
				'discouraged' => ! get_option( 'blog_public' ),
				'redirects'   => ( new Summary( new Rules( $this->settings ) ) )->data(),
			]
		);
	}

	/**
	 * Pages with something that the site does not show.
	 *
	 * @return list<array{id: int, title: string, path: string|null, has: list<array{kind: string, plugin: string|null, reason: string|null}>}>
	 */
	private static function not_shown(): array {
		$pages = [];
		foreach ( NotShown::pages() as $page ) {
			$pages[] = [
				'id'    => $page->ID,
				'title' => Text::cut( wp_strip_all_tags( $page->post_title ), 200 ),
				'path'  => Addresses::post( $page ),
				'has'   => NotShown::of( $page ),
			];
		}
		return $pages;
	}

	/** @return array<string, mixed> */
	public static function schema(): array {
		$fit = [ 'enum' => [ DoctorSignature::CURRENT, DoctorSignature::PREVIOUS, DoctorSignature::DIFFERENT, DoctorSignature::MISSING ] ];
		return JsonSchema::answer(
			'companion-doctor',
			[
				'version'     => JsonSchema::value( 'string', 'Version of the plugin.' ),
				'time'        => JsonSchema::value( 'integer', 'Clock of WordPress, in unix seconds.' ),
				'secrets'     => JsonSchema::object(
					'Which secret of WordPress the site has.',
					[
						'revalidation' => JsonSchema::value( 'string', 'Of the revalidate route.', $fit ),
						'preview'      => JsonSchema::value( 'string', 'Of previews.', $fit ),
					]
				),
				'settings'    => [
					'description' => 'Settings in force, without the secrets.',
					'type'        => 'object',
				],
				'connection'  => JsonSchema::object( 'A check that was made for this answer, as of connection/status.', ConnectionStatus::properties() ),
				'queue'       => [
					'description'          => 'Changes by state.',
					'type'                 => 'object',
					'additionalProperties' => [ 'type' => [ 'integer', 'null' ] ],
				],
				'contact'     => JsonSchema::object(
					'Messages of the contact form, by what became of their mails.',
					[
						'waiting' => JsonSchema::value( 'integer', 'Not sent yet.' ),
						'sent'    => JsonSchema::value( 'integer', 'Sent.' ),
						'failed'  => JsonSchema::value( 'integer', 'Given up.' ),
					]
				),
				'discouraged' => JsonSchema::value( 'boolean', 'Whether WordPress asks search engines to stay away.' ),
				'hidden'      => [
					'description' => 'Public content types and taxonomies that GraphQL does not have.',
					'type'        => 'array',
					'items'       => JsonSchema::object(
						'One of them.',
						[
							'kind'  => JsonSchema::value( 'string', 'What it is.', [ 'enum' => [ 'type', 'taxonomy' ] ] ),
							'name'  => JsonSchema::value( 'string', 'As it is registered.' ),
							'label' => JsonSchema::value( 'string', 'As editors read it.' ),
						]
					),
				],
				'redirects'   => JsonSchema::object(
					'Rules of redirect plugins; null where there is none.',
					[
						'rules' => JsonSchema::value( 'integer', 'How many the site follows.' ),
						'left'  => JsonSchema::value( 'integer', 'How many it cannot follow.' ),
						'named' => JsonSchema::list(
							'The first of them.',
							JsonSchema::object(
								'One of them.',
								[
									'id'     => JsonSchema::value( 'string', 'Plugin and number.' ),
									'from'   => JsonSchema::value( 'string', 'What it is about.' ),
									'reason' => JsonSchema::value( 'string', 'Why.', [ 'enum' => Rules::REASONS ] ),
								]
							)
						),
					],
					true
				),
				'notShown'    => JsonSchema::list( 'Pages with something that the site does not show, the latest of them.', self::not_shown_schema() ),
			]
		);
	}

	/** @return array<string, mixed> Schema of one page. */
	private static function not_shown_schema(): array {
		return JsonSchema::object(
			'One page.',
			[
				'id'    => JsonSchema::value( 'integer', 'Of the post.' ),
				'title' => JsonSchema::value( 'string', 'As plain text.' ),
				'path'  => JsonSchema::value( [ 'string', 'null' ], 'On the site.' ),
				'has'   => JsonSchema::list(
					'What it has.',
					JsonSchema::object(
						'One thing.',
						[
							'kind'   => JsonSchema::value( 'string', 'What it is.', [ 'enum' => [ 'form', 'frame', 'script', 'shop', 'cut', 'design' ] ] ),
							'plugin' => JsonSchema::value( [ 'string', 'null' ], 'Whose form, where somebody knows it: as administrators do.' ),
							'reason' => JsonSchema::value( [ 'string', 'null' ], 'Why it cannot be sent from the site.', [ 'enum' => [ Unsupported::CAPTCHA, Unsupported::PAYMENT, Unsupported::FIELD, Unsupported::MEMBERS, Unsupported::DOM, Unsupported::BROKEN, Unsupported::PLUGIN, null ] ] ),
						]
					)
				),
			]
		);
	}
}
