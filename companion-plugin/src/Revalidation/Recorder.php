<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Hooks;
use Throwable;

defined( 'ABSPATH' ) || exit;

/**
 * Turns what a request has changed into one row of the outbox.
 *
 * Works at the end of the request, when terms, fields and pictures are stored. Writes at most one row, and calls nobody.
 *
 * @phpstan-import-type PostState from ChangeCollector
 */
final class Recorder implements Module {

	/** Paths of one row; more of them mean the whole site. */
	public const MANY_PATHS = 500;

	/** Posts that are named in the log one by one. */
	private const NAMED = 10;

	private ChangeCollector $collector;
	private Outbox $outbox;
	private Settings $settings;
	private Log $log;
	private Trigger $trigger;

	public function __construct( ChangeCollector $collector, Outbox $outbox, Settings $settings, Log $log, Trigger $trigger ) {
		$this->collector = $collector;
		$this->outbox    = $outbox;
		$this->settings  = $settings;
		$this->log       = $log;
		$this->trigger   = $trigger;
	}

	/** Adds its hooks. Late, after whatever else still changes posts at the end of a request. */
	public function register(): void {
		Hooks::action( 'shutdown', [ $this, 'record' ], 100, 0 );
	}

	/**
	 * Records what was collected so far, for each site of the network that was changed.
	 *
	 * @return bool Whether something waits for delivery now.
	 */
	public function record(): bool {
		$recorded = [];
		$sites    = $this->collector->sites();
		if ( $sites ) {
			// The editor who saved has the answer before the paths are looked for, where PHP can do that.
			$this->trigger->finish_response();
		}
		foreach ( $sites as $site ) {
			self::on_site(
				$site,
				function () use ( $site, &$recorded ): void {
					try {
						$changes = $this->resolve();
						if ( $this->record_site( $changes ) ) {
							$recorded[ $site ] = $changes->hides();
						}
					} catch ( Throwable $error ) {
						Hooks::report( 'recording', $error );
						$this->outbox->miss();
					}
				}
			);
		}
		$this->collector->clear();
		foreach ( $recorded as $site => $hides ) {
			self::on_site(
				$site,
				function () use ( $hides ): void {
					$this->trigger->pull( $hides );
				}
			);
		}
		return [] !== $recorded;
	}

	/**
	 * Does something on a site of the network.
	 *
	 * @param int $site Its id.
	 * @param callable(): void $act
	 */
	private static function on_site( int $site, callable $act ): void {
		$elsewhere = get_current_blog_id() !== $site;
		if ( $elsewhere ) {
			switch_to_blog( $site );
		}
		$act();
		if ( $elsewhere ) {
			restore_current_blog();
		}
	}

	/**
	 * Records what was changed on the current site.
	 *
	 * @return bool Whether it waits for delivery now.
	 */
	private function record_site( Changes $changes ): bool {
		$marker = $this->collector->take_marker();
		if ( $changes->is_empty() ) {
			$this->outbox->drop( $marker );
			return false;
		}
		if ( ! $this->settings->webhooks_enabled() ) {
			// Said in one word when they are switched on, and all posts are read then.
			Backfill::again();
			$this->outbox->drop( $marker );
			$this->outbox->miss();
			return false;
		}
		return $this->outbox->add( $changes->collapse( self::MANY_PATHS ), $marker );
	}

	/**
	 * Changes of one post. Where another plugin breaks what WordPress says of it, what is known from before is said, and the
	 * whole site in the place of the rest.
	 *
	 * @param PostState $before Post state of the collector.
	 * @param bool $deleted Whether it is gone for good.
	 */
	private static function changes_of( int $id, array $before, bool $deleted ): Changes {
		try {
			return PostChanges::of( $id, $before, $deleted );
		} catch ( Throwable $error ) {
			Hooks::report( 'recording', $error );
			$changes = new Changes();
			$changes->add( $before['path'] );
			$changes->add( Changes::EVERYTHING, Changes::ALL );
			return $changes;
		}
	}

	/** All changes of the current site, as the filter leaves them. */
	private function resolve(): Changes {
		$changes = new Changes();
		$direct  = $this->collector->changes();
		if ( ! $direct->is_empty() ) {
			ChangeToken::renew();
			$direct = PathFilter::apply( $direct, 0 );
			$this->log->add( 'content', __( 'The site changed: menus, settings, terms, authors, comments or files.', 'headless-site-companion' ), [ 'paths' => $direct->paths() ] );
		}
		$posts = $this->collector->posts();
		$many  = $this->collector->is_bulk();
		$named = 0;
		foreach ( $posts as $id => $before ) {
			$deleted = $this->collector->is_deleted( $id );
			if ( $many ) {
				$changes->merge( PostChanges::of_many( $id, $before, $deleted ) );
				continue;
			}
			$own = self::changes_of( $id, $before, $deleted );
			if ( $own->is_empty() ) {
				continue;
			}
			$own = PathFilter::apply( $own, $id );
			if ( ++$named <= self::NAMED ) {
				$title = $deleted ? $before['title'] : get_post_field( 'post_title', $id );
				/* translators: %s: title of a post. */
				$this->log->add( 'content', sprintf( __( 'Content changed: %s', 'headless-site-companion' ), wp_strip_all_tags( $title ) ), [ 'paths' => $own->paths() ], $id );
			}
			// Where the filter leaves nothing, nothing is said: no look-up either.
			if ( $own->paths() ) {
				$changes->merge( $own );
			}
		}
		if ( $many && ! $changes->is_empty() ) {
			$changes = PathFilter::apply( $changes, 0 );
			/* translators: %d: number of posts. */
			$this->log->add( 'content', sprintf( __( '%d items changed at once.', 'headless-site-companion' ), count( $posts ) ) );
		} elseif ( $named > self::NAMED ) {
			/* translators: %d: number of posts. */
			$this->log->add( 'content', sprintf( __( '%d more items changed.', 'headless-site-companion' ), $named - self::NAMED ) );
		}
		$changes->merge( $direct );
		return $changes;
	}
}
