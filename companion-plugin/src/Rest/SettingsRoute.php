<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Rest;

use HeadlessSiteCompanion\Pairing\PairingCode;
use HeadlessSiteCompanion\Settings\Definition;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Settings\TrustedAddress;
use HeadlessSiteCompanion\Settings\Validator;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/**
 * Settings through REST.
 *
 * `POST settings` and `POST pair`: pairs WordPress with a site. Takes some or all settings, stores all of them or none. Secrets
 * go in and never come out: the answer says only which ones are set.
 */
final class SettingsRoute {

	/** Codes of refusals: some setting is wrong, or the pairing code is. */
	public const INVALID_SETTINGS = 'companion_invalid_settings';
	public const INVALID_CODE     = 'companion_invalid_code';

	private Settings $settings;
	private Validator $validator;
	private ConnectionStatus $connection;
	private PairingCode $codes;

	public function __construct( Settings $settings, Validator $validator, ConnectionStatus $connection, PairingCode $codes ) {
		$this->settings   = $settings;
		$this->validator  = $validator;
		$this->connection = $connection;
		$this->codes      = $codes;
	}

	/**
	 * Stores settings. The permission was checked before.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request JSON object of settings by name.
	 */
	public function update( WP_REST_Request $request ): WP_REST_Response {
		return $this->store( self::body( $request ), TrustedAddress::is_users() );
	}

	/**
	 * Stores settings for whoever has a code of the settings page. Settings that are refused leave the code as it is.
	 * They count as those of whoever made the code.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request JSON object: `code`, and `settings` by name.
	 */
	public function pair( WP_REST_Request $request ): WP_REST_Response {
		$body = self::body( $request );
		$code = is_string( $body['code'] ?? null ) ? $body['code'] : '';
		if ( ! $this->codes->is_valid( $code ) ) {
			return self::refuse_code();
		}
		$redeem = function () use ( $code ): bool {
			return $this->codes->redeem( $code );
		};
		return $this->store( is_array( $body['settings'] ?? null ) ? $body['settings'] : null, $this->codes->is_trusted( $code ), $redeem );
	}

	/**
	 * The JSON object of a request. A form can be sent by any page on the web, JSON cannot; and a form knows neither true nor null.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request Anything.
	 * @return array<string, mixed>|null
	 */
	private static function body( WP_REST_Request $request ): ?array {
		$given = $request->is_json_content_type() ? $request->get_json_params() : null;
		return is_array( $given ) ? $given : null;
	}

	/**
	 * Stores settings, all or none.
	 *
	 * @param array<string, mixed>|null $given By name.
	 * @param bool $is_trusted See Validator.
	 * @param (callable(): bool)|null $may Asked when they are right, before they are stored.
	 */
	private function store( ?array $given, bool $is_trusted, ?callable $may = null ): WP_REST_Response {
		if ( null === $given || ( $given && array_keys( $given ) === range( 0, count( $given ) - 1 ) ) ) {
			return self::refuse( [ 'body' => __( 'Send a JSON object of settings, with the header Content-Type: application/json.', 'headless-site-companion' ) ] );
		}
		$values = $this->validator->values( $given, $is_trusted );
		if ( is_wp_error( $values ) ) {
			return self::refuse( Messages::errors( $values ) );
		}
		if ( $may && ! $may() ) {
			return self::refuse_code();
		}
		$this->settings->update( $values, $is_trusted );
		return new WP_REST_Response( $this->answer() );
	}

	/**
	 * Settings in force now.
	 *
	 * @return array<string, mixed>
	 */
	private function answer(): array {
		$set    = [];
		$locked = [];
		foreach ( Definition::CONSTANTS as $key => $constant ) {
			if ( Definition::is_secret( $key ) ) {
				$set[ $key ] = $this->settings->has_secret( $key );
			}
			if ( $this->settings->is_locked( $key ) ) {
				$locked[ $key ] = $constant;
			}
		}
		return [
			'settings'   => $this->settings->visible(),
			'secrets'    => $set,
			'locked'     => (object) $locked,
			'connection' => $this->connection->fresh(),
		];
	}

	/**
	 * Says what is wrong; nothing was stored.
	 *
	 * @param array<string, string> $errors
	 */
	private static function refuse( array $errors ): WP_REST_Response {
		return new WP_REST_Response(
			[
				'code'    => self::INVALID_SETTINGS,
				'message' => __( 'Nothing was stored.', 'headless-site-companion' ),
				'errors'  => $errors,
			],
			400
		);
	}

	/** Says that a code is none, and where to get one. */
	private static function refuse_code(): WP_REST_Response {
		return new WP_REST_Response(
			[
				'code'    => self::INVALID_CODE,
				'message' => __( 'The code is wrong, too old or used up. Make a new one on the settings page of Headless Site.', 'headless-site-companion' ),
			],
			403
		);
	}

	/**
	 * JSON schema of what goes in (`properties` of `settings`, and the secrets) and of what comes out.
	 *
	 * @return array<string, mixed>
	 */
	public static function schema(): array {
		$visible = [];
		$set     = [];
		foreach ( array_keys( Definition::DEFAULTS ) as $key ) {
			$rule = (array) Definition::rule( $key );
			if ( Definition::is_secret( $key ) ) {
				$set[ $key ] = JsonSchema::value( 'boolean', 'Whether it is set. To set it send a string of ' . $rule['minLength'] . ' or more characters, to take it away null; an empty string leaves it as it is.' );
			} else {
				$visible[ $key ] = $rule;
			}
		}
		return JsonSchema::answer(
			'companion-settings',
			[
				'settings'   => JsonSchema::object( 'Settings in force. In the request they stand at the top, beside the secrets; all are optional.', $visible ),
				'secrets'    => JsonSchema::object( 'Secrets are written and never read.', $set ),
				'locked'     => [
					'description'          => 'Settings that a constant in wp-config.php decides, with its name. They are left as they are.',
					'type'                 => 'object',
					'additionalProperties' => [ 'type' => 'string' ],
				],
				'connection' => JsonSchema::object( 'Result of the check that follows, as of connection/status.', ConnectionStatus::properties() ),
			]
		);
	}
}
