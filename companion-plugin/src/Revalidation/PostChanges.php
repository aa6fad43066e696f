<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * From "this post was touched" to paths.
 *
 * Compares how a post was with how it is at the end of the request.
 *
 * @phpstan-import-type PostState from ChangeCollector
 */
final class PostChanges {

	/**
	 * Changes that one touched post makes.
	 *
	 * @param PostState $before Post state of the collector.
	 * @param bool $deleted Whether it is gone for good.
	 * @return Changes Empty when it is on the site neither before nor after.
	 */
	public static function of( int $id, array $before, bool $deleted ): Changes {
		$changes   = new Changes();
		$post      = $deleted ? null : get_post( $id );
		$is_public = $post instanceof WP_Post && Addresses::is_shown_type( $post->post_type ) && 'publish' === $post->post_status;
		$was       = $before['published'] ?? $is_public;
		// A post that is not public may have public pages below, whose addresses begin with its own.
		if ( ! $is_public && ! $was && ! $before['below'] && ! $before['between'] ) {
			return $changes;
		}
		$path  = $is_public && $post ? Addresses::post( $post ) : null;
		$old   = $before['path'] ?? ( $was && null === $before['published'] ? $path : null );
		$lists = $is_public && $post ? Addresses::lists( $post ) : [];
		$type  = $post instanceof WP_Post ? $post->post_type : $before['type'];
		$types = array_unique( [ '' === $before['type'] ? $type : $before['type'], $type ] );
		if ( $old !== $path ) {
			$changes->add( $old, Changes::DELETE );
			$changes->add( $path, Changes::PUBLISH );
		} elseif ( ! $was || count( $types ) > 1 ) {
			$changes->add( $path, Changes::PUBLISH );
		} else {
			$changes->add( $path, self::change( $before, $post ) );
		}
		$changes->add_all( array_diff( $before['between'], [ $path ] ), Changes::DELETE );
		foreach ( $types as $one ) {
			foreach ( array_merge( [ $old, $path ], $before['between'] ) as $there ) {
				$changes->item( $there, $one, $id );
			}
			self::add_readers( $changes, $id, $one );
		}
		$changes->add_all( array_merge( $before['lists'], $lists ), Changes::LISTS );
		$author = $is_public && $post ? (int) $post->post_author : 0;
		if ( $before['author'] > 0 && $before['author'] !== $author && ! Addresses::has_author( $before['author'] ) ) {
			$changes->add( Addresses::author( $before['author'] ), Changes::DELETE );
		}
		self::add_below( $changes, $before['below'], $post instanceof WP_Post ? $post : null );
		$title = $post instanceof WP_Post ? $post->post_title : '';
		if ( $old !== $path || ( '' !== $before['title'] && $before['title'] !== $title ) ) {
			self::add_menus( $changes, [ $id ] );
		}
		return $changes;
	}

	/** All that may have changed about a post whose request was killed before its end. */
	public static function whatever( int $id ): Changes {
		$changes = self::of( $id, ChangeCollector::UNKNOWN, false );
		if ( ! $changes->is_empty() ) {
			self::add_menus( $changes, [ $id ] );
		}
		return $changes;
	}

	/**
	 * In a bulk change only what goes away or is hidden is named; the whole site covers the rest.
	 *
	 * @param PostState $before Post state of the collector.
	 * @param bool $deleted Whether it is gone for good.
	 */
	public static function of_many( int $id, array $before, bool $deleted ): Changes {
		$changes = new Changes();
		$post    = $deleted ? null : get_post( $id );
		$is      = $post instanceof WP_Post && Addresses::is_shown_type( $post->post_type ) && 'publish' === $post->post_status;
		if ( ! $is && ! $before['published'] && ! $before['below'] && ! $before['between'] ) {
			return $changes;
		}
		$path = $is && $post ? Addresses::post( $post ) : null;
		$changes->add( Changes::EVERYTHING, Changes::ALL );
		$changes->defer( 'scan', 0 );
		$changes->add_all( array_diff( $before['between'], [ $path ] ), Changes::DELETE );
		if ( $path !== $before['path'] ) {
			$changes->add( $before['path'], Changes::DELETE );
			self::add_below( $changes, $before['below'], $post instanceof WP_Post ? $post : null );
		} elseif ( Changes::HIDE === self::change( $before, $post ) ) {
			$changes->add( $before['path'], Changes::HIDE );
		}
		return $changes;
	}

	/**
	 * The change of a post that is where it was. A post with a password stays at its address and in its lists.
	 *
	 * @param PostState $before Post state of the collector.
	 * @param WP_Post|null $post The post as it is now.
	 */
	private static function change( array $before, ?WP_Post $post ): string {
		return $post && false === $before['protected'] && '' !== $post->post_password ? Changes::HIDE : Changes::UPDATE;
	}

	/** Pages whose fields lead to it, and whose blocks list posts of this type, or terms with their numbers of posts. */
	private static function add_readers( Changes $changes, int $id, string $type ): void {
		$changes->defer( 'scan', $id );
		$changes->defer( 'reads', "post:$id" );
		$changes->defer( 'reads', 'posts:' . ( '' === $type ? '*' : $type ) );
		foreach ( '' === $type ? [] : get_object_taxonomies( $type ) as $taxonomy ) {
			$changes->defer( 'reads', 'terms:' . $taxonomy );
		}
	}

	/**
	 * Posts below that have moved with it.
	 *
	 * @param array<int, string> $below Paths before, by id.
	 * @param WP_Post|null $above The post above them; null when it is gone.
	 */
	private static function add_below( Changes $changes, array $below, ?WP_Post $above ): void {
		if ( ! $below ) {
			return;
		}
		$now   = null === $above ? [] : Addresses::below( $above );
		$moved = [];
		foreach ( $below as $id => $old ) {
			$post = isset( $now[ $id ] ) ? null : get_post( $id );
			$path = $now[ $id ] ?? ( $post instanceof WP_Post ? Addresses::post( $post ) : null );
			if ( $path === $old ) {
				// Its breadcrumbs name what has changed above it.
				$changes->add( $path );
				continue;
			}
			$changes->add( $old, Changes::DELETE );
			$changes->add( $path, Changes::PUBLISH );
			$moved[] = $id;
		}
		if ( $moved ) {
			$changes->add( '/sitemap.xml' );
			self::add_menus( $changes, $moved );
		}
	}

	/**
	 * Menus that name the posts by their titles or lead to them.
	 *
	 * @param int[] $ids
	 */
	private static function add_menus( Changes $changes, array $ids ): void {
		if ( Addresses::are_in_menus( $ids, 'post_type' ) ) {
			$changes->add( Changes::EVERYTHING, Changes::MENU );
		}
	}
}
