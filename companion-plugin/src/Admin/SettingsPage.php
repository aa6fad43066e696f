<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Pairing\Consequences;
use HeadlessSiteCompanion\Pairing\PairingCode;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Settings\SitePassword;
use HeadlessSiteCompanion\Settings\TrustedAddress;

defined( 'ABSPATH' ) || exit;

/**
 * The settings.
 *
 * The form of the settings, the import of the CLI's file, and the code for its `connect`. Secrets are never written into it.
 *
 * @phpstan-import-type FlashMessage from Flash
 */
final class SettingsPage implements Page {

	private Settings $settings;
	private PairingCode $codes;

	public function __construct( Settings $settings, PairingCode $codes ) {
		$this->settings = $settings;
		$this->codes    = $codes;
	}

	public function render(): void {
		if ( ! current_user_can( Pages::CAPABILITY ) ) {
			return;
		}
		$flash = Flash::take();
		$flash = Flash::CODE === $flash['kind'] ? array_merge( $flash, $this->code() ) : $flash;
		?>
		<div class="wrap hsc">
			<h1><?php esc_html_e( 'Headless site settings', 'headless-site-companion' ); ?></h1>
			<hr class="wp-header-end">
			<?php
			Flash::render( $flash );
			if ( '' === $this->settings->service_url() ) {
				$this->connect();
				$this->import( $flash['errors']['file'] ?? '' );
				$this->form( $flash );
			} else {
				$this->form( $flash );
				$this->import( $flash['errors']['file'] ?? '' );
				$this->connect();
			}
			?>
		</div>
		<?php
	}

	/**
	 * Makes a code for `connect`.
	 *
	 * @return array{kind: string, texts: string[]} Message in the form of Flash.
	 */
	private function code(): array {
		$code = $this->codes->make();
		if ( '' === $code ) {
			return [
				'kind'  => 'error',
				'texts' => [ __( 'The database did not keep a code. Try again; if that does not help, look into the log of the database.', 'headless-site-companion' ) ],
			];
		}
		return [
			'kind'  => 'success',
			'texts' => [
				/* translators: %s: the code. */
				sprintf( __( 'The code is %s', 'headless-site-companion' ), $code ),
				__( 'Type it into create-headless-site connect, within a quarter of an hour. It works once, and is not shown again.', 'headless-site-companion' ),
			],
		];
	}

	/**
	 * The form.
	 *
	 * @param FlashMessage $flash Message that the page shows once.
	 */
	private function form( array $flash ): void {
		$fields   = new SettingsFields( $this->settings, $flash['errors'], $flash['values'] );
		$redirect = $this->settings->connected() || $this->settings->redirect_front_end();
		// No `required` and no pattern: WordPress judges, and says what is wrong in its own words.
		printf( '<form method="post" action="%s" class="hsc-form" novalidate>%s', esc_url( admin_url( 'admin-post.php' ) ), Button::hidden( Actions::SAVE ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.

		$fields->group( __( 'The site', 'headless-site-companion' ) );
		$fields->text( 'serviceUrl', __( 'Address of the site', 'headless-site-companion' ), __( 'What visitors type, like https://www.example.com.', 'headless-site-companion' ), 'url' );
		printf( '<input type="hidden" name="companion_shown" value="%s">', esc_attr( $this->settings->service_url() ) );
		if ( $this->settings->withholds_any() && TrustedAddress::is_users() ) {
			/* translators: %s: address of a site. */
			$fields->confirm( 'companion_trusted', $this->settings->service_url(), __( 'Secrets of the network', 'headless-site-companion' ), sprintf( __( 'The secrets in wp-config.php may go to %s', 'headless-site-companion' ), $this->settings->service_url() ), __( 'Somebody else has entered this address. Whoever runs the site there learns the secrets of all sites of this network.', 'headless-site-companion' ) );
		}
		$fields->secret( 'revalidationSecret', __( 'Revalidation secret', 'headless-site-companion' ), 'REVALIDATION_SECRET' );
		$fields->secret( 'previewSecret', __( 'Preview secret', 'headless-site-companion' ), 'PREVIEW_SECRET' );
		$fields->user( __( 'User name of the site', 'headless-site-companion' ), __( 'Only where the web server of the site asks for a password (HTTP Basic authentication), such as that of a staging site. Empty it to send neither.', 'headless-site-companion' ) );
		$fields->secret( SitePassword::PASSWORD, __( 'Password of the site', 'headless-site-companion' ), '' );
		$fields->end();

		$fields->group( __( 'Changes and previews', 'headless-site-companion' ) );
		$fields->check( 'webhooksEnabled', __( 'Webhooks', 'headless-site-companion' ), __( 'Tell the site what has changed', 'headless-site-companion' ), __( 'Sends the paths of changed pages to the site, in the background.', 'headless-site-companion' ) );
		$fields->check( 'previewEnabled', __( 'Preview', 'headless-site-companion' ), __( 'Preview on the site', 'headless-site-companion' ), __( 'Preview buttons of WordPress open the site instead of the theme.', 'headless-site-companion' ) );
		$fields->choice(
			'previewMode',
			__( 'Preview links', 'headless-site-companion' ),
			[
				'signed' => __( 'Signed: a link is for one item and expires (recommended)', 'headless-site-companion' ),
				'plain'  => __( 'Plain: a link holds the preview secret itself; only for sites that do not know signed links', 'headless-site-companion' ),
			],
			trim( Problems::why_signed( $this->settings ) . ' ' . __( 'Whoever sees a plain link can open every item that somebody has previewed within the last hour. Going back to signed links takes a new secret.', 'headless-site-companion' ) )
		);
		$fields->end();

		$fields->group( __( "WordPress's own pages", 'headless-site-companion' ) );
		$fields->check(
			'redirectFrontEnd',
			__( 'Redirect', 'headless-site-companion' ),
			__( 'Send visitors of WordPress to the site', 'headless-site-companion' ),
			$redirect
				? __( 'Careful: search engines treat a permanent redirect (301) as final, and browsers keep it for an hour. Admin, login, REST, GraphQL and uploads stay where they are.', 'headless-site-companion' )
				: __( 'Can be switched on once the site is connected: a permanent redirect to a wrong address is hard to take back.', 'headless-site-companion' ),
			! $redirect
		);
		$fields->check( 'noindexFrontEnd', __( 'Search engines', 'headless-site-companion' ), __( 'Keep the pages of WordPress out of search engines', 'headless-site-companion' ), __( 'They would compete with the same pages of the site. Takes effect while the site is public and open to search engines, which is checked every hour; until then, people find the pages of WordPress.', 'headless-site-companion' ) );
		$fields->end();

		$fields->group( __( 'Activity log', 'headless-site-companion' ) );
		$fields->text( 'logDays', __( 'Days to keep entries', 'headless-site-companion' ), __( '1 to 365.', 'headless-site-companion' ), 'number' );
		$fields->end();

		printf( '<p class="submit"><button type="submit" class="button button-primary">%s</button></p></form>', esc_html__( 'Save settings', 'headless-site-companion' ) );
	}

	/** A code for the command line. */
	private function connect(): void {
		printf(
			'<section class="hsc-card hsc-import" aria-labelledby="hsc-connect"><h2 id="hsc-connect">%s</h2><p>%s</p><p>%s</p>',
			esc_html__( 'Connect from the command line', 'headless-site-companion' ),
			wp_kses( __( 'In the folder of your site, <code>npx create-headless-site connect</code> sends the address and the secrets here.', 'headless-site-companion' ), [ 'code' => [] ] ),
			esc_html__( 'It asks for an application password or, where WordPress has none, for a code that works once.', 'headless-site-companion' )
		);
		Consequences::render();
		echo Button::html( Actions::PAIR, __( 'Make a code', 'headless-site-companion' ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
		echo '</section>';
	}

	/**
	 * The import.
	 *
	 * @param string $error Error of the last import.
	 */
	private function import( string $error ): void {
		$describe = 'hsc-import-help' . ( '' === $error ? '' : ' hsc-import-error' );
		printf(
			'<section class="hsc-card hsc-import" aria-labelledby="hsc-import"><h2 id="hsc-import">%s</h2><p id="hsc-import-help">%s</p>',
			esc_html__( 'Import', 'headless-site-companion' ),
			esc_html__( 'create-headless-site has written wordpress/companion-settings.json into your site. It sets the address, the secrets and the switches at once. It holds secrets: delete it afterwards.', 'headless-site-companion' )
		);
		printf( '<form method="post" enctype="multipart/form-data" action="%s" novalidate>%s', esc_url( admin_url( 'admin-post.php' ) ), Button::hidden( Actions::IMPORT ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
		if ( '' !== $error ) {
			printf( '<p class="hsc-error" id="hsc-import-error">%s</p>', esc_html( $error ) );
		}
		printf(
			'<p><label for="hsc-file">%s</label><br><input type="file" id="hsc-file" name="file" accept=".json,application/json" aria-describedby="%s"></p>',
			esc_html__( 'File', 'headless-site-companion' ),
			esc_attr( $describe )
		);
		printf(
			'<p><label for="hsc-pasted">%s</label><br><textarea id="hsc-pasted" name="pasted" rows="5" class="large-text code" autocomplete="off" spellcheck="false" aria-describedby="%s"%s></textarea></p>',
			esc_html__( 'Or its text', 'headless-site-companion' ),
			esc_attr( $describe ),
			'' === $error ? '' : ' aria-invalid="true"'
		);
		printf( '<p><button type="submit" class="button">%s</button></p></form></section>', esc_html__( 'Import settings', 'headless-site-companion' ) );
	}
}
