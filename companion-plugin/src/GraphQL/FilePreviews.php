<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use WP_HTML_Tag_Processor;

defined( 'ABSPATH' ) || exit;

/**
 * Gives the preview of a file its size.
 *
 * A site shows no document of another origin in a page: it has a notice with a link to the file in that place. A visitor wants to know how large
 * it is before, and only WordPress does.
 */
final class FilePreviews implements Module {

	public function register(): void {
		Hooks::action( 'init_graphql_request', [ $this, 'begin' ] );
	}

	/** A request of GraphQL begins. */
	public function begin(): void {
		Hooks::filter( 'render_block_core/file', [ $this, 'file' ], 10, 2 );
	}

	/**
	 * A file was rendered.
	 *
	 * @param mixed $html Rendered.
	 * @param mixed $block Parsed block.
	 * @return mixed
	 */
	public function file( $html, $block = null ) {
		$id = is_array( $block ) && is_array( $block['attrs'] ?? null ) ? ( $block['attrs']['id'] ?? 0 ) : 0;
		// WordPress 6.2 brought the processor.
		if ( ! is_string( $html ) || ! is_int( $id ) || false === strpos( $html, '<object' ) || ! class_exists( WP_HTML_Tag_Processor::class ) ) {
			return $html;
		}
		$size = self::size( $id );
		$tags = new WP_HTML_Tag_Processor( $html );
		if ( '' === $size || ! $tags->next_tag( [ 'tag_name' => 'object' ] ) ) {
			return $html;
		}
		$tags->set_attribute( 'data-companion-size', $size );
		return $tags->get_updated_html();
	}

	/**
	 * Size of a file, as WordPress writes it: `1.2 MB`.
	 *
	 * @param int $id Attachment.
	 * @return string Empty where nobody knows it.
	 */
	private static function size( int $id ): string {
		$meta  = wp_get_attachment_metadata( $id );
		$bytes = is_array( $meta ) ? ( $meta['filesize'] ?? 0 ) : 0;
		$path  = get_attached_file( $id );
		if ( ! is_numeric( $bytes ) || (int) $bytes <= 0 ) {
			$bytes = is_string( $path ) && is_file( $path ) ? filesize( $path ) : 0;
		}
		return (int) $bytes > 0 ? (string) size_format( (int) $bytes, 1 ) : '';
	}
}
