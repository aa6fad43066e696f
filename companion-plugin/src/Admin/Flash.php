<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Settings\Definition;

defined( 'ABSPATH' ) || exit;

/**
 * Messages that a page shows once.
 *
 * Carries the outcome of an action over the redirect behind it to the page that shows it, for this user alone.
 *
 * @phpstan-type FlashMessage array{kind: string, texts: string[], errors: array<string, string>, values: array<string, mixed>}
 */
final class Flash {

	/** Kind of an outcome that its page makes: a code for `connect`, which must not be kept. */
	public const CODE = 'code';

	/** Seconds until it is forgotten when no page is opened. */
	private const SECONDS = 300;

	/**
	 * Keeps an outcome.
	 *
	 * @param string $kind `success`, `warning` or `error`, as WordPress's notices have it, or CODE.
	 * @param string[] $texts Sentences, each a paragraph.
	 * @param array<string, string> $errors By setting, for the places beside the fields.
	 * @param array<string, mixed> $values Typed values, by setting; secrets are dropped.
	 */
	public static function keep( string $kind, array $texts, array $errors = [], array $values = [] ): void {
		$flash = [
			'kind'   => $kind,
			'texts'  => $texts,
			'errors' => $errors,
			'values' => array_diff_key( $values, array_flip( Definition::SECRETS ) ),
		];
		// A database that is busy may refuse a write, SQLite at once where another process writes. Nobody should save and be told nothing.
		if ( ! set_transient( self::name(), $flash, self::SECONDS ) ) {
			set_transient( self::name(), $flash, self::SECONDS );
		}
	}

	/**
	 * Takes the stored message, once.
	 *
	 * @return FlashMessage
	 */
	public static function take(): array {
		$flash = get_transient( self::name() );
		if ( false !== $flash ) {
			delete_transient( self::name() );
		}
		return array_merge(
			[
				'kind'   => '',
				'texts'  => [],
				'errors' => [],
				'values' => [],
			],
			is_array( $flash ) ? $flash : []
		);
	}

	/**
	 * Shows the sentences.
	 *
	 * @param FlashMessage $flash Result of take().
	 */
	public static function render( array $flash ): void {
		if ( ! $flash['texts'] ) {
			return;
		}
		// Errors interrupt a screen reader, the rest waits its turn.
		printf( '<div class="notice notice-%s hsc-flash" role="%s">', esc_attr( $flash['kind'] ), 'error' === $flash['kind'] ? 'alert' : 'status' );
		foreach ( $flash['texts'] as $text ) {
			printf( '<p>%s</p>', esc_html( $text ) );
		}
		echo '</div>';
	}

	/** Name of the transient of this user. */
	private static function name(): string {
		return 'companion_flash_' . get_current_user_id();
	}
}
