<?php
/**
 * What reusable blocks and patterns hold.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

use WP_Block_Patterns_Registry;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Gives the blocks of a reusable block or of a registered pattern while one page is read.
 *
 * @phpstan-import-type Parsed from Sections
 */
final class Sources {

	/** Parsed, by content.
	 *
	 * @var array<string, array{blocks: array<int, Parsed>, rest: string}>
	 */
	private $parsed = [];

	/** Bytes given.
	 *
	 * @var int
	 */
	private $bytes = 0;

	/**
	 * The blocks.
	 *
	 * @param string $name `core/block` or `core/pattern`.
	 * @param string $key  Id or name.
	 * @return array<int, Parsed>|null Empty where there is nothing to be shown, null beyond the limits.
	 */
	public function of( string $name, string $key ): ?array {
		$content      = 'core/block' === $name ? self::reusable( (int) $key ) : self::pattern( $key );
		$this->bytes += strlen( $content );
		if ( $this->bytes > Limits::BYTES || Rendering::is_heavy( $content ) ) {
			return null;
		}
		$this->parsed[ $content ] = $this->parsed[ $content ] ?? Parser::read( $content );
		return '' === $this->parsed[ $content ]['rest'] ? $this->parsed[ $content ]['blocks'] : null;
	}

	/**
	 * Content of a reusable block.
	 *
	 * @param int $id Of the post.
	 * @return string Empty where it is not published, or protected.
	 */
	private static function reusable( int $id ): string {
		$post = get_post( $id );
		return $post instanceof WP_Post && 'wp_block' === $post->post_type && 'publish' === $post->post_status && '' === $post->post_password ? $post->post_content : '';
	}

	/**
	 * Content of a pattern.
	 *
	 * @param string $slug Its name.
	 * @return string Empty where there is none.
	 */
	private static function pattern( string $slug ): string {
		$registry = WP_Block_Patterns_Registry::get_instance();
		$pattern  = $registry->is_registered( $slug ) ? $registry->get_registered( $slug ) : null;
		return is_array( $pattern ) && is_string( $pattern['content'] ?? null ) ? $pattern['content'] : '';
	}
}
