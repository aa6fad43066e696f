<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

defined( 'ABSPATH' ) || exit;

/**
 * Width and height of an attachment.
 *
 * WordPress knows those of pictures that it has opened itself. It knows nothing of an SVG, and plugins that allow its upload
 * store 0, 1 or what they guess; the file says it.
 */
final class ImageSize {

	/** Bytes in which the first tag of an SVG ends, behind comments of the program that wrote it. */
	private const HEAD = 16384;

	/** Pixels of the longer side of an SVG whose size is no whole number, or tiny: `1em`. */
	private const DRAWN = 1000;

	/**
	 * The size of an attachment.
	 *
	 * @param string $type Its MIME type.
	 * @return array{0: int, 1: int}|null Width and height in pixels; null where nobody knows.
	 */
	public static function of( int $id, string $type ): ?array {
		$metadata = wp_get_attachment_metadata( $id );
		$stored   = is_array( $metadata ) ? self::usable( $metadata['width'] ?? 0, $metadata['height'] ?? 0 ) : null;
		$is_svg   = 'image/svg+xml' === $type;
		if ( $stored && ! $is_svg ) {
			return $stored;
		}
		$file = (string) get_attached_file( $id );
		// Offloaded to another host there is no file, and a wrapper of a stream would fetch it.
		if ( '' === $file || wp_is_stream( $file ) || ! is_file( $file ) || ! is_readable( $file ) ) {
			return $stored;
		}
		if ( $is_svg ) {
			return self::of_svg( (string) file_get_contents( $file, false, null, 0, self::HEAD ) ) ?? $stored; // phpcs:ignore WordPress.WP.AlternativeFunctions -- A local file.
		}
		$size = wp_getimagesize( $file );
		return is_array( $size ) ? self::usable( $size[0], $size[1] ) : null;
	}

	/**
	 * The size that a browser draws an SVG in: that of its tag, otherwise the ratio of its view box.
	 *
	 * @param string $svg The beginning of the file.
	 * @return array{0: int, 1: int}|null
	 */
	public static function of_svg( string $svg ): ?array {
		$svg = (string) preg_replace( '/<!--.*?-->/s', '', $svg );
		if ( ! preg_match( '/<svg\b((?:[^>"\']|"[^"]*"|\'[^\']*\')*)>/i', $svg, $tag ) ) {
			return null;
		}
		$width  = self::length( self::attribute( $tag[1], 'width' ) );
		$height = self::length( self::attribute( $tag[1], 'height' ) );
		// Two lengths of one unit have a ratio; percent are those of the page.
		if ( $width && $height && $width[1] === $height[1] ) {
			return self::drawn( $width[0], $height[0] );
		}
		$box = preg_split( '/[\s,]+/', trim( self::attribute( $tag[1], 'viewBox' ) ) );
		return is_array( $box ) && 4 === count( $box ) && is_numeric( $box[2] ) && is_numeric( $box[3] ) ? self::drawn( (float) $box[2], (float) $box[3] ) : null;
	}

	/**
	 * An attribute of a tag, without its quotes.
	 *
	 * @param string $attributes Attributes of the tag.
	 */
	private static function attribute( string $attributes, string $name ): string {
		return preg_match( '/(?:^|\s)' . $name . '\s*=\s*(?:"([^"]*)"|\'([^\']*)\')/', $attributes, $found ) ? $found[2] ?? $found[1] : '';
	}

	/**
	 * A length of CSS.
	 *
	 * @return array{0: float, 1: string}|null Number and unit; null for percent, and for what is no length.
	 */
	private static function length( string $value ): ?array {
		if ( ! preg_match( '/^\s*(\d*\.?\d+)\s*([a-z]*)\s*$/i', $value, $found ) ) {
			return null;
		}
		$unit = strtolower( $found[2] );
		return [ (float) $found[1], 'px' === $unit ? '' : $unit ];
	}

	/**
	 * A drawing has no pixels, so that its size may be multiplied where whole numbers would change its ratio.
	 *
	 * @return array{0: int, 1: int}|null
	 */
	private static function drawn( float $width, float $height ): ?array {
		if ( $width <= 0 || $height <= 0 ) {
			return null;
		}
		$is_whole = floor( $width ) === $width && floor( $height ) === $height && min( $width, $height ) > 1;
		$factor   = $is_whole ? 1 : self::DRAWN / max( $width, $height );
		return self::usable( round( $width * $factor ), round( $height * $factor ) );
	}

	/**
	 * A size that a picture can have.
	 *
	 * @param mixed $width
	 * @param mixed $height
	 * @return array{0: int, 1: int}|null Null for less: one pixel is what plugins store that do not know.
	 */
	private static function usable( $width, $height ): ?array {
		$size = [ is_numeric( $width ) ? (int) $width : 0, is_numeric( $height ) ? (int) $height : 0 ];
		return min( $size ) > 1 ? $size : null;
	}
}
