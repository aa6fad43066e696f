<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Rest\Messages;

defined( 'ABSPATH' ) || exit;

/**
 * Figures as text.
 *
 * Writes a value for people. `assets/dashboard.js` has the same kinds and gets its words from words(), so that a refresh
 * changes figures and nothing else.
 */
final class Format {

	/** How times are written: the same in every language, and to the second, because that is what one compares in logs. */
	private const TIME = 'Y-m-d H:i:s';

	/** Kinds whose null says more than "unknown", with the word for it. */
	private const UNKNOWN = [
		'age'     => 'none',
		'version' => 'inactive',
	];

	/**
	 * A value as text.
	 *
	 * @param string $kind `text`, `number`, `ms`, `span` (seconds), `age` (seconds; null is none), `version` (null is not
	 *   active), `flag`, `switch`, `moment` (ISO 8601), `circuit`, `activity`.
	 * @param mixed $value Null is unknown.
	 */
	public static function text( string $kind, $value ): string {
		$words = self::words();
		if ( null === $value ) {
			return $words[ self::UNKNOWN[ $kind ] ?? 'unknown' ];
		}
		switch ( $kind ) {
			case 'number':
				return number_format_i18n( (int) $value );
			case 'ms':
				return sprintf( $words['ms'], number_format_i18n( (int) $value ) );
			case 'age':
			case 'span':
				return self::span( (int) $value );
			case 'flag':
				return $value ? $words['yes'] : $words['no'];
			case 'switch':
				return $value ? $words['on'] : $words['off'];
			case 'moment':
				return (string) wp_date( self::TIME, (int) strtotime( (string) $value ) );
			case 'circuit':
				return Messages::circuit()[ $value ] ?? (string) $value;
			case 'activity':
				return Messages::activities()[ $value ] ?? (string) $value;
			default:
				return (string) $value;
		}
	}

	/**
	 * A value in an element that the script can find again.
	 *
	 * @param string $kind See text().
	 * @param mixed $value Null is unknown.
	 * @param string $path Where the value is in the answers, like `stats.versions.php`; empty for a value that stays.
	 * @return string HTML, escaped.
	 */
	public static function html( string $kind, $value, string $path = '' ): string {
		$tag   = 'moment' === $kind ? 'time' : 'span';
		$known = 'moment' === $kind && null !== $value ? sprintf( ' datetime="%s"', esc_attr( (string) $value ) ) : '';
		$bind  = '' === $path ? '' : sprintf( ' data-hsc="%s" data-hsc-as="%s"', esc_attr( $path ), esc_attr( $kind ) );
		return sprintf( '<%1$s%2$s%3$s>%4$s</%1$s>', $tag, $known, $bind, esc_html( self::text( $kind, $value ) ) );
	}

	/**
	 * A number of seconds in the unit that fits.
	 *
	 * @param int $seconds Not negative.
	 */
	private static function span( int $seconds ): string {
		$words = self::words();
		foreach ( [
			'hours'   => 7200,
			'minutes' => 120,
			'seconds' => 0,
		] as $unit => $from ) {
			if ( $seconds >= $from ) {
				$divide = [
					'hours'   => 3600,
					'minutes' => 60,
					'seconds' => 1,
				][ $unit ];
				return sprintf( $words[ $unit ], number_format_i18n( intdiv( $seconds, $divide ) ) );
			}
		}
		return '';
	}

	/**
	 * Words around figures.
	 *
	 * @return array<string, string> By name.
	 */
	public static function words(): array {
		return [
			'unknown'      => __( 'unknown', 'headless-site-companion' ),
			'inactive'     => __( 'not active', 'headless-site-companion' ),
			'none'         => __( 'none', 'headless-site-companion' ),
			'connected'    => __( 'connected', 'headless-site-companion' ),
			'disconnected' => __( 'disconnected', 'headless-site-companion' ),
			'yes'          => __( 'yes', 'headless-site-companion' ),
			'no'           => __( 'no', 'headless-site-companion' ),
			'on'           => __( 'on', 'headless-site-companion' ),
			'off'          => __( 'off', 'headless-site-companion' ),
			/* translators: %s: number of milliseconds. */
			'ms'           => __( '%s ms', 'headless-site-companion' ),
			/* translators: %s: number of seconds. */
			'seconds'      => __( '%s s', 'headless-site-companion' ),
			/* translators: %s: number of minutes. */
			'minutes'      => __( '%s min', 'headless-site-companion' ),
			/* translators: %s: number of hours. */
			'hours'        => __( '%s h', 'headless-site-companion' ),
		];
	}
}
