<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Logo and icon of the site, as WordPress has them now.
 */
final class SiteImages {

	/** Types of files that every browser draws. */
	private const TYPES = [ 'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml' ];

	/** More of the site icon: uploads of that type need a plugin or a filter. */
	private const ICON_TYPES = [ 'image/x-icon', 'image/vnd.microsoft.icon' ];

	/** Names that WordPress gives the smaller files of a site icon, the smallest first. */
	private const ICON_SIZES = [ 'site_icon-32', 'site_icon-180', 'site_icon-192', 'site_icon-270' ];

	/**
	 * The logo.
	 *
	 * The site keeps room for it before it is there, so that one of unknown size is none.
	 *
	 * @return array<string, mixed>|null `url`, `alt`, `width`, `height`.
	 */
	public static function logo(): ?array {
		$id      = self::logo_id();
		$picture = $id ? self::picture( $id, self::TYPES ) : null;
		return $picture && null !== $picture['width'] ? $picture : null;
	}

	/**
	 * The site icon.
	 *
	 * @return array<string, mixed>|null `url`, `width`, `height`, `sizes`.
	 */
	public static function icon(): ?array {
		$id   = self::id( get_option( 'site_icon' ) );
		$icon = $id ? self::picture( $id, array_merge( self::TYPES, self::ICON_TYPES ) ) : null;
		if ( ! $icon ) {
			return null;
		}
		$icon['sizes'] = [];
		foreach ( self::ICON_SIZES as $name ) {
			$file = wp_get_attachment_image_src( $id, $name );
			// Where WordPress has no such file it answers with the whole one.
			if ( $file && ! empty( $file[3] ) ) {
				$icon['sizes'][] = [
					'url'    => $file[0],
					'alt'    => $icon['alt'],
					'width'  => (int) $file[1],
					'height' => (int) $file[2],
				];
			}
		}
		return $icon;
	}

	/**
	 * Whether a file is the logo or the icon.
	 *
	 * @param int $id ID of an attachment.
	 */
	public static function has( int $id ): bool {
		return in_array( $id, [ self::logo_id(), self::id( get_option( 'site_icon' ) ) ], true );
	}

	/**
	 * The attachment that is the logo.
	 *
	 * WordPress answers the setting of a theme with the option of block themes (`site_logo`) where there is one, which stays when
	 * the theme goes.
	 *
	 * @return int 0 where there is none.
	 */
	private static function logo_id(): int {
		return self::id( get_theme_mod( 'custom_logo' ) );
	}

	/**
	 * An id out of a setting, which plugins and old themes fill with addresses and arrays, too.
	 *
	 * @param mixed $value
	 */
	private static function id( $value ): int {
		return is_numeric( $value ) ? max( 0, (int) $value ) : 0;
	}

	/**
	 * A file of the media library that visitors may see.
	 *
	 * @param string[] $types MIME types that will do.
	 * @return array<string, mixed>|null Without a size that can be trusted, width and height are null.
	 */
	private static function picture( int $id, array $types ): ?array {
		$post = get_post( $id );
		// Not the status of the post that it was uploaded to, as get_post_status() says it: a logo outlives a draft.
		if ( ! $post instanceof WP_Post || 'attachment' !== $post->post_type || ! in_array( $post->post_status, [ 'inherit', 'publish' ], true ) ) {
			return null;
		}
		$url = in_array( $post->post_mime_type, $types, true ) ? wp_get_attachment_url( $id ) : false;
		if ( ! $url ) {
			return null;
		}
		$alt  = get_post_meta( $id, '_wp_attachment_image_alt', true );
		$alt  = is_string( $alt ) ? trim( $alt ) : '';
		$size = ImageSize::of( $id, $post->post_mime_type );
		return [
			'url'    => $url,
			'alt'    => '' !== $alt ? $alt : wp_specialchars_decode( (string) get_option( 'blogname' ), ENT_QUOTES ),
			'width'  => $size[0] ?? null,
			'height' => $size[1] ?? null,
		];
	}
}
