<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Rest;

use HeadlessSiteCompanion\Pairing\Proof;
use HeadlessSiteCompanion\Plugin;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/**
 * What `doctor` asks.
 *
 * `GET doctor`: how this side of the connection is, for whoever proves to know one of the site's secrets. No user is logged in
 * by it, nothing is changed, and no secret is in the answer.
 */
final class DoctorRoute {

	private Plugin $plugin;
	private ConnectionStatus $connection;

	public function __construct( Plugin $plugin, ConnectionStatus $connection ) {
		$this->plugin     = $plugin;
		$this->connection = $connection;
	}

	/**
	 * The answer.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request With the proof in a header.
	 */
	public function answer( WP_REST_Request $request ): WP_REST_Response {
		$settings = $this->plugin->settings;
		$now      = $this->plugin->clock->now();
		$secrets  = Proof::judge( (string) $request->get_header( 'x_companion_doctor' ), $settings->revalidation_secrets(), $settings->preview_secrets(), $now );
		if ( null === $secrets ) {
			return new WP_REST_Response(
				[
					'code'    => 'companion_unknown_site',
					'message' => __( 'The secrets of the site are not those of WordPress.', 'headless-site-companion' ),
					'time'    => $now,
				],
				401
			);
		}
		return new WP_REST_Response(
			[
				'version'    => COMPANION_VERSION,
				'time'       => $now,
				'secrets'    => $secrets,
				'settings'   => $settings->visible(),
				'connection' => $this->connection->fresh(),
				'queue'      => $this->plugin->waiting->counts(),
			]
		);
	}

	/** @return array<string, mixed> */
	public function schema(): array {
		$fit = [ 'enum' => [ Proof::CURRENT, Proof::PREVIOUS, Proof::DIFFERENT, Proof::MISSING ] ];
		return Shape::answer(
			'companion-doctor',
			[
				'version'    => Shape::value( 'string', 'Version of the plugin.' ),
				'time'       => Shape::value( 'integer', 'Clock of WordPress, in unix seconds.' ),
				'secrets'    => Shape::object(
					'Which secret of WordPress the site has.',
					[
						'revalidation' => Shape::value( 'string', 'Of the revalidate route.', $fit ),
						'preview'      => Shape::value( 'string', 'Of previews.', $fit ),
					]
				),
				'settings'   => [
					'description' => 'Settings in force, without the secrets.',
					'type'        => 'object',
				],
				'connection' => Shape::object( 'A check that was made for this answer, as of connection/status.', ConnectionStatus::properties() ),
				'queue'      => [
					'description'          => 'Changes by state.',
					'type'                 => 'object',
					'additionalProperties' => [ 'type' => [ 'integer', 'null' ] ],
				],
			]
		);
	}
}
