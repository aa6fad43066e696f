<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

use WP_Block_Patterns_Registry;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Content of reusable blocks and patterns.
 *
 * Gives the blocks of a reusable block or of a registered pattern while one page is read.
 *
 * @phpstan-import-type Parsed from Sections
 */
final class Sources {

	/** @var array<string, array{blocks: array<int, Parsed>, rest: string}> Parsed, by content. */
	private array $parsed = [];

	/** Bytes given. */
	private int $bytes = 0;

	/**
	 * The blocks.
	 *
	 * @param string $name `core/block` or `core/pattern`.
	 * @param string $key Id or name.
	 * @return array<int, Parsed>|null Empty where there is nothing to be shown, null beyond the limits.
	 */
	public function of( string $name, string $key ): ?array {
		$content      = 'core/block' === $name ? self::published( (int) $key, 'wp_block' ) : self::pattern( $key );
		$this->bytes += strlen( $content );
		if ( $this->bytes > Limits::BYTES || Rendering::is_heavy( $content ) ) {
			return null;
		}
		$this->parsed[ $content ] = $this->parsed[ $content ] ?? Parser::read( $content );
		return '' === $this->parsed[ $content ]['rest'] ? $this->parsed[ $content ]['blocks'] : null;
	}

	/**
	 * The content behind a block that stands for another one, navigations and template parts included.
	 *
	 * @param array<string, mixed> $attrs Its attributes.
	 * @return array{key: string, content: callable(): string}|null Null where it stands for itself. `key` is the same for the
	 *   same content.
	 */
	public static function behind( string $name, array $attrs ): ?array {
		$id   = is_numeric( $attrs['ref'] ?? null ) ? (int) $attrs['ref'] : 0;
		$slug = is_string( $attrs['slug'] ?? null ) ? $attrs['slug'] : '';
		if ( $id > 0 && ( 'core/block' === $name || 'core/navigation' === $name ) ) {
			return [
				'key'     => "ref:$id",
				'content' => static function () use ( $id, $name ): string {
					return self::published( $id, 'core/block' === $name ? 'wp_block' : 'wp_navigation' );
				},
			];
		}
		if ( '' !== $slug && 'core/pattern' === $name ) {
			return [
				'key'     => "pattern:$slug",
				'content' => static function () use ( $slug ): string {
					return self::pattern( $slug );
				},
			];
		}
		if ( '' !== $slug && 'core/template-part' === $name ) {
			return [
				'key'     => Dependencies::part( $slug ),
				'content' => static function () use ( $slug, $attrs ): string {
					$theme = is_string( $attrs['theme'] ?? null ) ? $attrs['theme'] : get_stylesheet();
					$part  = get_block_template( $theme . '//' . $slug, 'wp_template_part' );
					return $part instanceof \WP_Block_Template ? (string) $part->content : '';
				},
			];
		}
		return null;
	}

	/**
	 * Content of a reusable block or a navigation.
	 *
	 * @return string Empty where it is not published, or protected.
	 */
	private static function published( int $id, string $type ): string {
		$post = get_post( $id );
		return $post instanceof WP_Post && $type === $post->post_type && 'publish' === $post->post_status && '' === $post->post_password ? $post->post_content : '';
	}

	/**
	 * Content of a pattern.
	 *
	 * @return string Empty where there is none.
	 */
	private static function pattern( string $slug ): string {
		$registry = WP_Block_Patterns_Registry::get_instance();
		$pattern  = $registry->is_registered( $slug ) ? $registry->get_registered( $slug ) : null;
		return is_array( $pattern ) && is_string( $pattern['content'] ?? null ) ? $pattern['content'] : '';
	}
}
