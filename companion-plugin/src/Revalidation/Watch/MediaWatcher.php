<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation\Watch;

use HeadlessSiteCompanion\GraphQL\SiteImages;
use HeadlessSiteCompanion\Revalidation\Addresses;
use HeadlessSiteCompanion\Revalidation\Changes;
use HeadlessSiteCompanion\Revalidation\DeferredLookups;
use HeadlessSiteCompanion\Support\Hooks;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Watches pictures and other files of the media library.
 *
 * Notices files that are described again, replaced, attached or deleted. Deleting one takes it from all posts at once, without a hook
 * for any of them (measured), so they are looked for before.
 */
final class MediaWatcher extends Watcher {

	/** Meta of a file that visitors see. */
	private const SHOWN_META = [ '_wp_attachment_image_alt', '_wp_attached_file', '_wp_attachment_metadata' ];

	/** Shortcodes that show the files of their post where they name none. */
	private const SHOWS_ATTACHED = '/\[(?:gallery|playlist|audio|video)\b(?![^\]]*\bids=)/';

	/** @var array<int, true> Files that have come with this request: they are in no post yet. */
	private array $new = [];

	public function register(): void {
		Hooks::action( 'add_attachment', [ $this, 'added' ] );
		Hooks::action( 'attachment_updated', [ $this, 'updated' ], 10, 3 );
		Hooks::action( 'wp_media_attach_action', [ $this, 'attached' ], 10, 3 );
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
		$this->add_owner( (int) wp_get_post_parent_id( (int) $id ) );
	}

	/**
	 * A file was attached to a post or detached from it in the library, which stores it past all other hooks.
	 *
	 * @param mixed $action Not needed.
	 * @param mixed $id ID of the file.
	 * @param mixed $owner Id of the post.
	 */
	public function attached( $action, $id, $owner = 0 ): void {
		$this->add_owner( (int) $owner );
	}

	/**
	 * Title, caption, description, status, or the post that it is attached to.
	 *
	 * @param mixed $id
	 * @param mixed $after WP_Post as it is.
	 * @param mixed $before WP_Post as it was.
	 */
	public function updated( $id, $after = null, $before = null ): void {
		$this->changed( $id );
		if ( $after instanceof WP_Post && $before instanceof WP_Post && $after->post_parent !== $before->post_parent ) {
			$this->add_owner( $before->post_parent );
			$this->add_owner( $after->post_parent );
		}
	}

	/** The post that a file is attached to, where it shows what is attached. */
	private function add_owner( int $id ): void {
		$post = $id > 0 ? get_post( $id ) : null;
		if ( $post instanceof WP_Post && Addresses::is_shown_type( $post->post_type ) && preg_match( self::SHOWS_ATTACHED, $post->post_content ) ) {
			$this->collector->change()->add( Addresses::post( $post ) );
		}
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
	 * A file looks or reads otherwise to visitors.
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
	 * Before a file is deleted. Texts and fields that name it still do so afterwards, and are looked for then.
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
			$changes->defer( 'reads', 'posts:' . $post->post_type );
		}
		$this->changed( $id );
	}
}
