<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Settings;

defined( 'ABSPATH' ) || exit;

/**
 * The list of settings.
 *
 * Each setting once: its constant in wp-config.php, its default, and its rule as JSON schema. The rules of what the CLI's
 * `companion-settings.json` may hold come from the CLI's own schema, of which `settings.schema.json` is a copy.
 */
final class Definition {

	/** Settings that are never shown again once they are stored. */
	public const SECRETS = [ 'revalidationSecret', 'revalidationSecretPrevious', 'previewSecret', 'previewSecretPrevious', SitePassword::USER, SitePassword::PASSWORD ];

	/** Those that a rotation has replaced, by the one that did. */
	public const PREVIOUS = [
		'revalidationSecret' => 'revalidationSecretPrevious',
		'previewSecret'      => 'previewSecretPrevious',
	];

	/** Constants that win over what is stored. */
	public const CONSTANTS = [
		'serviceUrl'                 => 'COMPANION_SERVICE_URL',
		'webhooksEnabled'            => 'COMPANION_WEBHOOKS_ENABLED',
		'previewEnabled'             => 'COMPANION_PREVIEW_ENABLED',
		'previewMode'                => 'COMPANION_PREVIEW_MODE',
		'revalidationSecret'         => 'COMPANION_REVALIDATION_SECRET',
		'revalidationSecretPrevious' => 'COMPANION_REVALIDATION_SECRET_PREVIOUS',
		'previewSecret'              => 'COMPANION_PREVIEW_SECRET',
		'previewSecretPrevious'      => 'COMPANION_PREVIEW_SECRET_PREVIOUS',
		SitePassword::USER           => 'COMPANION_SERVICE_USER',
		SitePassword::PASSWORD       => 'COMPANION_SERVICE_PASSWORD',
		'redirectFrontEnd'           => 'COMPANION_REDIRECT_FRONT_END',
		'noindexFrontEnd'            => 'COMPANION_NOINDEX_FRONT_END',
		'logDays'                    => 'COMPANION_LOG_DAYS',
	];

	/** Values of settings that are not stored yet. */
	public const DEFAULTS = [
		'serviceUrl'                 => '',
		'webhooksEnabled'            => false,
		'previewEnabled'             => false,
		'previewMode'                => 'signed',
		'revalidationSecret'         => '',
		'revalidationSecretPrevious' => '',
		'previewSecret'              => '',
		'previewSecretPrevious'      => '',
		SitePassword::USER           => '',
		SitePassword::PASSWORD       => '',
		'redirectFrontEnd'           => false,
		'noindexFrontEnd'            => false,
		'logDays'                    => 14,
	];

	/** Rule of both parts of the password of a site; SitePassword has the rest of it. */
	private const LINE = [
		'type'      => 'string',
		'minLength' => 1,
		'maxLength' => SitePassword::MOST,
	];

	/** Rules of settings that the CLI does not know: they concern WordPress alone, or what stands in front of the site. */
	private const OWN = [
		SitePassword::USER     => self::LINE,
		SitePassword::PASSWORD => self::LINE,
		'redirectFrontEnd'     => [ 'type' => 'boolean' ],
		'noindexFrontEnd'      => [ 'type' => 'boolean' ],
		'logDays'              => [
			'type'    => 'integer',
			'minimum' => 1,
			'maximum' => 365,
		],
	];

	/**
	 * The CLI's schema of `companion-settings.json`.
	 *
	 * @return array<string, mixed>
	 */
	public static function file_schema(): array {
		static $schema = null;
		if ( null === $schema ) {
			$text   = file_get_contents( dirname( __DIR__, 2 ) . '/settings.schema.json' ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- A file of this plugin.
			$schema = (array) json_decode( (string) $text, true );
		}
		return $schema;
	}

	/**
	 * Rule of one setting, as JSON schema.
	 *
	 * @return array<string, mixed>|null Null when there is no such setting.
	 */
	public static function rule( string $key ): ?array {
		if ( ! array_key_exists( $key, self::DEFAULTS ) ) {
			return null;
		}
		return self::OWN[ $key ] ?? self::file_schema()['properties'][ $key ] ?? null;
	}

	/** Whether a setting is a secret. */
	public static function is_secret( string $key ): bool {
		return in_array( $key, self::SECRETS, true );
	}
}
