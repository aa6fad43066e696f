<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Rest;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Sentences for codes.
 *
 * Problems and their fixes, in the language of the reader. Codes travel; sentences are made here.
 */
final class Messages {

	/**
	 * Result of a connection check.
	 *
	 * @param string|null $problem Problem of Connection::check().
	 * @param int|null $status HTTP status, for the text.
	 * @return array{message: string, fix: string|null}
	 */
	public static function connection( ?string $problem, ?int $status = null ): array {
		if ( null === $problem ) {
			return [
				'message' => __( 'The site answers and accepts the secret.', 'headless-site-companion' ),
				'fix'     => null,
			];
		}
		$known = self::problems();
		$found = $known[ $problem ] ?? $known['unexpected'];
		if ( null !== $status && $status > 0 ) {
			/* translators: 1: a sentence, 2: HTTP status, a number. */
			$found['message'] = sprintf( __( '%1$s (HTTP %2$d)', 'headless-site-companion' ), $found['message'], $status );
		}
		return $found;
	}

	/**
	 * All problems.
	 *
	 * @return array<string, array{message: string, fix: string}>
	 */
	public static function problems(): array {
		return [
			'not-configured' => [
				'message' => __( 'The address of the site or the revalidation secret is not set.', 'headless-site-companion' ),
				'fix'     => __( 'Import wordpress/companion-settings.json of your site on the Settings page.', 'headless-site-companion' ),
			],
			'untrusted'      => [
				'message' => __( 'wp-config.php holds a secret of all sites of this network.', 'headless-site-companion' ),
				'fix'     => __( 'It is not used for this site until a super administrator has confirmed this address under Headless Site > Settings, or COMPANION_SERVICE_URL in wp-config.php holds it.', 'headless-site-companion' ),
			],
			'unreachable'    => [
				'message' => __( 'The site does not answer.', 'headless-site-companion' ),
				'fix'     => __( 'Check that the site runs and that the address on the Settings page is right. The server of WordPress must be able to reach it.', 'headless-site-companion' ),
			],
			'redirect'       => [
				'message' => __( 'The site answers with a redirect. It is not followed, because the secret would go with it.', 'headless-site-companion' ),
				'fix'     => __( 'Enter the address that the site itself uses (with or without www, http or https) on the Settings page.', 'headless-site-companion' ),
			],
			'unauthorized'   => [
				'message' => __( 'The site refuses the revalidation secret.', 'headless-site-companion' ),
				'fix'     => __( 'Give WordPress and the site the same secret: import companion-settings.json again, or set REVALIDATION_SECRET of the site and start it again. Then check the connection.', 'headless-site-companion' ),
			],
			'password'       => [
				'message' => __( 'The site is behind a password, and WordPress has none for it or a wrong one.', 'headless-site-companion' ),
				'fix'     => __( 'Enter both in the fields “User name of the site” and “Password of the site” on the Settings page.', 'headless-site-companion' ),
			],
			'blocked'        => [
				'message' => __( 'Something in front of the site refuses the request: a login, a firewall or preview protection.', 'headless-site-companion' ),
				'fix'     => __( 'Let POST requests to /api/revalidate through. The secret in them is the protection.', 'headless-site-companion' ),
			],
			'not-found'      => [
				'message' => __( 'Something answers at this address, but it has no /api/revalidate.', 'headless-site-companion' ),
				'fix'     => __( 'Check the address on the Settings page. It must be the address of the site, not of WordPress.', 'headless-site-companion' ),
			],
			'unexpected'     => [
				'message' => __( 'The site gives an unexpected answer.', 'headless-site-companion' ),
				'fix'     => __( 'Look at the log of the site: it could not handle the check.', 'headless-site-companion' ),
			],
		];
	}

	/**
	 * States of the circuit breaker.
	 *
	 * @return array<string, string> By state.
	 */
	public static function circuit(): array {
		return [
			'closed'       => __( 'delivering', 'headless-site-companion' ),
			'unauthorized' => __( 'stopped: the site refuses the secret', 'headless-site-companion' ),
			'unreachable'  => __( 'slowed down: the site does not answer', 'headless-site-companion' ),
		];
	}

	/**
	 * Names of the types of activities.
	 *
	 * @return array<string, string> By type.
	 */
	public static function activities(): array {
		return [
			'content'      => __( 'Content update', 'headless-site-companion' ),
			'revalidation' => __( 'Cache revalidation', 'headless-site-companion' ),
			'preview'      => __( 'Preview request', 'headless-site-companion' ),
			'error'        => __( 'Error', 'headless-site-companion' ),
		];
	}

	/**
	 * Errors of Validator, by setting.
	 *
	 * @param WP_Error $error Its data name settings; without data it is about the whole.
	 * @return array<string, string>
	 */
	public static function errors( WP_Error $error ): array {
		$texts = [];
		foreach ( $error->get_error_codes() as $code ) {
			$settings = $error->get_all_error_data( $code );
			foreach ( $error->get_error_messages( $code ) as $index => $message ) {
				$setting = $settings[ $index ] ?? null;
				$texts[ is_string( $setting ) ? sanitize_text_field( $setting ) : 'file' ] = (string) $message;
			}
		}
		return $texts;
	}
}
