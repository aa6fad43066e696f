<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Rest\ConnectionStatus;
use HeadlessSiteCompanion\Rest\Messages;
use HeadlessSiteCompanion\Settings\Definition;
use HeadlessSiteCompanion\Settings\ServiceUrl;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Settings\SitePassword;
use HeadlessSiteCompanion\Settings\TrustedAddress;
use HeadlessSiteCompanion\Settings\Validator;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Saving settings.
 *
 * Takes the form and the imported file to Settings\Validator, stores what it accepts, and checks the connection.
 * Capability and nonce were checked by Actions.
 */
final class SettingsActions {

	/** Bytes of a settings file; real ones have some hundred. */
	private const MAX_FILE = 65536;

	private Settings $settings;
	private Validator $validator;
	private ConnectionStatus $connection;

	public function __construct( Settings $settings, Validator $validator, ConnectionStatus $connection ) {
		$this->settings   = $settings;
		$this->validator  = $validator;
		$this->connection = $connection;
	}

	/** The form. */
	public function save(): void {
		// phpcs:ignore WordPress.Security -- Nonce in Actions. Not sanitised here: Validator judges each value, and a secret must stay as it is.
		$posted = isset( $_POST['companion'] ) && is_array( $_POST['companion'] ) ? wp_unslash( $_POST['companion'] ) : [];
		$given  = self::typed( $posted );
		$values = $this->validator->values( $given, TrustedAddress::is_users() );
		if ( is_wp_error( $values ) ) {
			$this->refuse( $values, $given );
		} else {
			$this->store( $values, __( 'Settings saved.', 'headless-site-companion' ), $this->is_confirmed( (string) ( $values['serviceUrl'] ?? '' ) ) );
		}
		Actions::back( Pages::SETTINGS );
	}

	/**
	 * Whether somebody who may says that the secrets of a network go to an address: enters another one, or ticks the box below the one
	 * that somebody else has entered. All else on the page can be saved without a look at it.
	 *
	 * @param string $url Saved URL.
	 */
	private function is_confirmed( string $url ): bool {
		// phpcs:disable WordPress.Security -- Nonce in Actions. Compared only, letter by letter.
		$shown  = isset( $_POST['companion_shown'] ) ? wp_unslash( $_POST['companion_shown'] ) : $url;
		$ticked = isset( $_POST['companion_trusted'] ) ? wp_unslash( $_POST['companion_trusted'] ) : '';
		// phpcs:enable
		// Compared with the page, not with what is stored: somebody else may have changed that since.
		return TrustedAddress::is_users() && ( $url !== $shown || $url === $ticked || TrustedAddress::is( $url ) );
	}

	/** The imported file, or its text. */
	public function import(): void {
		$text   = self::imported();
		$values = is_wp_error( $text ) ? $text : $this->validator->file( $text, TrustedAddress::is_users() );
		if ( is_wp_error( $values ) ) {
			$errors = Messages::errors( $values );
			Flash::keep( 'error', array_merge( [ __( 'Nothing was imported.', 'headless-site-companion' ) ], array_values( $errors ) ), [ 'file' => implode( ' ', $errors ) ] );
		} else {
			$this->store( $values, __( 'Settings imported. Delete the file companion-settings.json now: it holds secrets, and the site does not need it.', 'headless-site-companion' ), TrustedAddress::is_users() );
		}
		Actions::back( Pages::SETTINGS );
	}

	/** "End the rotation". */
	public function end_rotation(): void {
		$this->store( array_fill_keys( array_values( Definition::PREVIOUS ), null ), __( 'The previous secrets are no longer accepted.', 'headless-site-companion' ) );
		Actions::back( Pages::SETTINGS );
	}

	/**
	 * Stores values and says how the connection is.
	 *
	 * @param array<string, mixed> $values Values of Validator.
	 * @param string $done First sentence of the notice.
	 * @param bool $is_trusted See Settings::update().
	 */
	private function store( array $values, string $done, bool $is_trusted = false ): void {
		$this->settings->update( $values, $is_trusted );
		$now = $this->connection->fresh();
		// Saved is saved; without an address nobody expects a connection yet.
		$kind = 'connected' === $now['status'] ? 'success' : 'warning';
		Flash::keep( $kind, array_merge( [ $done ], ConnectionText::sentences( $now ) ) );
	}

	/**
	 * Says what is wrong, and keeps what was typed.
	 *
	 * @param WP_Error $error Error of Validator.
	 * @param array<string, mixed> $given Typed values.
	 */
	private function refuse( WP_Error $error, array $given ): void {
		if ( is_string( $given['serviceUrl'] ?? null ) ) {
			$given['serviceUrl'] = ServiceUrl::without_credentials( $given['serviceUrl'] );
		}
		$errors = Messages::errors( $error );
		$texts  = [ __( 'Nothing was saved. Correct the marked fields.', 'headless-site-companion' ) ];
		foreach ( $errors as $key => $text ) {
			// Errors without a field on the page are listed here.
			if ( null === Definition::rule( $key ) ) {
				$texts[] = $text;
			}
		}
		Flash::keep( 'error', $texts, $errors, $given );
	}

	/**
	 * Gives what a form sends, which is text, the types of the settings.
	 *
	 * @param array<int|string, mixed> $posted
	 * @return array<string, mixed>
	 */
	private static function typed( array $posted ): array {
		$given = [];
		foreach ( $posted as $key => $value ) {
			$key  = (string) $key;
			$type = Definition::rule( $key )['type'] ?? '';
			if ( ! is_string( $value ) ) {
				$given[ $key ] = $value;
				continue;
			}
			// A password may begin and end with a space.
			$text = SitePassword::PASSWORD === $key ? $value : trim( $value );
			if ( 'boolean' === $type ) {
				$given[ $key ] = '1' === $text;
			} elseif ( 'integer' === $type ) {
				$given[ $key ] = ctype_digit( $text ) && strlen( $text ) < 9 ? (int) $text : $text;
			} elseif ( SitePassword::USER === $key && '' === $text ) {
				// Its field shows what is stored, so emptying it takes it away.
				$given[ $key ] = null;
			} else {
				$given[ $key ] = $text;
			}
		}
		return $given;
	}

	/**
	 * The text of the file that was sent, or that was pasted.
	 *
	 * @return string|WP_Error
	 */
	private static function imported() {
		// phpcs:disable WordPress.Security -- Nonce in Actions; judged by Validator, byte for byte.
		$pasted = isset( $_POST['pasted'] ) && is_string( $_POST['pasted'] ) ? trim( wp_unslash( $_POST['pasted'] ) ) : '';
		$file   = isset( $_FILES['file'] ) && is_array( $_FILES['file'] ) ? $_FILES['file'] : [];
		// phpcs:enable
		$path  = isset( $file['tmp_name'] ) && is_string( $file['tmp_name'] ) ? $file['tmp_name'] : '';
		$error = $file['error'] ?? UPLOAD_ERR_NO_FILE;
		if ( UPLOAD_ERR_NO_FILE === $error ) {
			return '' === $pasted
				? new WP_Error( 'companion_import', __( 'Choose the file companion-settings.json, or paste its text.', 'headless-site-companion' ) )
				: self::small( $pasted );
		}
		if ( UPLOAD_ERR_OK !== $error || ! is_uploaded_file( $path ) ) {
			return new WP_Error( 'companion_import', __( 'The file did not arrive. Paste its text instead.', 'headless-site-companion' ) );
		}
		$text = file_get_contents( $path, false, null, 0, self::MAX_FILE + 1 ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- An uploaded file.
		// The copy on this server holds secrets, too; PHP would delete it at the end of the request.
		wp_delete_file( $path );
		return self::small( (string) $text );
	}

	/**
	 * Refuses what is far too long.
	 *
	 * @param string $text Text of a file.
	 * @return string|WP_Error
	 */
	private static function small( string $text ) {
		$text = (string) preg_replace( '/^\xEF\xBB\xBF/', '', $text );
		return strlen( $text ) <= self::MAX_FILE ? $text : new WP_Error( 'companion_import', __( 'This is far longer than a settings file. Choose the file companion-settings.json.', 'headless-site-companion' ) );
	}
}
