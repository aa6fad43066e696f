<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Settings;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Judges settings that come from outside.
 *
 * The one gate for settings: the settings page, the imported file, REST and WP-CLI all come through here.
 * All or nothing: with one bad value nothing is stored.
 */
final class Validator {

	/** Functions that know a type exactly. */
	private const EXACT = [
		'boolean' => 'is_bool',
		'integer' => 'is_int',
		'string'  => 'is_string',
	];

	private Settings $settings;

	public function __construct( Settings $settings ) {
		$this->settings = $settings;
	}

	/**
	 * Reads the text of a `companion-settings.json`, the whole of it.
	 *
	 * @param string $text JSON.
	 * @param bool $is_trusted See values().
	 * @return array<string, mixed>|WP_Error Values for Settings::update(), or what is wrong, by setting.
	 */
	public function file( string $text, bool $is_trusted ) {
		$data = json_decode( $text, true );
		if ( ! is_array( $data ) ) {
			return new WP_Error( 'companion_import', __( 'This is not JSON. Choose the file companion-settings.json in the folder wordpress of your site.', 'headless-site-companion' ) ); // phpcs:ignore WordPress.WP.CapitalPDangit -- The name of a folder.
		}
		$schema  = Definition::file_schema();
		$missing = array_diff( $schema['required'], array_keys( $data ) );
		if ( ! empty( $data['previewEnabled'] ) && ! isset( $data['previewSecret'] ) ) {
			$missing[] = 'previewSecret';
		}
		if ( 1 !== ( $data['version'] ?? 1 ) ) {
			return new WP_Error( 'companion_import', __( 'This file was made for another version of the plugin. Update the plugin, or run regenerate-config again.', 'headless-site-companion' ) );
		}
		if ( $missing ) {
			/* translators: %s: names of settings. */
			return new WP_Error( 'companion_import', sprintf( __( 'The file lacks: %s. Create it again with regenerate-config.', 'headless-site-companion' ), implode( ', ', $missing ) ) );
		}
		$unknown = array_diff( array_keys( $data ), array_keys( $schema['properties'] ) );
		if ( $unknown ) {
			/* translators: %s: names of settings. */
			return new WP_Error( 'companion_import', sprintf( __( 'The file holds settings that this version of the plugin does not know: %s.', 'headless-site-companion' ), sanitize_text_field( implode( ', ', $unknown ) ) ) );
		}
		unset( $data['$schema'], $data['version'] );
		// The file is the whole truth: a rotation that has ended takes the previous secrets with it.
		$previous = array_fill_keys( [ 'revalidationSecretPrevious', 'previewSecret', 'previewSecretPrevious' ], null );
		return $this->values( $data + $previous, $is_trusted );
	}

	/**
	 * Judges some settings.
	 *
	 * @param array<string, mixed> $given By setting. An empty secret means "as it is", null takes it away.
	 * @param bool $is_trusted Whether they are of somebody who could read wp-config.php of a network.
	 * @return array<string, mixed>|WP_Error Values for Settings::update(), or one error for each setting that is wrong; the
	 *   error's data names the setting.
	 */
	public function values( array $given, bool $is_trusted ) {
		$values = [];
		$errors = new WP_Error();
		foreach ( $given as $key => $value ) {
			$key  = (string) $key;
			$rule = Definition::rule( $key );
			if ( null === $rule ) {
				/* translators: %s: name of a setting. */
				$errors->add( 'companion_unknown', sprintf( __( 'There is no setting %s.', 'headless-site-companion' ), sanitize_text_field( $key ) ), $key );
				continue;
			}
			if ( $this->settings->is_locked( $key ) || ( Definition::is_secret( $key ) && '' === $value ) ) {
				continue;
			}
			if ( null === $value && Definition::is_secret( $key ) ) {
				$values[ $key ] = null;
				continue;
			}
			$problem = 'serviceUrl' === $key ? $this->url_problem( $value, $is_trusted ) : $this->problem( $key, $value, $rule );
			if ( 'previewMode' === $key && 'plain' === $value && ! $this->settings->allows_plain_links() ) {
				$problem = __( 'wp-config.php holds the preview secret of all sites of this network, which plain links would give away.', 'headless-site-companion' );
			}
			if ( null !== $problem ) {
				$errors->add( 'companion_' . $key, $problem, $key );
				continue;
			}
			$values[ $key ] = 'serviceUrl' === $key ? (string) ServiceUrl::normalize( (string) $value, $this->settings->allows_loopback() ) : $value;
		}
		// A new secret begins a rotation of its own: whoever has the one before the last has had time to notice.
		foreach ( Definition::PREVIOUS as $key => $previous ) {
			$is_new = array_key_exists( $key, $values ) && ! $this->settings->is_same_secret( $key, $values[ $key ] );
			if ( $is_new && '' === ( $given[ $previous ] ?? '' ) && ! $this->settings->is_locked( $previous ) ) {
				$values[ $previous ] = null;
			}
		}
		$this->keep_together( $values );
		$this->bind_secrets( $values, $errors, $is_trusted );
		$this->ask_for_both( $values, $errors );
		$this->keep_plain_links_apart( $values, $errors );
		$this->refuse_given_away( $values, $errors );
		return $errors->has_errors() ? $errors : $values;
	}

	/**
	 * Secrets belong to the address for which they were given: another address gets none of them by itself. Anybody who has the
	 * current ones may enter them again; previous ones are dropped. Constants of a network go to another address only where somebody
	 * says so who could read them; whoever administers a single site has all that they open.
	 *
	 * @param array<string, mixed> $values Accepted so far; previous secrets are added as taken away.
	 * @param WP_Error $errors Is added to.
	 * @param bool $is_trusted See values().
	 */
	private function bind_secrets( array &$values, WP_Error $errors, bool $is_trusted ): void {
		$url = (string) ( $values['serviceUrl'] ?? '' );
		$now = $this->settings->service_url();
		if ( '' === $url || $url === $now ) {
			return;
		}
		if ( ! $is_trusted && $this->settings->has_network_secret() && ! TrustedAddress::is( $url ) ) {
			$errors->add( 'companion_serviceUrl', __( 'wp-config.php holds a secret that would go to this address. Put the address there, too (COMPANION_SERVICE_URL), or let a super administrator enter it.', 'headless-site-companion' ), 'serviceUrl' );
			return;
		}
		if ( ServiceUrl::origin( $url ) === ServiceUrl::origin( $now ) ) {
			return;
		}
		foreach ( Definition::SECRETS as $key ) {
			$is_given = array_key_exists( $key, $values ) || '' !== $errors->get_error_message( 'companion_' . $key );
			if ( $is_given || $this->settings->is_locked( $key ) || '' === $this->settings->secrets_with( [] )[ $key ] ) {
				continue;
			}
			// Most other addresses have no password in front of them, unless somebody has just named a user.
			$is_left = isset( SitePassword::OTHER[ $key ] ) && ! isset( $values[ SitePassword::OTHER[ $key ] ] );
			if ( $is_left || 'Previous' === substr( $key, -8 ) ) {
				$values[ $key ] = null;
				continue;
			}
			$errors->add( 'companion_' . $key, __( 'The address of the site has changed. Enter this secret again, so that it does not go to a wrong address by mistake.', 'headless-site-companion' ), $key );
		}
	}

	/**
	 * Without the one, the other part of the site's password is nothing.
	 *
	 * @param array<string, mixed> $values Accepted so far; the other part is added as taken away.
	 */
	private function keep_together( array &$values ): void {
		foreach ( SitePassword::OTHER as $key => $other ) {
			if ( array_key_exists( $key, $values ) && null === $values[ $key ] && ! $this->settings->is_locked( $other ) ) {
				$values[ $other ] = null;
			}
		}
	}

	/**
	 * A user name without a password is a mistake, and so is a password without a user name.
	 *
	 * @param array<string, mixed> $values Accepted so far.
	 * @param WP_Error $errors Is added to.
	 */
	private function ask_for_both( array $values, WP_Error $errors ): void {
		$mine = $this->settings->secrets_with( $values );
		foreach ( SitePassword::OTHER as $key => $other ) {
			$is_said = '' !== $errors->get_error_message( 'companion_' . $other );
			if ( isset( $values[ $key ] ) && '' === $mine[ $other ] && ! $is_said ) {
				$errors->add( 'companion_' . $other, __( 'A site behind a password needs both, user name and password.', 'headless-site-companion' ), $other );
			}
		}
	}

	/**
	 * Plain links give the preview secret away. Anybody who has it could open every item once links are signed, so it must be another one
	 * then; and it must not be the revalidation secret, too.
	 *
	 * @param array<string, mixed> $values Accepted so far; a previous preview secret that was given away is added as taken away.
	 * @param WP_Error $errors Is added to.
	 */
	private function keep_plain_links_apart( array &$values, WP_Error $errors ): void {
		$is_plain = 'plain' === $this->settings->preview_mode();
		if ( 'plain' === ( $values['previewMode'] ?? ( $is_plain ? 'plain' : '' ) ) ) {
			$this->keep_secrets_apart( $values, $errors );
			return;
		}
		$is_left = $is_plain && isset( $values['previewMode'] );
		if ( $is_left || $this->settings->has_given_away( (string) ( $values['previewSecretPrevious'] ?? '' ) ) ) {
			$values['previewSecretPrevious'] = null;
		}
		$now = $is_left ? $this->settings->secrets_with( [] )['previewSecret'] : '';
		// Null takes it away, and without it there are no previews.
		$secret = (string) ( array_key_exists( 'previewSecret', $values ) ? $values['previewSecret'] : $now );
		if ( ! $this->settings->has_given_away( $secret ) || '' !== $errors->get_error_message( 'companion_previewSecret' ) ) {
			return;
		}
		$text = $this->settings->is_locked( 'previewSecret' )
			? __( 'Plain links have given this secret away. Put a new one into COMPANION_PREVIEW_SECRET in wp-config.php, together with COMPANION_PREVIEW_MODE.', 'headless-site-companion' )
			: __( 'Plain links have given this secret away. For signed links, enter a new one here and as PREVIEW_SECRET of the site.', 'headless-site-companion' );
		$errors->add( 'companion_previewSecret', $text, 'previewSecret' );
	}

	/**
	 * A secret that plain links have held is not that of revalidation either.
	 *
	 * @param array<string, mixed> $values Accepted so far; a previous secret is added as taken away.
	 * @param WP_Error $errors Is added to.
	 */
	private function refuse_given_away( array &$values, WP_Error $errors ): void {
		if ( $this->settings->has_given_away( (string) ( $values['revalidationSecretPrevious'] ?? '' ) ) ) {
			$values['revalidationSecretPrevious'] = null;
		}
		if ( $this->settings->has_given_away( (string) ( $values['revalidationSecret'] ?? '' ) ) ) {
			$errors->add( 'companion_revalidationSecret', __( 'Plain links have given this secret away. Enter another one here and as REVALIDATION_SECRET of the site.', 'headless-site-companion' ), 'revalidationSecret' );
		}
	}

	/**
	 * In plain mode, the secrets of previews and of revalidation are different ones.
	 *
	 * @param array<string, mixed> $values Accepted so far.
	 * @param WP_Error $errors Is added to.
	 */
	private function keep_secrets_apart( array $values, WP_Error $errors ): void {
		$given = array_intersect_key( $values, array_flip( array_merge( [ 'previewMode' ], Definition::SECRETS ) ) );
		$mine  = $this->settings->secrets_with( $values );
		$same  = array_intersect( [ $mine['previewSecret'], $mine['previewSecretPrevious'] ], array_diff( [ $mine['revalidationSecret'], $mine['revalidationSecretPrevious'] ], [ '' ] ) );
		if ( $given && $same && '' === $errors->get_error_message( 'companion_previewSecret' ) ) {
			$errors->add( 'companion_previewSecret', __( 'Plain links would give the revalidation secret away, because it is the preview secret as well. Enter another one here and as PREVIEW_SECRET of the site.', 'headless-site-companion' ), 'previewSecret' );
		}
	}

	/**
	 * The problem of a value, never with the value in the text.
	 *
	 * @param mixed $value Given value.
	 * @param array<string, mixed> $rule JSON schema.
	 */
	private function problem( string $key, $value, array $rule ): ?string {
		if ( isset( SitePassword::OTHER[ $key ] ) ) {
			/* translators: 1: name of a setting, 2: a number. */
			return SitePassword::is_usable( $key, $value ) ? null : sprintf( __( '%1$s must be a line of at most %2$d bytes. A user name has no colon.', 'headless-site-companion' ), $key, SitePassword::MOST );
		}
		if ( Definition::is_secret( $key ) && ( ! is_string( $value ) || strlen( $value ) < $rule['minLength'] ) ) {
			/* translators: 1: name of a setting, 2: a number. */
			return sprintf( __( '%1$s must have at least %2$d characters.', 'headless-site-companion' ), $key, $rule['minLength'] );
		}
		// rest_validate_value_from_schema() takes "1" for true; what is stored has the exact type.
		$type = self::EXACT[ $rule['type'] ?? '' ] ?? null;
		if ( ( null !== $type && ! $type( $value ) ) || is_wp_error( rest_validate_value_from_schema( $value, $rule, $key ) ) ) {
			$allowed = isset( $rule['enum'] ) ? implode( ' | ', $rule['enum'] ) : ( $rule['type'] ?? '' );
			if ( isset( $rule['minimum'] ) ) {
				$allowed .= sprintf( ' %d-%d', $rule['minimum'], $rule['maximum'] );
			}
			/* translators: 1: name of a setting, 2: what is allowed. */
			return sprintf( __( '%1$s must be: %2$s.', 'headless-site-companion' ), $key, $allowed );
		}
		return null;
	}

	/**
	 * The problem of the site's address.
	 *
	 * @param mixed $value Given value.
	 * @param bool $is_trusted See values().
	 */
	private function url_problem( $value, bool $is_trusted ): ?string {
		if ( '' === $value ) {
			return null;
		}
		switch ( $this->judged( is_string( $value ) ? $value : '', $is_trusted ) ) {
			case null:
				return null;
			case 'scheme':
				return __( 'The address of the site must begin with http:// or https://.', 'headless-site-companion' );
			case 'credentials':
				return __( 'The address of the site must not contain a user name or password. Enter them in the fields “User name of the site” and “Password of the site”.', 'headless-site-companion' );
			case 'query':
				return __( 'The address of the site must contain neither ? nor #.', 'headless-site-companion' );
			case 'link-local':
				return __( 'The address of the site is a link-local address. A site is never there, and the secret must not go there.', 'headless-site-companion' );
			case 'loopback':
				return __( 'The address of the site is this machine itself. Give the public one (npx create-headless-site regenerate-config --site-url https://www.example.com), or set WP_ENVIRONMENT_TYPE to local or development in wp-config.php.', 'headless-site-companion' );
			case 'private':
				return __( 'On a network, only a super administrator can enter a private address or a port other than 80 and 443.', 'headless-site-companion' );
			default:
				return __( 'The address of the site must be complete, like https://www.example.com.', 'headless-site-companion' );
		}
	}

	/**
	 * Judges an address, and what a new one resolves to: the name of a site that is stored may have moved to this machine since.
	 *
	 * @param bool $is_trusted See values().
	 * @return string|null Problem as ServiceUrl::problem() names it.
	 */
	private function judged( string $url, bool $is_trusted ): ?string {
		$allow_loopback = $this->settings->allows_loopback();
		$problem        = ServiceUrl::problem( $url, $allow_loopback );
		// A site of a network is administered by people who do not run the server.
		$only_public = is_multisite() && ! $allow_loopback && ! $is_trusted;
		$is_same     = $only_public
			? ServiceUrl::normalize( $url, $allow_loopback ) === $this->settings->service_url()
			: ServiceUrl::origin( strtolower( $url ) ) === ServiceUrl::origin( $this->settings->service_url() );
		if ( null !== $problem || $is_same ) {
			return $problem;
		}
		foreach ( array_merge( [ $url ], ServiceUrl::resolved( $url ) ) as $used ) {
			$problem = $problem ?? ServiceUrl::problem( $used, $allow_loopback, $only_public );
		}
		return $problem;
	}
}
