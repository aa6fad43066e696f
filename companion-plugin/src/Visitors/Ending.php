<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Visitors;

defined( 'ABSPATH' ) || exit;

/**
 * Answers where PHP ends in the middle: a plugin calls exit, or memory or time run out.
 *
 * Output printed meanwhile is discarded, also the page with which WordPress speaks of a critical error.
 */
final class Ending {

	/** @var callable(): (array<string, mixed>|null) */
	private $answer;
	private bool $is_over = false;
	private int $level;

	/**
	 * Begins.
	 *
	 * @param callable(): (array<string, mixed>|null) $answer Null where PHP's own ending is the truth.
	 */
	public function __construct( callable $answer ) {
		$this->answer = $answer;
		// WordPress writes out every buffer before this class has its turn.
		ob_start(
			static function (): string {
				return '';
			}
		);
		$this->level = ob_get_level();
		register_shutdown_function( [ $this, 'answer' ] );
	}

	/** The request goes on. */
	public function is_over(): void {
		$this->is_over = true;
		while ( ob_get_level() >= $this->level && ob_get_level() > 0 ) {
			ob_end_clean();
		}
	}

	/** At the end of PHP. */
	public function answer(): void {
		if ( $this->is_over || headers_sent() ) {
			return;
		}
		// Memory may be what has run out. A host may forbid it, and then there is what there is.
		@ini_set( 'memory_limit', '-1' ); // phpcs:ignore WordPress.PHP -- See above.
		$answer = ( $this->answer )();
		if ( null === $answer ) {
			return;
		}
		$this->is_over();
		header_remove( 'Location' );
		header( 'Content-Type: application/json; charset=UTF-8' );
		status_header( 200 );
		echo wp_json_encode( $answer );
	}
}
