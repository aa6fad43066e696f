<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Settings\Definition;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Settings\SitePassword;

defined( 'ABSPATH' ) || exit;

/**
 * Fields of the settings form.
 *
 * Writes fields with their help, their error and, where wp-config.php decides, the constant that does. A field whose input
 * is disabled is not sent, and what is not sent stays as it is.
 */
final class SettingsFields {

	private Settings $settings;

	/** @var array<string, string> Error messages by setting. */
	private array $errors;

	/** @var array<string, mixed> Typed values that were refused, by setting. */
	private array $typed;

	/**
	 * @param array<string, string> $errors Error messages by setting.
	 * @param array<string, mixed> $typed Typed values that were refused, by setting.
	 */
	public function __construct( Settings $settings, array $errors, array $typed ) {
		$this->settings = $settings;
		$this->errors   = $errors;
		$this->typed    = $typed;
	}

	/** Opens a group. */
	public function group( string $title ): void {
		printf( '<h2>%s</h2><table class="form-table" role="presentation"><tbody>', esc_html( $title ) );
	}

	/** Closes a group. */
	public function end(): void {
		echo '</tbody></table>';
	}

	/**
	 * A line of text, or a number.
	 *
	 * @param string $help A sentence.
	 * @param string $type `url` or `number`.
	 */
	public function text( string $key, string $label, string $help, string $type ): void {
		$this->open( sprintf( '<label for="%s">%s</label>', esc_attr( $key ), esc_html( $label ) ) );
		$limits = 'number' === $type ? ' min="1" max="365"' : ' inputmode="url" spellcheck="false"';
		printf(
			'<input type="%s" id="%s" name="companion[%s]" value="%s" class="%s"%s%s>',
			esc_attr( $type ),
			esc_attr( $key ),
			esc_attr( $key ),
			esc_attr( (string) $this->value( $key ) ),
			'number' === $type ? 'small-text' : 'regular-text code',
			$limits, // phpcs:ignore WordPress.Security.EscapeOutput -- Ours.
			$this->attributes( $key ) // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
		);
		$this->close( $key, $help );
	}

	/**
	 * The user name of a site behind a password. It is shown, so that emptying it takes both away; not one of wp-config.php, which may be
	 * that of a whole network.
	 *
	 * @param string $help A sentence.
	 */
	public function user( string $label, string $help ): void {
		$key  = SitePassword::USER;
		$user = $this->settings->is_locked( $key ) ? '' : $this->settings->secrets_with( [] )[ $key ];
		$this->open( sprintf( '<label for="%s">%s</label>', esc_attr( $key ), esc_html( $label ) ) );
		printf(
			'<input type="text" id="%1$s" name="companion[%1$s]" value="%2$s" class="regular-text code" autocomplete="off" autocapitalize="none" spellcheck="false"%3$s>',
			esc_attr( $key ),
			esc_attr( $user ),
			$this->attributes( $key ) // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
		);
		$this->close( $key, $help );
	}

	/**
	 * A secret: what is stored never comes back, so the input is empty.
	 *
	 * @param string $variable The site's environment variable with the same value; empty for none.
	 */
	public function secret( string $key, string $label, string $variable ): void {
		$this->open( sprintf( '<label for="%s">%s</label>', esc_attr( $key ), esc_html( $label ) ) );
		printf(
			'<input type="password" id="%s" name="companion[%s]" value="" class="regular-text code" autocomplete="new-password" spellcheck="false"%s> <span class="hsc-set" data-set="%s">%s</span>',
			esc_attr( $key ),
			esc_attr( $key ),
			$this->attributes( $key ), // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
			$this->settings->has_secret( $key ) ? '1' : '',
			esc_html( $this->settings->has_secret( $key ) ? __( '•••• set', 'headless-site-companion' ) : __( 'not set', 'headless-site-companion' ) )
		);
		$help = '' === $variable
			? __( 'Leave it empty to keep the current one.', 'headless-site-companion' )
			/* translators: %s: name of an environment variable. */
			: sprintf( __( 'The same value as %s of the site. Leave it empty to keep the current one.', 'headless-site-companion' ), $variable );
		if ( isset( Definition::PREVIOUS[ $key ] ) && $this->settings->has_secret( $key . 'Previous' ) ) {
			$help .= ' ' . __( 'The previous one is also accepted while secrets are rotated: for two days, or until the next import or another secret.', 'headless-site-companion' );
		}
		$this->close( $key, $help );
	}

	/**
	 * A switch.
	 *
	 * @param string $title Beside it.
	 * @param string $label Behind the box.
	 * @param string $help A sentence.
	 * @param bool $disabled Whether it cannot be changed now.
	 */
	public function check( string $key, string $title, string $label, string $help, bool $disabled = false ): void {
		$this->open( esc_html( $title ) );
		$locked = $this->settings->is_locked( $key );
		// A box that is not ticked is not sent; the field before it says that it was there.
		printf(
			'<input type="hidden" name="companion[%1$s]" value="0"%4$s><label for="%1$s"><input type="checkbox" id="%1$s" name="companion[%1$s]" value="1"%2$s%5$s%6$s> %3$s</label>',
			esc_attr( $key ),
			checked( (bool) $this->value( $key ), true, false ),
			esc_html( $label ),
			// phpcs:disable WordPress.Security.EscapeOutput -- Words of ours; the rest is escaped there.
			$locked || $disabled ? ' disabled' : '',
			$this->attributes( $key ),
			$disabled && ! $locked ? ' disabled' : ''
			// phpcs:enable
		);
		$this->close( $key, $help );
	}

	/**
	 * Something that somebody says by saving, and that is no setting.
	 *
	 * @param string $name Name of the field.
	 * @param string $value That is sent where the box is ticked.
	 * @param string $title Title of the row.
	 * @param string $label Text of the label.
	 * @param string $help A sentence.
	 */
	public function confirm( string $name, string $value, string $title, string $label, string $help ): void {
		$this->open( esc_html( $title ) );
		printf(
			'<label><input type="checkbox" name="%s" value="%s"> %s</label>',
			esc_attr( $name ),
			esc_attr( $value ),
			esc_html( $label )
		);
		$this->close( $name, $help );
	}

	/**
	 * One of several.
	 *
	 * @param string $title Title of the group.
	 * @param array<string, string> $options Labels by value.
	 * @param string $help A sentence.
	 */
	public function choice( string $key, string $title, array $options, string $help ): void {
		$this->open( esc_html( $title ) );
		printf( '<fieldset><legend class="screen-reader-text">%s</legend>', esc_html( $title ) );
		foreach ( $options as $value => $label ) {
			printf(
				'<label><input type="radio" name="companion[%s]" value="%s"%s%s> %s</label><br>',
				esc_attr( $key ),
				esc_attr( $value ),
				checked( $this->value( $key ), $value, false ),
				$this->attributes( $key ), // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
				esc_html( $label )
			);
		}
		echo '</fieldset>';
		$this->close( $key, $help );
	}

	/**
	 * Value of a field.
	 *
	 * @param string $key Setting, no secret.
	 * @return mixed
	 */
	private function value( string $key ) {
		$typed = $this->settings->is_locked( $key ) ? null : ( $this->typed[ $key ] ?? null );
		return is_scalar( $typed ) ? $typed : ( $this->settings->visible()[ $key ] ?? '' );
	}

	/**
	 * Attributes that every input has.
	 *
	 * @return string HTML, escaped.
	 */
	private function attributes( string $key ): string {
		$wrong = isset( $this->errors[ $key ] );
		return sprintf( ' aria-describedby="%s"%s', esc_attr( $wrong ? "$key-error $key-help" : "$key-help" ), $wrong ? ' aria-invalid="true"' : '' )
			. ( $this->settings->is_locked( $key ) ? ' disabled' : '' );
	}

	/**
	 * Begins a row.
	 *
	 * @param string $title HTML, escaped.
	 */
	private function open( string $title ): void {
		printf( '<tr><th scope="row">%s</th><td>', $title ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped by the caller.
	}

	/**
	 * Ends a row with error and help.
	 *
	 * @param string $help A sentence.
	 */
	private function close( string $key, string $help ): void {
		if ( isset( $this->errors[ $key ] ) ) {
			printf( '<p class="hsc-error" id="%s-error">%s</p>', esc_attr( $key ), esc_html( $this->errors[ $key ] ) );
		}
		if ( $this->settings->is_locked( $key ) ) {
			/* translators: %s: name of a constant. */
			$help = sprintf( __( 'Locked: the constant %s in wp-config.php decides.', 'headless-site-companion' ), Definition::CONSTANTS[ $key ] ) . ' ' . $help;
		}
		printf( '<p class="description" id="%s-help">%s</p></td></tr>', esc_attr( $key ), esc_html( $help ) );
	}
}
