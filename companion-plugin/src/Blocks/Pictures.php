<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

use WPGraphQL\Model\Post;

defined( 'ABSPATH' ) || exit;

/**
 * Pictures in blocks.
 *
 * Finds the pictures of the media library that fields name, and reads them together.
 *
 * @phpstan-import-type Field from Manifest
 */
final class Pictures {

	/**
	 * The id of one picture.
	 *
	 * @param mixed $value `{id, url, alt}` as our editor stores it; an id, or ACF's array.
	 * @return int 0 where it names none.
	 */
	public static function id( $value ): int {
		$id = is_array( $value ) ? $value['id'] ?? $value['ID'] ?? 0 : $value;
		return is_numeric( $id ) ? max( 0, (int) $id ) : 0;
	}

	/**
	 * The ids of all pictures in some fields.
	 *
	 * @param array<string, Field> $fields Fields of the manifest.
	 * @param mixed $given Stored values, by name.
	 * @return int[]
	 */
	public static function of( array $fields, $given ): array {
		$ids = [];
		foreach ( is_array( $given ) ? $fields : [] as $name => $field ) {
			$value = $given[ $name ] ?? null;
			if ( 'image' === $field['kind'] ) {
				$ids[] = self::id( $value );
			} elseif ( 'list' === $field['kind'] && is_array( $field['item'] ?? null ) && is_array( $value ) ) {
				/**
				 * The manifest checks fields in lists, too.
				 *
				 * @var array<string, Field> $inner
				 */
				$inner = $field['item']['fields'];
				foreach ( array_slice( $value, 0, Limits::ENTRIES ) as $entry ) {
					$ids = array_merge( $ids, self::of( $inner, $entry ) );
				}
			}
		}
		return array_filter( $ids );
	}

	/**
	 * Reads pictures with all their fields, so that asking for one costs no query.
	 *
	 * @param int[] $ids IDs of attachments, or of what somebody took for one.
	 * @return int[] Those that are not there, or beyond the limits.
	 */
	public static function read( array $ids ): array {
		$ids = array_values( array_unique( $ids ) );
		if ( ! $ids ) {
			return [];
		}
		$asked = array_slice( $ids, 0, Limits::PICTURES );
		_prime_post_caches( $asked, false, true );
		$found = wp_cache_get_multiple( $asked, 'posts' );
		// is_shown() looks at them.
		$parents = array_filter( array_column( array_filter( $found, 'is_object' ), 'post_parent' ) );
		_prime_post_caches( array_values( array_unique( $parents ) ), false, false );
		return array_merge( array_slice( $ids, Limits::PICTURES ), array_keys( array_filter( $found, 'is_bool' ) ) );
	}

	/**
	 * Whether whoever asks may see a file, which has the status of what it was uploaded to. A block that holds no more than an id
	 * would tell visitors where the picture of a draft is; one whose picture was picked in the editor has its address stored
	 * beside the id, and keeps that.
	 *
	 * @param int $id ID of an attachment.
	 */
	public static function is_shown( int $id ): bool {
		$file   = get_post( $id );
		$parent = $file && 'inherit' === $file->post_status && $file->post_parent ? get_post( $file->post_parent ) : null;
		if ( ! $file || ! $parent || is_post_status_viewable( $parent->post_status ) ) {
			return null !== $file;
		}
		// It knows whose preview this is, and what other plugins let through.
		return class_exists( Post::class ) && 'private' !== ( new Post( $file ) )->get_visibility();
	}
}
