<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation\Watch;

use HeadlessSiteCompanion\GraphQL\SiteImages;
use HeadlessSiteCompanion\Revalidation\Addresses;
use HeadlessSiteCompanion\Revalidation\Changes;
use HeadlessSiteCompanion\Revalidation\DeferredLookups;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Watches pictures and other files of the media library.
 *
 * Notices files that are described again, replaced or deleted. Deleting one takes it from all posts at once, without a hook
 * for any of them (measured), so they are looked for before.
 */
final class MediaWatcher extends Watcher {

	/** What visitors see of a file. */
	private const SHOWN_META = [ '_wp_attachment_image_alt', '_wp_attached_file', '_wp_attachment_metadata' ];

	/** @var array<int, true> Files that have come with this request: they are in no post yet. */
	private array $new = [];

	public function register(): void {
		Hooks::action( 'add_attachment', [ $this, 'added' ] );
		Hooks::action( 'attachment_updated', [ $this, 'changed' ] );
		Hooks::action( 'updated_post_meta', [ $this, 'meta' ], 10, 3 );
		Hooks::action( 'added_post_meta', [ $this, 'added_meta' ], 10, 3 );
		Hooks::action( 'deleted_post_meta', [ $this, 'meta' ], 10, 3 );
		Hooks::action( 'delete_attachment', [ $this, 'before_delete' ], 1 );
	}

	/**
	 * A new file.
	 *
	 * @param mixed $id
	 */
	public function added( $id ): void {
		$this->new[ (int) $id ] = true;
	}

	/**
	 * A field that was not there before. The file itself is stored before WordPress tells of the attachment.
	 *
	 * @param mixed $meta_id Id of the row.
	 * @param mixed $id
	 * @param mixed $key Name of the field.
	 */
	public function added_meta( $meta_id, $id, $key = '' ): void {
		if ( '_wp_attached_file' === $key ) {
			$this->added( $id );
		}
		$this->meta( $meta_id, $id, $key );
	}

	/**
	 * Title, caption, description, or its status.
	 *
	 * @param mixed $id
	 */
	public function changed( $id ): void {
		$changes = $this->collector->change();
		$changes->defer( 'file', (int) $id );
		// Logo and icon stand around every page.
		if ( SiteImages::has( (int) $id ) ) {
			$changes->add( Changes::EVERYTHING, Changes::SETTINGS );
		}
	}

	/**
	 * Alternative text, or another file under the same id.
	 *
	 * @param mixed $meta_id Id or ids of the row.
	 * @param mixed $id
	 * @param mixed $key Name of the field.
	 */
	public function meta( $meta_id, $id, $key = '' ): void {
		if ( ! isset( $this->new[ (int) $id ] ) && in_array( $key, self::SHOWN_META, true ) && 'attachment' === get_post_type( (int) $id ) ) {
			$this->changed( $id );
		}
	}

	/**
	 * Before a file is deleted. What names it in a text or a field still does so afterwards, and is looked for then.
	 *
	 * @param mixed $id
	 */
	public function before_delete( $id ): void {
		$changes = $this->collector->change();
		$posts   = DeferredLookups::posts_with_file( (int) $id );
		if ( count( $posts ) > DeferredLookups::MOST ) {
			$changes->add( Changes::EVERYTHING, Changes::ALL );
			$posts = [];
		}
		foreach ( $posts as $post ) {
			$changes->add( Addresses::post( $post ) );
			$changes->add_all( Addresses::lists( $post ) );
		}
		$this->changed( $id );
	}
}
