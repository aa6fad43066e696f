<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Support\Hooks;
use Throwable;

defined( 'ABSPATH' ) || exit;

/**
 * Pictures of a few pixels.
 *
 * Makes the blurred version of a picture with WordPress's own image editor.
 */
final class BlurImage {

	/** Bytes of a data URL at most: a list of a hundred pictures carries a hundred of them. */
	public const MAX_BYTES = 700;

	/** Pixels of the original that are worth opening where WordPress has made no smaller size. */
	private const MAX_PIXELS = 6000000;

	/**
	 * Tried in this order: longest side in pixels, type. WebP of 16 pixels has 100 to 250 bytes; JPEG has 600 at any size,
	 * because of its tables, so that PNG is better where WebP is missing.
	 */
	private const FORMS = [
		[ 16, 'image/webp', 'webp' ],
		[ 10, 'image/png', 'png' ],
		[ 6, 'image/png', 'png' ],
	];

	/**
	 * The data URL of a picture.
	 *
	 * @param array<string, mixed> $metadata
	 * @return string Empty when there is none: the file is missing or broken, or PHP cannot read its type.
	 */
	public static function of( int $id, array $metadata ): string {
		$file = self::source( $id, $metadata );
		try {
			return '' === $file ? '' : self::url( $file );
		} catch ( Throwable $error ) {
			// An image editor of another plugin, or a file that makes PHP's own give up.
			Hooks::report( 'blurred version of ' . wp_basename( $file ), $error );
			return '';
		}
	}

	/**
	 * The data URL in the first form that is short enough.
	 *
	 * @param string $file Path of the picture.
	 * @return string Empty when there is none.
	 */
	private static function url( string $file ): string {
		foreach ( self::FORMS as list( $side, $type, $extension ) ) {
			if ( ! wp_image_editor_supports( [ 'mime_type' => $type ] ) ) {
				continue;
			}
			$bytes = self::shrunk( $file, $side, $type, $extension );
			if ( '' === $bytes ) {
				return '';
			}
			$url = 'data:' . $type . ';base64,' . base64_encode( $bytes ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- Data URLs are base64.
			if ( strlen( $url ) <= self::MAX_BYTES ) {
				return $url;
			}
		}
		return '';
	}

	/**
	 * The smallest file that shows the whole picture: WordPress crops some sizes, the thumbnail to begin with.
	 *
	 * @param array<string, mixed> $metadata
	 * @return string Path, or empty when no file is fit.
	 */
	private static function source( int $id, array $metadata ): string {
		$original = (string) get_attached_file( $id );
		$width    = (int) ( $metadata['width'] ?? 0 );
		$height   = (int) ( $metadata['height'] ?? 0 );
		$sizes    = is_array( $metadata['sizes'] ?? null ) ? $metadata['sizes'] : [];
		$whole    = [];
		foreach ( $sizes as $size ) {
			$size += [
				'file'   => '',
				'width'  => 0,
				'height' => 0,
			];
			// Sides are rounded, so a size of 150 pixels may differ by a pixel.
			if ( $width && $size['width'] > 16 && abs( $size['width'] * $height / $width - $size['height'] ) <= 1.5 ) {
				$whole[ dirname( $original ) . '/' . wp_basename( (string) $size['file'] ) ] = $size['width'] * $size['height'];
			}
		}
		asort( $whole );
		foreach ( array_keys( $whole ) as $file ) {
			if ( is_file( $file ) ) {
				return $file;
			}
		}
		return $width * $height <= self::MAX_PIXELS && is_file( $original ) ? $original : '';
	}

	/**
	 * A smaller picture.
	 *
	 * @param string $file Path of the larger one.
	 * @param int $side Longest side in pixels.
	 * @param string $type MIME type.
	 * @return string Its bytes, empty when it cannot be made.
	 */
	private static function shrunk( string $file, int $side, string $type, string $extension ): string {
		$temporary = get_temp_dir() . 'companion-blur-' . wp_generate_password( 20, false ) . '.' . $extension;
		$saved     = $temporary;
		try {
			$editor = wp_get_image_editor( $file );
			if ( is_wp_error( $editor ) ) {
				return '';
			}
			// A picture that is smaller than that stays as it is.
			$editor->resize( $side, $side );
			$editor->set_quality( 50 );
			$result = $editor->save( $temporary, $type );
			if ( is_wp_error( $result ) || ( $result['mime-type'] ?? '' ) !== $type ) {
				return '';
			}
			$saved = (string) $result['path'];
			return (string) file_get_contents( $saved ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- A file that was just made.
		} finally {
			foreach ( array_unique( [ $temporary, $saved ] ) as $made ) {
				if ( is_file( $made ) ) {
					unlink( $made ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- The temporary file of this function.
				}
			}
		}
	}
}
