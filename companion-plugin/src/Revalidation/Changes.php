<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Support\Path;

defined( 'ABSPATH' ) || exit;

/**
 * Changes, by path.
 *
 * Paths in normal form with what happened there, each path once, and what is to be looked up later, in the background.
 * No WordPress call is made here.
 */
final class Changes {

	/** Something lives here now that did not. */
	public const PUBLISH = 'publish';
	/** Content that lives here has changed. */
	public const UPDATE = 'update';
	/** Content that lived here is gone. */
	public const DELETE = 'delete';
	/** Content that lives here is as it was, and shows something that has changed. Sent as an update. */
	public const LISTS = 'list';
	/** Content that lives here has other comments, and is as it was otherwise. Sent as an update and named in `comments`. */
	public const COMMENTS = 'comments';
	/** Content that lives here shows less than it did: it has a password now. Sent as an update and named in `hidden`. */
	public const HIDE = 'hide';
	/** With EVERYTHING only: the menus and nothing else. */
	public const MENU = 'menu';
	/** With EVERYTHING only: title, description, language and the like, and nothing else. */
	public const SETTINGS = 'settings';
	/** With EVERYTHING only: rules of redirect plugins, and nothing else. A site that does not know it takes it for all of it. */
	public const REDIRECTS = 'redirects';
	/** With EVERYTHING only: all of it. */
	public const ALL = '';
	/** The path that stands for the whole site. */
	public const EVERYTHING = '/*';

	/** @var array<string, string> Event by path. */
	private array $events = [];

	/**
	 * Items by path: what lives there, or did. `replaced` had the path before another item took it: it may be shown elsewhere, by a name and an
	 * address that are not its own any more.
	 *
	 * @var array<string, array{type: string, id: int, replaced?: array{type: string, id: int}}>
	 */
	private array $items = [];

	/** @var array<string, true> Look-ups for the background, as `kind:what`. */
	private array $deferred = [];

	/** The change that stands for all there may be. */
	public static function of_everything(): self {
		$changes = new self();
		$changes->add( self::EVERYTHING, self::ALL );
		return $changes;
	}

	/**
	 * Adds a change.
	 *
	 * @param string|null $path Any form; anything but a path of the site is left out.
	 * @param string $event One of the constants.
	 */
	public function add( ?string $path, string $event = self::UPDATE ): void {
		$path = null === $path ? null : Path::normalize( $path );
		if ( null !== $path ) {
			$this->events[ $path ] = isset( $this->events[ $path ] ) ? self::stronger( $path, $this->events[ $path ], $event ) : $event;
		}
	}

	/**
	 * Adds several paths with one event.
	 *
	 * @param array<string|null> $paths Any form.
	 * @param string $event One of the constants.
	 */
	public function add_all( array $paths, string $event = self::UPDATE ): void {
		foreach ( $paths as $path ) {
			$this->add( $path, $event );
		}
	}

	/**
	 * Says which item lives at a path, or did.
	 *
	 * @param string|null $path See add(), which names the path.
	 * @param string $type Name of the post type.
	 */
	public function item( ?string $path, string $type, int $id ): void {
		$path = null === $path ? null : Path::normalize( $path );
		if ( null !== $path && '' !== $type && $id > 0 ) {
			$this->follow(
				$path,
				[
					'type' => $type,
					'id'   => $id,
				]
			);
		}
	}

	/**
	 * Takes an item for the one at a path. The site has heard of the first one that was there, and of none in between.
	 *
	 * @param string $path In normal form.
	 * @param array{type: string, id: int, replaced?: array{type: string, id: int}} $item The newer one.
	 */
	private function follow( string $path, array $item ): void {
		$known = $this->items[ $path ] ?? $item;
		$first = $known['replaced'] ?? ( self::are_same( $known, $item ) ? $item['replaced'] ?? $known : $known );
		$found = [
			'type' => $item['type'],
			'id'   => $item['id'],
		];
		if ( ! self::are_same( $first, $item ) ) {
			$found['replaced'] = [
				'type' => $first['type'],
				'id'   => $first['id'],
			];
		}
		$this->items[ $path ] = $found;
	}

	/**
	 * Whether two items are one. With another type it is listed elsewhere and rendered by another template: the site takes it for a new one.
	 *
	 * @param array{type: string, id: int} $one
	 * @param array{type: string, id: int} $other
	 */
	private static function are_same( array $one, array $other ): bool {
		return $one['id'] === $other['id'] && $one['type'] === $other['type'];
	}

	/** Whether something must not be seen any more. */
	public function hides(): bool {
		return (bool) array_intersect( $this->events, [ self::DELETE, self::HIDE ] );
	}

	/**
	 * Leaves a look-up to the background.
	 *
	 * @param int|string $what It is about: an id, or a name of `a-z0-9_:*-` for `reads` and `holds`.
	 */
	public function defer( string $kind, $what ): void {
		$this->deferred[ $kind . ':' . $what ] = true;
	}

	/**
	 * Adds all of another one, which is the newer.
	 *
	 * @param self $other Stays as it is.
	 */
	public function merge( self $other ): void {
		foreach ( $other->events as $path => $event ) {
			$this->add( (string) $path, $event );
		}
		foreach ( $other->items as $path => $item ) {
			$this->follow( (string) $path, $item );
		}
		$this->deferred += $other->deferred;
	}

	/**
	 * Takes paths out.
	 *
	 * @param string[] $paths In normal form.
	 */
	public function remove( array $paths ): void {
		$this->events = array_diff_key( $this->events, array_flip( $paths ) );
	}

	/**
	 * Restricts it to a list from a filter: paths that the list left out go, paths that it added count as an update.
	 *
	 * @param mixed $list Anything; only paths of the site are taken.
	 */
	public function restrict_to( $list ): void {
		if ( ! is_array( $list ) ) {
			return;
		}
		$kept = new self();
		foreach ( $list as $path ) {
			$path = is_string( $path ) ? Path::normalize( $path ) : null;
			if ( null !== $path ) {
				$kept->add( $path, $this->events[ $path ] ?? ( self::EVERYTHING === $path ? self::ALL : self::UPDATE ) );
			}
		}
		$this->events = $kept->events;
	}

	/**
	 * The paths.
	 *
	 * @return string[] In normal form.
	 */
	public function paths(): array {
		return array_map( 'strval', array_keys( $this->events ) );
	}

	/**
	 * Events by path, without those that say nothing.
	 *
	 * @return array<string, string>
	 */
	public function events(): array {
		return array_diff( str_replace( [ self::LISTS, self::COMMENTS, self::HIDE ], self::UPDATE, $this->events ), [ '' ] );
	}

	/**
	 * Items by path.
	 *
	 * @return array<string, array{type: string, id: int, replaced?: array{type: string, id: int}}>
	 */
	public function items(): array {
		return array_intersect_key( $this->items, $this->events );
	}

	/**
	 * Paths of what shows something that has changed, and has not changed itself.
	 *
	 * @return string[]
	 */
	public function lists(): array {
		return array_map( 'strval', array_keys( $this->events, self::LISTS, true ) );
	}

	/**
	 * Paths of what has other comments, and has not changed itself.
	 *
	 * @return string[]
	 */
	public function comments(): array {
		return array_map( 'strval', array_keys( $this->events, self::COMMENTS, true ) );
	}

	/**
	 * Paths of what has a password now and had none: their old text must not be served once more.
	 *
	 * @return string[]
	 */
	public function hidden(): array {
		return array_map( 'strval', array_keys( $this->events, self::HIDE, true ) );
	}

	/**
	 * Look-ups for the background.
	 *
	 * @return array<int, array{0: string, 1: int|string}> Kind, and what it is about.
	 */
	public function deferred(): array {
		$found = [];
		foreach ( array_keys( $this->deferred ) as $key ) {
			list( $kind, $what ) = explode( ':', (string) $key, 2 );
			$found[]             = [ $kind, ctype_digit( $what ) ? (int) $what : $what ];
		}
		return $found;
	}

	/** Whether there is nothing in it. */
	public function is_empty(): bool {
		return ! $this->events && ! $this->deferred;
	}

	/** Number of paths. */
	public function count(): int {
		return count( $this->events );
	}

	/**
	 * The first paths, with their events.
	 *
	 * @param int $number At most so many.
	 */
	public function first( int $number ): self {
		$part         = new self();
		$part->events = array_slice( $this->events, 0, $number, true );
		$part->items  = array_intersect_key( $this->items, $part->events );
		return $part;
	}

	/**
	 * The same change said with fewer paths: the whole site, and what must go at once. Text that was taken away must not be
	 * served once more, so deletions and what was hidden stay named as long as they are few.
	 *
	 * @param int $most Paths that are allowed; fewer are left as they are.
	 */
	public function collapse( int $most ): self {
		if ( $this->count() <= $most ) {
			return $this;
		}
		$gone = array_intersect( $this->events, [ self::DELETE, self::HIDE ] );
		$all  = new self();
		$all->add( self::EVERYTHING, self::ALL );
		foreach ( array_slice( $gone, 0, $most - 1, true ) as $path => $event ) {
			$all->add( (string) $path, $event );
		}
		$all->items    = $this->items;
		$all->deferred = $this->deferred;
		return $all;
	}

	/** Serialises it for the database. */
	public function to_json(): string {
		$data = [ 'paths' => (object) $this->events ];
		if ( $this->items() ) {
			$data['items'] = $this->items();
		}
		if ( $this->deferred ) {
			$data['later'] = array_keys( $this->deferred );
		}
		return (string) json_encode( $data, JSON_UNESCAPED_SLASHES ); // phpcs:ignore WordPress.WP.AlternativeFunctions.json_encode_json_encode -- Pure class; paths are ASCII.
	}

	/** Reads it back from the database. Unreadable entries are left out. */
	public static function from_json( string $json ): self {
		$data    = json_decode( $json, true );
		$changes = new self();
		$paths   = is_array( $data ) && is_array( $data['paths'] ?? null ) ? $data['paths'] : [];
		foreach ( $paths as $path => $event ) {
			if ( is_string( $event ) ) {
				$changes->add( (string) $path, $event );
			}
		}
		foreach ( is_array( $data ) && is_array( $data['items'] ?? null ) ? $data['items'] : [] as $path => $item ) {
			$replaced = is_array( $item['replaced'] ?? null ) ? $item['replaced'] : [];
			$changes->item( (string) $path, (string) ( $replaced['type'] ?? '' ), (int) ( $replaced['id'] ?? 0 ) );
			$changes->item( (string) $path, (string) ( $item['type'] ?? '' ), (int) ( $item['id'] ?? 0 ) );
		}
		$later = is_array( $data ) && is_array( $data['later'] ?? null ) ? $data['later'] : [];
		foreach ( $later as $key ) {
			if ( is_string( $key ) && preg_match( '/^(?:([a-z]+):(\d+)|(reads|holds):([a-z0-9_:*-]+))$/', $key, $found ) ) {
				$changes->defer( $found[3] ?? $found[1], $found[4] ?? $found[2] );
			}
		}
		return $changes;
	}

	/**
	 * Event that remains when two things happened at one path.
	 *
	 * @param string $path In normal form.
	 * @param string $first First event.
	 * @param string $then Second event.
	 */
	private static function stronger( string $path, string $first, string $then ): string {
		if ( $first === $then ) {
			return $first;
		}
		if ( '/*' === substr( $path, -2 ) ) {
			// Two different parts of the site: say all of it, the format has one event a path.
			return self::ALL;
		}
		// Appearing and going away expire at once, an update does not: it must not hide them. A page that has a password now expires at
		// once too, and says less than they do. A list hides nothing, and comments change no other page.
		foreach ( [ self::LISTS, self::COMMENTS, self::UPDATE, self::HIDE ] as $weaker ) {
			if ( $weaker === $then ) {
				return $first;
			}
			if ( $weaker === $first ) {
				return $then;
			}
		}
		return $then;
	}
}
