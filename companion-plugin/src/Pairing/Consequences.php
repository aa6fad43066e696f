<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Pairing;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Changes in WordPress when a site is connected.
 *
 * Says it where an administrator agrees: on WordPress's page for application passwords, and beside the code. The command line
 * says the same (src/connect/consequences.ts).
 */
final class Consequences implements Module {

	/** Application id of `create-headless-site connect` on that page. */
	private const APP_ID = '6a1f8f5e-9d3c-4b47-8a53-2f0f7c1f6d10';

	public function register(): void {
		Hooks::action( 'wp_authorize_application_password_form', [ $this, 'before_consent' ] );
	}

	/**
	 * On WordPress's page, for our program only. Anybody may use its id: where the password is sent to another machine, or shown to be
	 * passed on, or a refusal leads elsewhere, the list would vouch for another program.
	 *
	 * @param mixed $request Request of the program.
	 */
	public function before_consent( $request = null ): void {
		if ( ! is_array( $request ) || self::APP_ID !== ( $request['app_id'] ?? '' ) || ! self::stays_here( $request['success_url'] ?? null ) || ! self::stays_here( $request['reject_url'] ?? null ) ) {
			return;
		}
		$text = __( 'The password gives whoever has it all rights of your account until it is taken away, under Users > Profile. create-headless-site takes it away as soon as the site is connected.', 'headless-site-companion' );
		printf( '<p><strong>%s</strong></p>', esc_html( $text ) );
		self::render();
	}

	/**
	 * Whether an address is on this browser's machine. Held to the very form that our program sends: browsers and PHP find another
	 * host in `http://example.com\@127.0.0.1/`.
	 *
	 * @param mixed $url URL from WordPress, which derives the one for a refusal from the other where it is not given.
	 */
	private static function stays_here( $url ): bool {
		return is_string( $url ) && preg_match( '#^http://127\.0\.0\.1:\d{1,5}/[\w/-]*(\?success=false)?$#D', $url );
	}

	/** Writes the list. */
	public static function render(): void {
		printf( '<p>%s</p><ul class="ul-disc">', esc_html__( 'What connecting changes in this WordPress:', 'headless-site-companion' ) );
		foreach ( self::all() as $text ) {
			printf( '<li>%s</li>', esc_html( $text ) );
		}
		echo '</ul>';
	}

	/**
	 * All of it.
	 *
	 * @return string[] Sentences.
	 */
	private static function all(): array {
		return [
			__( 'WordPress tells the site which pages have changed, in the background after each save.', 'headless-site-companion' ),
			__( 'Preview buttons open the site, and "View" and "Visit Site" lead there.', 'headless-site-companion' ),
			__( 'In browsers, scripts of the site may read GraphQL and REST; scripts of other websites may not.', 'headless-site-companion' ),
			__( 'Visitors and search engines find the pages of WordPress as before: no redirect, no noindex, the same sitemap. Both are switches under Headless Site > Settings.', 'headless-site-companion' ),
			__( 'Another address of the site, or none, switches both off again.', 'headless-site-companion' ),
		];
	}
}
