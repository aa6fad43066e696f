<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Comments;

use HeadlessSiteCompanion\Support\Hooks;
use HeadlessSiteCompanion\Visitors\Ending;
use Throwable;
use WP_Comment;
use WP_Error;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * A comment that a visitor has written on the site, taken as wp-comments-post.php takes one.
 */
final class Submission {

	/** Names of the fields in WordPress's own form. */
	private const FIELDS = [ 'comment_post_ID', 'comment_parent', 'author', 'email', 'url', 'comment' ];

	/** @var array<string, string> Submitted fields, by FIELDS. */
	private array $fields = [];

	/** The comment that WordPress has stored; a plugin may end the request after that. */
	private int $stored = 0;

	/**
	 * Accepts any input: a value that is no text counts as empty.
	 *
	 * @param array<string, mixed> $sent By FIELDS.
	 */
	public function __construct( array $sent ) {
		foreach ( self::FIELDS as $name ) {
			$value                 = $sent[ $name ] ?? '';
			$value                 = is_int( $value ) ? (string) $value : $value;
			$this->fields[ $name ] = is_string( $value ) ? self::clean( wp_check_invalid_utf8( $value ) ) : '';
		}
		// The number of a comment or nothing; WordPress would read `-5` as 5.
		foreach ( [ 'comment_post_ID', 'comment_parent' ] as $name ) {
			$this->fields[ $name ] = ctype_digit( $this->fields[ $name ] ) ? $this->fields[ $name ] : '0';
		}
	}

	/**
	 * Hands it to WordPress.
	 *
	 * @return array<string, mixed> `status` is `approved`, `hold` or `error`; then what Shown and Refusal say. Spam is `hold`:
	 *   who sends it learns nothing, as in WordPress.
	 */
	public function send(): array {
		$taken = $this->why_not() ?? $this->as_from_the_form();
		if ( $taken instanceof WP_Comment ) {
			return self::accepted( $taken );
		}
		$message = $taken->get_error_message();
		// WordPress says nothing to whoever guesses ids.
		$message = '' === $message ? translate( 'Sorry, comments are not allowed for this item.' ) : $message; // phpcs:ignore WordPress.WP.I18n.LowLevelTranslationFunction,WordPress.WP.I18n.MissingArgDomain -- WordPress's own words.
		return Refusal::answer( (string) $taken->get_error_code(), $message, $this->fields );
	}

	/**
	 * Control characters no form can send, and which no page may show.
	 *
	 * @param string $text Submitted text.
	 */
	private static function clean( string $text ): string {
		return (string) preg_replace( '/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/', '', $text );
	}

	/**
	 * The answer for one that was taken.
	 *
	 * @return array<string, mixed>
	 */
	private static function accepted( WP_Comment $comment ): array {
		return [ 'status' => '1' === $comment->comment_approved ? 'approved' : 'hold' ] + Shown::of( $comment );
	}

	/**
	 * Checks that WordPress leaves to its own pages: they show no form below what visitors cannot see, and offer a reply only to
	 * comments that stand there.
	 */
	private function why_not(): ?WP_Error {
		$post   = get_post( (int) $this->fields['comment_post_ID'] );
		$parent = (int) $this->fields['comment_parent'];
		if ( ! $post instanceof WP_Post || ! is_post_publicly_viewable( $post ) ) {
			return new WP_Error( 'companion_not_here' );
		}
		$comment = $parent ? get_comment( $parent ) : null;
		if ( 0 === $parent || ( $comment instanceof WP_Comment && (int) $comment->comment_post_ID === $post->ID && '1' === $comment->comment_approved ) ) {
			return null;
		}
		// A moderator may have been here since the page was made.
		return new WP_Error( 'companion_no_parent', translate( 'Sorry, replies to unapproved comments are not allowed.' ) ); // phpcs:ignore WordPress.WP.I18n.LowLevelTranslationFunction,WordPress.WP.I18n.MissingArgDomain -- WordPress's own words.
	}

	/**
	 * Submits it like the form of wp-comments-post.php: plugins look at `$_POST` and at the address, and end the request where
	 * they refuse. An error after the comment is stored does not undo it: its author is told that it was taken.
	 *
	 * @return WP_Comment|WP_Error
	 * @throws Throwable Thrown by a plugin before the comment was stored.
	 */
	private function as_from_the_form() {
		$post  = $_POST; // phpcs:ignore WordPress.Security.NonceVerification.Missing -- The site's signature stands for it.
		$_POST = wp_slash( $this->fields + [ 'submit' => '1' ] );
		// The visitor's server variables are given back by the one who made him.
		$_SERVER['REQUEST_URI'] = '/wp-comments-post.php';
		$_SERVER['SCRIPT_NAME'] = '/wp-comments-post.php';

		$died     = static function (): callable {
			return [ self::class, 'died' ];
		};
		$handlers = [ 'wp_die_handler', 'wp_die_json_handler', 'wp_die_ajax_handler' ];
		foreach ( $handlers as $hook ) {
			add_filter( $hook, $died, PHP_INT_MAX );
		}
		add_filter( 'wp_redirect', [ self::class, 'redirected' ], PHP_INT_MAX );
		$counts_email = remove_action( 'check_comment_flood', 'check_comment_flood_db' );
		if ( $counts_email ) {
			add_filter( 'wp_is_comment_flood', [ self::class, 'is_flood' ], 10, 5 );
		}
		$note = function ( $id ): void {
			$this->stored = (int) $id;
		};
		add_action( 'wp_insert_comment', $note, PHP_INT_MIN );
		$ending = new Ending( [ $this, 'stored' ] );
		try {
			return wp_handle_comment_submission( $this->fields );
		} catch ( Throwable $error ) {
			$stored    = get_comment( $this->stored );
			$is_stored = $this->stored && $stored instanceof WP_Comment;
			if ( $error instanceof Stopped ) {
				return $is_stored ? $stored : new WP_Error( 'companion_refused', $error->getMessage() );
			}
			if ( ! $is_stored ) {
				throw $error;
			}
			Hooks::report( 'a plugin behind a comment that was stored', $error );
			return $stored;
		} finally {
			$ending->is_over();
			remove_action( 'wp_insert_comment', $note, PHP_INT_MIN );
			foreach ( $handlers as $hook ) {
				remove_filter( $hook, $died, PHP_INT_MAX );
			}
			remove_filter( 'wp_redirect', [ self::class, 'redirected' ], PHP_INT_MAX );
			if ( $counts_email ) {
				remove_filter( 'wp_is_comment_flood', [ self::class, 'is_flood' ] );
				add_action( 'check_comment_flood', 'check_comment_flood_db', 10, 4 );
			}
			$_POST = $post;
		}
	}

	/**
	 * Answer for a request whose PHP process ends before it has answered.
	 *
	 * @return array<string, mixed>|null Null where nothing was stored.
	 */
	public function stored(): ?array {
		$stored = $this->stored ? get_comment( $this->stored ) : null;
		return $stored instanceof WP_Comment ? self::accepted( $stored ) : null;
	}

	/**
	 * In place of the page that wp_die() shows.
	 *
	 * @param mixed $message HTML or WP_Error.
	 * @throws Stopped Always.
	 */
	public static function died( $message = '' ): void {
		$message = $message instanceof WP_Error ? $message->get_error_message() : $message;
		throw new Stopped( is_string( $message ) ? $message : '' ); // phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Refusal makes text of it.
	}

	/**
	 * WordPress's check, by the visitor's address alone: anybody who knows an e-mail address could keep its owner from commenting.
	 *
	 * @param mixed $is_flood What other checks say.
	 * @param mixed $ip Address of the visitor.
	 * @param mixed $email Of the comment's author.
	 * @param mixed $date In GMT.
	 * @param mixed $avoid_die Whether an answer is wanted and no end of the request.
	 */
	public static function is_flood( $is_flood, $ip = '', $email = '', $date = '', $avoid_die = false ): bool {
		// Nobody has the address of a visitor as e-mail address.
		return wp_check_comment_flood( (bool) $is_flood, (string) $ip, (string) $ip, (string) $date, (bool) $avoid_die );
	}

	/**
	 * In place of a redirect, behind which a plugin ends the request.
	 *
	 * @throws Stopped Always.
	 */
	public static function redirected(): string {
		throw new Stopped( '' );
	}
}
