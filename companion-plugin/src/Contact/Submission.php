<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Contact;

defined( 'ABSPATH' ) || exit;

/**
 * A submission of the contact form.
 *
 * The site has checked it by its own rules; this holds it to what a mail and a row can bear. No WordPress call is made here.
 *
 * @phpstan-type Content array{name: string, email: string, company: string, message: string, page: string, fields: array<int, array{label: string, value: string}>}
 */
final class Submission {

	/** Characters of a line and of a text, and how many fields of the owner's own. */
	private const MAX_LINE   = 200;
	private const MAX_TEXT   = 10000;
	private const MAX_FIELDS = 50;

	/** Pattern of an address behind `Reply-To:`. is_email() refuses some that the site takes. */
	private const ADDRESS = '/^[^\s\x00-\x1f\x7f<>()\[\]\\\\,;:"@]{1,64}@[^\s\x00-\x1f\x7f<>()\[\]\\\\,;:"@]{1,189}$/D';

	/**
	 * Reads the body of a request.
	 *
	 * @param mixed $body Anything.
	 * @param string $page Path of the form.
	 * @return Content|null Null where it is none.
	 */
	public static function read( $body, string $page ): ?array {
		if ( ! is_array( $body ) ) {
			return null;
		}
		$content = self::content( array_merge( $body, [ 'page' => $page ] ) );
		return '' === $content['name'] || '' === $content['email'] || '' === $content['message'] ? null : $content;
	}

	/**
	 * Anything in shape.
	 *
	 * @param mixed $said Anything.
	 * @return Content
	 */
	public static function content( $said ): array {
		$said   = is_array( $said ) ? $said : [];
		$fields = [];
		foreach ( is_array( $said['fields'] ?? null ) ? array_slice( $said['fields'], 0, self::MAX_FIELDS ) : [] as $field ) {
			$label = self::line( $field['label'] ?? null );
			if ( '' !== $label ) {
				$fields[] = [
					'label' => $label,
					'value' => self::text( $field['value'] ?? null ),
				];
			}
		}
		$email = $said['email'] ?? null;
		return [
			'name'    => self::line( $said['name'] ?? null ),
			'email'   => is_string( $email ) && preg_match( self::ADDRESS, $email ) ? $email : '',
			'company' => self::line( $said['company'] ?? null ),
			'message' => self::text( $said['message'] ?? null ),
			'page'    => self::line( $said['page'] ?? null ),
			'fields'  => $fields,
		];
	}

	/**
	 * Text of one line: it may stand in the subject of a mail.
	 *
	 * @param mixed $value Anything.
	 */
	private static function line( $value ): string {
		return trim( (string) preg_replace( '/[\p{Cc}\p{Zl}\p{Zp}]+/u', ' ', self::cut( $value, self::MAX_LINE ) ) );
	}

	/**
	 * Text of any number of lines.
	 *
	 * @param mixed $value Anything.
	 */
	private static function text( $value ): string {
		return trim( (string) preg_replace( '/[^\P{Cc}\n\t]/u', '', str_replace( [ "\r\n", "\r" ], "\n", self::cut( $value, self::MAX_TEXT ) ) ) );
	}

	/**
	 * The beginning of a text.
	 *
	 * @param mixed $value Anything.
	 * @param int $characters Not bytes.
	 * @return string UTF-8, or empty.
	 */
	private static function cut( $value, int $characters ): string {
		preg_match( '/^.{0,' . $characters . '}/su', is_string( $value ) ? $value : '', $beginning );
		return $beginning[0] ?? '';
	}
}
