<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

defined( 'ABSPATH' ) || exit;

/**
 * Definitions of forms, as the site reads them.
 *
 * Held to tests/vectors/forms.json. No WordPress call is made here.
 *
 * @phpstan-type Field array<string, mixed>
 * @phpstan-type Definition array{title: string, language: string, direction: string, html: string, fields: list<Field>, hidden: array<string, string>, words?: array<string, string>}
 */
final class Definitions {

	/** The format. A site that does not know it shows its notice. */
	private const VERSION = 1;

	/**
	 * HTML with the form inside, and its definition around it.
	 *
	 * @param string $form `<adapter>:<id>`.
	 * @param Definition $definition
	 * @param string $html WordPress's own, which a site without support for forms shows.
	 */
	public static function wrap( string $form, array $definition, string $html ): string {
		$given = [
			'version' => self::VERSION,
			'id'      => $form,
		] + $definition;
		// An empty array would be a list.
		$given['hidden'] = (object) $given['hidden'];
		$json            = json_encode( $given, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR ); // phpcs:ignore WordPress.WP.AlternativeFunctions.json_encode_json_encode -- Pure class.
		return sprintf( '<div data-companion-form="%s" data-companion-definition="%s">%s</div>', self::attribute( $form ), self::attribute( $json ), $html );
	}

	/**
	 * HTML of a form that is not offered, marked for GraphQL\NotShown.
	 *
	 * @param string $why `<adapter>:<reason>`.
	 * @param string $html WordPress's own.
	 */
	public static function refuse( string $why, string $html ): string {
		return sprintf( '<div data-companion-refused="%s">%s</div>', self::attribute( $why ), $html );
	}

	/**
	 * The forms that are not offered.
	 *
	 * @param string $html With them.
	 * @return string[] `<adapter>:<reason>` of each.
	 */
	public static function refused( string $html ): array {
		preg_match_all( '#<div data-companion-refused="([a-z0-9-]+:[a-z]+)">#', $html, $found );
		return $found[1];
	}

	/**
	 * HTML without the forms that were wrapped or refused.
	 *
	 * @param string $html With them.
	 */
	public static function without( string $html ): string {
		$rest = '';
		$from = 0;
		while ( preg_match( '#<div data-companion-(?:form|refused)="#', $html, $found, PREG_OFFSET_CAPTURE, $from ) ) {
			$rest .= substr( $html, $from, $found[0][1] - $from );
			$end   = stripos( $html, '</form>', $found[0][1] );
			$from  = false === $end ? strlen( $html ) : $end + strlen( '</form>' );
		}
		return $rest . substr( $html, $from );
	}

	/**
	 * A text as an attribute. Shortcodes are looked for in attributes as well, so it has no brackets.
	 *
	 * @param string $text UTF-8.
	 */
	private static function attribute( string $text ): string {
		return str_replace( [ '[', ']' ], [ '&#91;', '&#93;' ], htmlspecialchars( $text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8' ) );
	}
}
