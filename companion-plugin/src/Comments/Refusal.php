<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Comments;

defined( 'ABSPATH' ) || exit;

/**
 * Why a comment was not taken, in WordPress's words. No WordPress call is made here.
 */
final class Refusal {

	/** Fields of the form, by the codes of wp_handle_comment_submission(). */
	private const FIELDS = [
		'require_valid_email'                => 'email',
		'require_valid_comment'              => 'comment',
		'comment_duplicate'                  => 'comment',
		'comment_author_column_length'       => 'author',
		'comment_author_email_column_length' => 'email',
		'comment_author_url_column_length'   => 'url',
		'comment_content_column_length'      => 'comment',
	];

	/** Characters of a text that a page can show. */
	private const MAX_TEXT = 500;

	/**
	 * The answer to the site.
	 *
	 * @param string $code Code of the error.
	 * @param string $message HTML, as WordPress and plugins write it for a page of its own; may be empty.
	 * @param array<string, mixed> $sent Submitted fields.
	 * @return array{status: string, code: string, message: string, field: string|null}
	 */
	public static function answer( string $code, string $message, array $sent ): array {
		return [
			'status'  => 'error',
			'code'    => $code,
			'message' => self::text( $message ),
			'field'   => self::field( $code, $sent ),
		];
	}

	/**
	 * The field that an error is about.
	 *
	 * @param string $code Code of the error.
	 * @param array<string, mixed> $sent Submitted fields.
	 */
	private static function field( string $code, array $sent ): ?string {
		if ( 'require_name_email' === $code ) {
			return is_string( $sent['author'] ?? null ) && '' !== trim( $sent['author'] ) ? 'email' : 'author';
		}
		return self::FIELDS[ $code ] ?? null;
	}

	/**
	 * A text of one line: without the "Error:" in front, which is written in the site's language, and without the links
	 * below it, which lead back from a page of its own.
	 *
	 * @param string $html HTML from WordPress and plugins.
	 */
	private static function text( string $html ): string {
		$html = (string) preg_replace( '#^\s*(?:<p>\s*)?<strong>[^<]*</strong>\s*:?\s*#i', '', $html );
		$html = (string) preg_replace( '#<a\b.*?</a>|<(script|style)\b.*?</\1>#is', '', $html );
		$text = html_entity_decode( strip_tags( $html ), ENT_QUOTES | ENT_HTML5, 'UTF-8' ); // phpcs:ignore WordPress.WP.AlternativeFunctions.strip_tags_strip_tags -- Pure.
		$text = trim( (string) preg_replace( '/[\s\x00-\x1f]+/u', ' ', $text ) );
		preg_match( '/^.{0,' . self::MAX_TEXT . '}/u', $text, $start );
		return $start[0] ?? '';
	}
}
