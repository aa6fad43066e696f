<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Changes of this request so far.
 *
 * Keeps what the watchers notice until the request ends, for each site of a network apart. The state before a change can
 * only be had before it; the state after it is complete only at the end (terms and pictures are stored last, measured).
 *
 * @phpstan-type PostState array{published: bool|null, protected: bool|null, path: string|null, between: string[], lists: string[], below: array<int, string>, title: string, type: string, author: int}
 */
final class ChangeCollector {

	/** Posts in one request beyond which the whole site is meant: an import, a migration, a bulk edit. */
	public const MANY_POSTS = 50;

	/** A post of which nothing is known but that it was touched. */
	public const UNKNOWN = [
		'published' => null,
		'protected' => null,
		'path'      => null,
		'between'   => [],
		'lists'     => [],
		'below'     => [],
		'title'     => '',
		'type'      => '',
		'author'    => 0,
	];

	private CrashMarkers $markers;

	/** @var array<int, Changes> Changes by site. */
	private array $changes = [];

	/**
	 * Touched posts by site and id.
	 *
	 * @var array<int, array<int, PostState>>
	 */
	private array $posts = [];

	/** @var array<int, array<int, true>> Posts that are gone, by site. */
	private array $deleted = [];

	public function __construct( CrashMarkers $markers ) {
		$this->markers = $markers;
	}

	/** For watchers whose change needs no second look. */
	public function change(): Changes {
		$this->markers->everything();
		return $this->changes();
	}

	/** Changes of the current site that need no second look. */
	public function changes(): Changes {
		$site = get_current_blog_id();
		if ( ! isset( $this->changes[ $site ] ) ) {
			$this->changes[ $site ] = new Changes();
		}
		return $this->changes[ $site ];
	}

	/**
	 * Keeps how a post is before it changes. The first picture counts; of later ones, what visitors could see in between.
	 *
	 * @param WP_Post $post Stored post.
	 * @param bool $with_below Whether its address is about to change, and with it those below.
	 */
	public function before( WP_Post $post, bool $with_below = false ): void {
		$site  = get_current_blog_id();
		$known = $this->posts[ $site ][ $post->ID ] ?? null;
		if ( null !== $known && null !== $known['published'] ) {
			if ( $with_below && $known['published'] && ! $known['below'] ) {
				$this->posts[ $site ][ $post->ID ]['below'] = Addresses::below( $post );
				$this->mark( $post->ID );
			}
			$this->between( $post );
			return;
		}
		$path                              = Addresses::post( $post );
		$this->posts[ $site ][ $post->ID ] = [
			'published' => 'publish' === $post->post_status,
			'protected' => '' !== $post->post_password,
			'path'      => $path,
			'between'   => [],
			'lists'     => null === $path || $this->is_bulk() ? [] : Addresses::lists( $post ),
			'below'     => $with_below ? Addresses::below( $post ) : [],
			'title'     => $post->post_title,
			'type'      => $post->post_type,
			'author'    => (int) $post->post_author,
		];
		if ( null !== $path || $this->posts[ $site ][ $post->ID ]['below'] ) {
			$this->mark( $post->ID );
		}
	}

	/**
	 * Notes where a post can be seen between two changes of one request: the site may have rendered it there.
	 *
	 * @param WP_Post $post Stored post.
	 */
	private function between( WP_Post $post ): void {
		$path = Addresses::post( $post );
		if ( null === $path ) {
			return;
		}
		$known = $this->posts[ get_current_blog_id() ][ $post->ID ];
		if ( $path !== $known['path'] ) {
			$known['between'] = array_values( array_unique( array_merge( $known['between'], [ $path ] ) ) );
			$this->markers->everything();
		}
		if ( '' === $post->post_password ) {
			$known['protected'] = false;
		}
		if ( ! $this->is_bulk() ) {
			$known['lists'] = array_values( array_unique( array_merge( $known['lists'], Addresses::lists( $post ) ) ) );
		}
		$known['type']   = '' === $known['type'] ? $post->post_type : $known['type'];
		$known['author'] = 0 === $known['author'] ? (int) $post->post_author : $known['author'];

		$this->posts[ get_current_blog_id() ][ $post->ID ] = $known;
	}

	/**
	 * Notes that a post has changed.
	 *
	 * @param bool|null $was_published Known state before; null when nothing is said: then it had the state that
	 *   it has at the end.
	 */
	public function touch( int $id, ?bool $was_published = null ): void {
		$site = get_current_blog_id();
		if ( isset( $this->posts[ $site ][ $id ] ) ) {
			$this->posts[ $site ][ $id ]['published'] = $this->posts[ $site ][ $id ]['published'] ?? $was_published;
		} else {
			$this->posts[ $site ][ $id ] = [ 'published' => $was_published ] + self::UNKNOWN;
		}
		$this->mark( $id );
	}

	/**
	 * Notes that a post is gone for good.
	 *
	 * @param WP_Post $post The post as it was.
	 */
	public function delete( WP_Post $post ): void {
		$this->before( $post, true );
		$this->deleted[ get_current_blog_id() ][ $post->ID ] = true;
	}

	/** Whether this request changes so much that single posts no longer matter. */
	public function is_bulk(): bool {
		return count( $this->posts[ get_current_blog_id() ] ?? [] ) > self::MANY_POSTS || ( defined( 'WP_IMPORTING' ) && WP_IMPORTING );
	}

	/**
	 * Notes a post of this request.
	 *
	 * @param int $id ID of the kept post.
	 */
	private function mark( int $id ): void {
		$before = $this->posts[ get_current_blog_id() ][ $id ];
		$this->markers->post( $id, $before['path'], $before['lists'], ! $before['below'] );
	}

	/**
	 * Takes the marker of the current site, whose changes are about to be recorded.
	 *
	 * @return int Id of its row in the outbox; 0 when there is none.
	 */
	public function take_marker(): int {
		return $this->markers->take();
	}

	/**
	 * Touched posts of the current site.
	 *
	 * @return array<int, PostState>
	 */
	public function posts(): array {
		return $this->posts[ get_current_blog_id() ] ?? [];
	}

	/** Whether a post of the current site is gone. */
	public function is_deleted( int $id ): bool {
		return isset( $this->deleted[ get_current_blog_id() ][ $id ] );
	}

	/**
	 * Sites with changes.
	 *
	 * @return int[]
	 */
	public function sites(): array {
		return array_keys( $this->changes + $this->posts );
	}

	/** Forgets everything: what follows is a new set of changes. */
	public function clear(): void {
		$this->changes = [];
		$this->posts   = [];
		$this->deleted = [];
	}
}
