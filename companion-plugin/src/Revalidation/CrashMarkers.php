<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;

defined( 'ABSPATH' ) || exit;

/**
 * Markers of changes that a request has begun.
 *
 * A process may be killed between a save and the end of its request, where changes are recorded. So the first change of a
 * request leaves an open row in the outbox, and the record takes its place. One post is marked by itself; with a second one,
 * or with anything but a post, the marker says "the whole site". One write for each request, two at most, and one a minute
 * in a long import.
 */
final class CrashMarkers {

	/** Seconds after which a marker is written again, so that it is not taken for abandoned: well below Outbox::HELD_SECONDS. */
	private const REFRESH_SECONDS = 45;

	/** Everything, in the place of a post's id. */
	private const ALL = -1;

	private Outbox $outbox;
	private Settings $settings;
	private Clock $clock;

	/** @var array<int, array{id: int, at: int, about: int}> Markers by site: id of the row, unix seconds, and what about. */
	private array $markers = [];

	public function __construct( Outbox $outbox, Settings $settings, Clock $clock ) {
		$this->outbox   = $outbox;
		$this->settings = $settings;
		$this->clock    = $clock;
	}

	/**
	 * A post is about to change.
	 *
	 * @param string|null $path Where it has been so far; null when it is not known, or nowhere.
	 * @param string[] $lists Where it has been listed so far.
	 * @param bool $alone Whether no other post moves with it.
	 */
	public function post( int $id, ?string $path, array $lists, bool $alone ): void {
		$about = $this->marker()['about'] ?? $id;
		if ( ! $alone || $about !== $id ) {
			$this->everything();
			return;
		}
		$changes = new Changes();
		// Deletions expire at once: wherever it is now, the old text is not served once more.
		$changes->add( $path, Changes::DELETE );
		$changes->add_all( $lists );
		$changes->defer( 'post', $id );
		$this->write( $id, $changes );
	}

	/** Something else is about to change. */
	public function everything(): void {
		$this->write( self::ALL, Changes::of_everything() );
	}

	/**
	 * Forgets the marker of the current site, so that its row can be made into what has changed.
	 *
	 * @return int Id of the row; 0 when there is none.
	 */
	public function take(): int {
		$id = $this->marker()['id'] ?? 0;
		unset( $this->markers[ get_current_blog_id() ] );
		return $id;
	}

	/**
	 * Writes it, unless the same was written a moment ago.
	 *
	 * @param int $about Id of a post, or ALL.
	 */
	private function write( int $about, Changes $changes ): void {
		$marker = $this->marker();
		$now    = $this->clock->now();
		if ( ( $marker && $marker['about'] === $about && $now - $marker['at'] < self::REFRESH_SECONDS ) || ! $this->settings->webhooks_enabled() ) {
			return;
		}
		$this->markers[ get_current_blog_id() ] = [
			'id'    => $this->outbox->open( $changes, $marker['id'] ?? 0 ),
			'at'    => $now,
			'about' => $about,
		];
	}

	/**
	 * The marker of the current site.
	 *
	 * @return array{id: int, at: int, about: int}|null
	 */
	private function marker(): ?array {
		return $this->markers[ get_current_blog_id() ] ?? null;
	}
}
