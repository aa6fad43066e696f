<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Passwords;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Preview\OpenItem;
use HeadlessSiteCompanion\Preview\PrivateAnswer;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Opens a protected post to one GraphQL request.
 *
 * Reads the header `X-Companion-Password`, which the site sends for a visitor who has entered the password. It opens the post as it is
 * published, without unsaved changes, and as long as the post has that password.
 */
final class PasswordGrant implements Module {

	/** The header of the request, as PHP names it. */
	private const HEADER = 'HTTP_X_COMPANION_PASSWORD';

	private Settings $settings;
	private Clock $clock;

	public function __construct( Settings $settings, Clock $clock ) {
		$this->settings = $settings;
		$this->clock    = $clock;
	}

	/** Adds its hook, as the grant of a preview does. */
	public function register(): void {
		Hooks::action( 'graphql_process_http_request', [ $this, 'open' ], 1 );
	}

	/** Opens the post. A header that proves nothing opens nothing, and nobody is told why. */
	public function open(): void {
		if ( ! isset( $_SERVER[ self::HEADER ] ) ) {
			return;
		}
		( new PrivateAnswer() )->register();
		$value = is_string( $_SERVER[ self::HEADER ] ) ? wp_unslash( $_SERVER[ self::HEADER ] ) : ''; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- Compared byte by byte.
		$read  = Token::read( $value, $this->settings->revalidation_secrets(), $this->clock->now() );
		$post  = null === $read ? null : get_post( $read['id'] );
		if ( null !== $read && Passwords::opens( $post ) && hash_equals( Passwords::fingerprint( $post ), $read['fingerprint'] ) ) {
			( new OpenItem( $post ) )->register();
		}
	}
}
