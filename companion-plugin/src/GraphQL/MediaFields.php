<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use WPGraphQL\Registry\TypeRegistry;

defined( 'ABSPATH' ) || exit;

/**
 * Fields of images.
 *
 * `MediaItem.blurDataUrl`: the picture in a few pixels, shown while the picture itself loads. Made when the picture is
 * uploaded; for older pictures when somebody first asks, a few a request.
 */
final class MediaFields implements Module {

	/**
	 * Attachment meta: `file` is the file it was made of, `url` the data URL, empty where none could be made. Writing it is no
	 * change of content.
	 */
	public const META = '_companion_blur';

	/** Pictures that one request may work on: a list of a hundred older ones must not take seconds. */
	private const PER_REQUEST = 5;

	/** How many this request has worked on. */
	private int $made = 0;

	public function register(): void {
		Names::register( [ $this, 'fields' ] );
		Hooks::filter( 'wp_generate_attachment_metadata', [ $this, 'uploaded' ], 20, 2 );
	}

	public function fields( TypeRegistry $registry ): void {
		Names::field(
			$registry,
			'MediaItem',
			'blurDataUrl',
			[
				'type'        => 'String',
				'description' => 'The picture in a few pixels, as a data URL of some hundred bytes; null where there is none.',
				'resolve'     => function ( $media ): ?string {
					return $this->url( (int) ( $media->databaseId ?? 0 ) ); // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- WPGraphQL's.
				},
			]
		);
	}

	/**
	 * WordPress has made the sizes of an upload, or made them again.
	 *
	 * @param mixed $metadata Metadata of the attachment; not stored yet.
	 * @param mixed $attachment_id
	 * @return mixed The same metadata.
	 */
	public function uploaded( $metadata, $attachment_id = 0 ) {
		if ( is_array( $metadata ) && self::is_picture( (int) $attachment_id ) ) {
			$this->make( (int) $attachment_id, $metadata );
		}
		return $metadata;
	}

	/** The data URL of a picture, made now if there is none and this request may still make one. */
	public function url( int $id ): ?string {
		if ( ! $id || ! self::is_picture( $id ) ) {
			return null;
		}
		$metadata = wp_get_attachment_metadata( $id );
		$metadata = is_array( $metadata ) ? $metadata : [];
		$known    = get_post_meta( $id, self::META, true );
		// The editor's crop and rotate make a new file under a new name.
		if ( is_array( $known ) && ( $known['file'] ?? null ) === self::file_of( $id, $metadata ) ) {
			$url = $known['url'] ?? '';
		} else {
			/**
			 * Filters how many blurred versions of older pictures one GraphQL request makes; the others are null until later.
			 *
			 * @since 0.1.0
			 *
			 * @param int $count Default 5.
			 */
			$may = $this->made < (int) apply_filters( 'companion_blur_per_request', self::PER_REQUEST );
			$url = $may ? $this->make( $id, $metadata ) : '';
		}
		return is_string( $url ) && '' !== $url ? $url : null;
	}

	/**
	 * Makes and keeps the data URL. That there is none is kept as well, or it would be tried for ever.
	 *
	 * @param array<string, mixed> $metadata
	 */
	private function make( int $id, array $metadata ): string {
		++$this->made;
		$url = BlurImage::of( $id, $metadata );
		update_post_meta(
			$id,
			self::META,
			[
				'file' => self::file_of( $id, $metadata ),
				'url'  => $url,
			]
		);
		return $url;
	}

	/**
	 * The file that the data URL is made of.
	 *
	 * @param array<string, mixed> $metadata
	 */
	private static function file_of( int $id, array $metadata ): string {
		$file = $metadata['file'] ?? get_post_meta( $id, '_wp_attached_file', true );
		return is_string( $file ) ? wp_basename( $file ) : '';
	}

	/** Whether an attachment is made of pixels. SVG is not, and PHP could not draw it. */
	private static function is_picture( int $id ): bool {
		$type = (string) get_post_mime_type( $id );
		return 0 === strpos( $type, 'image/' ) && 0 !== strpos( $type, 'image/svg' );
	}
}
