<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Settings;

defined( 'ABSPATH' ) || exit;

/**
 * The settings as the rest of the plugin sees them: which of the stored values hold, and what may go where.
 */
final class Settings {

	/** Option that says that the last connection check succeeded; emptied when address or secrets change. */
	public const CONNECTED_OPTION = 'companion_connected';

	/** Secrets that go to the site, or make signatures that do. */
	private const SENT = [ 'revalidationSecret', 'previewSecret', SitePassword::PASSWORD ];

	private Store $store;

	public function __construct( Store $store ) {
		$this->store = $store;
	}

	/**
	 * Address of the site, without a slash at its end; empty until it is set. One that the rules refuse counts as not set,
	 * wherever it comes from.
	 */
	public function service_url(): string {
		return (string) ServiceUrl::normalize( (string) $this->get( 'serviceUrl' ), $this->allows_loopback() );
	}

	/** Whether changes are to be delivered: switched on, and it is known where to and with which secret. */
	public function webhooks_enabled(): bool {
		return $this->get( 'webhooksEnabled' ) && '' !== $this->service_url();
	}

	/** Whether previews lead to the site. */
	public function preview_enabled(): bool {
		return $this->get( 'previewEnabled' ) && '' !== $this->service_url();
	}

	/**
	 * How preview links prove themselves.
	 *
	 * @return string `signed` (an expiring token for one item) or `plain` (the secret itself).
	 */
	public function preview_mode(): string {
		return 'plain' === $this->get( 'previewMode' ) && $this->allows_plain_links() ? 'plain' : 'signed';
	}

	/** Whether links may hold the preview secret: not where it is that of all sites of a network, whoever asks for it. */
	public function allows_plain_links(): bool {
		return ! $this->is_of_network( 'previewSecret' );
	}

	/**
	 * Why preview links are not as they are set, for whoever can change that.
	 *
	 * @return string|null `network`: signed, because all sites of it have one secret. There are none because a plain link would give the
	 *   revalidation secret away (`same`), or has given the preview secret away (`given-away`). Null where all is well.
	 */
	public function preview_problem(): ?string {
		if ( 'plain' === $this->get( 'previewMode' ) && ! $this->allows_plain_links() ) {
			return 'network';
		}
		if ( '' === $this->store->value( 'previewSecret' ) || $this->has_secret( 'previewSecret' ) ) {
			return null;
		}
		return 'plain' === $this->preview_mode() ? 'same' : 'given-away';
	}

	/** Whether plain links have given the revalidation secret away, which was that of previews as well: it counts as not set. */
	public function is_revalidation_secret_out(): bool {
		return '' !== $this->store->value( 'revalidationSecret' ) && ! $this->has_secret( 'revalidationSecret' );
	}

	/**
	 * Whether plain links have given a text away, or do so now. It is no secret of anything else any more.
	 *
	 * @param string $secret Any text.
	 */
	public function has_given_away( string $secret ): bool {
		return in_array( $secret, $this->in_plain_links(), true ) || GivenAway::has( $secret );
	}

	/**
	 * Remembers the secrets that plain links hold: the mode may end without a word, with a constant. One that is that of revalidation as
	 * well is in no link of this version. Where the mode is stored, an earlier one has made such links.
	 */
	public function note_given_away(): void {
		$secrets = $this->in_plain_links();
		if ( $this->is_locked( 'previewMode' ) ) {
			$secrets = array_filter( $secrets, [ $this, 'is_for_previews' ] );
		}
		if ( $secrets ) {
			GivenAway::add( $secrets );
		}
	}

	/** @return string[] Preview secrets that links hold now. */
	private function in_plain_links(): array {
		return 'plain' === $this->preview_mode() ? array_diff( [ $this->store->value( 'previewSecret' ), $this->store->value( 'previewSecretPrevious' ) ], [ '' ] ) : [];
	}

	/** Whether others than the site may know the preview secret: whoever saw a plain link, or the other sites of a network. */
	public function is_preview_secret_shared(): bool {
		return 'plain' === $this->preview_mode() || $this->is_of_network( 'previewSecret' );
	}

	/**
	 * Whether wp-config.php gives one secret to all sites of a network.
	 *
	 * @param string $key One of SENT.
	 */
	private function is_of_network( string $key ): bool {
		return is_multisite() && ( $this->is_locked( $key ) || $this->is_locked( $key . 'Previous' ) );
	}

	/** Whether wp-config.php gives any secret to all sites of a network, so that an address has to be trusted. */
	public function has_network_secret(): bool {
		return [] !== array_filter( self::SENT, [ $this, 'is_of_network' ] );
	}

	/**
	 * Whether a secret must not go to the address in force: it is that of a network, and nobody who could read it has said that
	 * it may go there.
	 *
	 * @param string $key One of SENT.
	 */
	public function withholds( string $key ): bool {
		$url = $this->service_url();
		return '' !== $url && $this->is_of_network( $key ) && ! $this->is_locked( 'serviceUrl' ) && ! TrustedAddress::is( $url );
	}

	/** Whether public pages of WordPress itself lead to the site, permanently. */
	public function redirect_front_end(): bool {
		return (bool) $this->get( 'redirectFrontEnd' );
	}

	/** Whether search engines are told to leave out WordPress's own pages. */
	public function noindex(): bool {
		return (bool) $this->get( 'noindexFrontEnd' );
	}

	/** Days that the activity log keeps. */
	public function log_days(): int {
		return max( 1, min( 365, (int) $this->get( 'logDays' ) ) );
	}

	/** Whether one of them is withheld. */
	public function withholds_any(): bool {
		return [] !== array_filter( self::SENT, [ $this, 'withholds' ] );
	}

	/**
	 * Secrets that go to the address in force, and make signatures that go there, the current one first.
	 *
	 * @param string $key `revalidationSecret` or `previewSecret`.
	 * @return string[] None where they are withheld.
	 */
	public function secrets_to_send( string $key ): array {
		return $this->withholds( $key ) ? [] : $this->secrets( $key, $key . 'Previous' );
	}

	/**
	 * Secrets of the revalidate route, to judge what comes from the site by, the current one first.
	 *
	 * @return string[]
	 */
	public function revalidation_secrets(): array {
		return $this->secrets( 'revalidationSecret', 'revalidationSecretPrevious' );
	}

	/**
	 * Secrets of previews, likewise.
	 *
	 * @return string[]
	 */
	public function preview_secrets(): array {
		return $this->secrets( 'previewSecret', 'previewSecretPrevious' );
	}

	/**
	 * Whether a secret is there; it is never shown.
	 *
	 * @param string $key One of Definition::SECRETS.
	 */
	public function has_secret( string $key ): bool {
		return '' !== (string) $this->get( $key );
	}

	/**
	 * Whether a secret is this one.
	 *
	 * @param string $key One of Definition::SECRETS.
	 * @param string|null $value Null is none.
	 */
	public function is_same_secret( string $key, ?string $value ): bool {
		return hash_equals( (string) $this->get( $key ), (string) $value );
	}

	/**
	 * Secrets as they would be set with other values.
	 *
	 * @param array<string, mixed> $values See update().
	 * @return array<string, string> By setting, empty for none.
	 */
	public function secrets_with( array $values ): array {
		$secrets = [];
		foreach ( Definition::SECRETS as $key ) {
			$secrets[ $key ] = (string) ( array_key_exists( $key, $values ) ? $values[ $key ] : $this->store->value( $key ) );
		}
		return $secrets;
	}

	/**
	 * A text of somebody else's without the secrets that it may repeat. One that holds a secret in JSON, percent-encoding or HTML of its own
	 * is left out as a whole.
	 *
	 * @param string $text Original text.
	 */
	public function without_secrets( string $text ): string {
		$secrets = SitePassword::in_texts( $this->secrets_with( [] ) );
		$text    = str_ireplace( $secrets, '•••', $text );
		foreach ( [ rawurldecode( $text ), html_entity_decode( $text, ENT_QUOTES ), stripslashes( $text ) ] as $read ) {
			if ( str_ireplace( $secrets, '', $read ) !== $read ) {
				return '•••';
			}
		}
		return $text;
	}

	/** When the last of the stored previous secrets ends, in unix seconds; null where there is none. */
	public function rotation_end(): ?int {
		$ends = [];
		foreach ( Definition::PREVIOUS as $key ) {
			if ( ! $this->is_locked( $key ) && $this->has_secret( $key ) ) {
				$ends[] = $this->store->end_of( $key );
			}
		}
		return $ends ? max( $ends ) : null;
	}

	/** Whether wp-config.php has decided. */
	public function is_locked( string $key ): bool {
		return $this->store->is_locked( $key );
	}

	/** Whether the last connection check found the site and its secret. */
	public function connected(): bool {
		return '1' === get_option( self::CONNECTED_OPTION );
	}

	/**
	 * Keeps what the connection check found.
	 *
	 * @param bool $connected Reachable, and the secret accepted.
	 */
	public function set_connected( bool $connected ): void {
		update_option( self::CONNECTED_OPTION, $connected ? '1' : '', true );
	}

	/** Whether the site may be on this machine. WordPress says `production` unless it is told otherwise. */
	public function allows_loopback(): bool {
		return in_array( wp_get_environment_type(), [ 'local', 'development' ], true );
	}

	/**
	 * Everything but the secrets, as it is in force.
	 *
	 * @return array<string, mixed>
	 */
	public function visible(): array {
		$values = [];
		foreach ( array_keys( Definition::DEFAULTS ) as $key ) {
			if ( ! Definition::is_secret( $key ) ) {
				$values[ $key ] = $this->get( $key );
			}
		}
		$values['previewMode'] = $this->preview_mode();
		// A constant may hold a password all the same, and so may what an earlier version has stored.
		$values['serviceUrl'] = ServiceUrl::without_credentials( (string) $this->get( 'serviceUrl' ) );
		return $values;
	}

	/**
	 * Stores values that Validator has accepted. Locked settings are left as they are. Visitors and search engines are told to leave
	 * WordPress for one site: another address, or none, switches redirect and noindex off, unless they are given again.
	 *
	 * @param array<string, mixed> $values By setting; null takes a secret away.
	 * @param bool $is_trusted Whether whoever gives them could read wp-config.php, and so says for the address among them.
	 */
	public function update( array $values, bool $is_trusted = false ): void {
		$this->note_given_away();
		$withheld = $this->withholds_any();
		$settings = $this->store->settings();
		$secrets  = $this->store->secrets();
		$address  = $settings['serviceUrl'] ?? '';
		if ( ( $values['serviceUrl'] ?? $address ) !== $address ) {
			unset( $settings['redirectFrontEnd'], $settings['noindexFrontEnd'] );
		}
		foreach ( $values as $key => $value ) {
			if ( ! array_key_exists( $key, Definition::DEFAULTS ) || $this->is_locked( $key ) ) {
				continue;
			}
			if ( ! Definition::is_secret( $key ) ) {
				$settings[ $key ] = $value;
			} elseif ( null === $value ) {
				unset( $secrets[ $key ] );
			} else {
				$secrets[ $key ] = $value;
			}
		}
		$changed = $this->store->write( $settings, $secrets );
		if ( $is_trusted && is_multisite() && isset( $values['serviceUrl'] ) && ! $this->is_locked( 'serviceUrl' ) ) {
			TrustedAddress::keep( $this->service_url() );
		}
		if ( $changed || $withheld !== $this->withholds_any() ) {
			$this->set_connected( false );
			/**
			 * Fires when the address of the site or a secret has changed, or a secret may go there now.
			 *
			 * @since 0.1.0
			 */
			do_action( 'companion_connection_changed' );
		}
	}

	/**
	 * One setting as it is in force.
	 *
	 * @return mixed Value of the type of its default.
	 */
	private function get( string $key ) {
		$value = $this->store->value( $key );
		if ( ! Definition::is_secret( $key ) || '' === $value ) {
			return $value;
		}
		$is_preview = 'previewSecret' === $key || Definition::PREVIOUS['previewSecret'] === $key;
		return ( $is_preview ? $this->is_for_previews( $value ) : ! GivenAway::has( $value ) ) ? $value : '';
	}

	/** Whether a secret may be that of previews: a plain link must give no other one away, and what it gave away proves nothing else. */
	private function is_for_previews( string $secret ): bool {
		return 'plain' === $this->preview_mode()
			? ! in_array( $secret, [ $this->store->value( 'revalidationSecret' ), $this->store->value( 'revalidationSecretPrevious' ) ], true )
			: ! GivenAway::has( $secret );
	}

	/**
	 * Current and previous secret, without those that are not set.
	 *
	 * @return string[]
	 */
	private function secrets( string ...$keys ): array {
		$found = [];
		foreach ( $keys as $key ) {
			$found[] = (string) $this->get( $key );
		}
		return array_values( array_unique( array_diff( $found, [ '' ] ) ) );
	}
}
