<?php
/**
 * Pages that may change without WordPress noticing.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Lifecycle;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Names them every five minutes: a shortcode, a block of another plugin, a feed of another site and today's date may show
 * something else at any time. The site makes such a page again when somebody visits it.
 */
final class Interval implements Module {

	/** Option: when the round began (`since`, unix seconds), and how far it is (`at`, id of a post; null when it is done). */
	private const OPTION = 'companion_interval';

	/** Seconds from round to round. WP-Cron comes once a minute: with it, five minutes at most. */
	private const SECONDS = 240;

	/** Pages that are named at once; the others follow a minute later. Well below what is taken for the whole site. */
	private const MOST = 400;

	/** Where changes wait.
	 *
	 * @var Outbox
	 */
	private $outbox;

	/** The settings.
	 *
	 * @var Settings
	 */
	private $settings;

	/** The time.
	 *
	 * @var Clock
	 */
	private $clock;

	/**
	 * Keeps what it needs.
	 *
	 * @param Outbox   $outbox   Where changes wait.
	 * @param Settings $settings The settings.
	 * @param Clock    $clock    The time.
	 */
	public function __construct( Outbox $outbox, Settings $settings, Clock $clock ) {
		$this->outbox   = $outbox;
		$this->settings = $settings;
		$this->clock    = $clock;
	}

	/**
	 * Adds its hooks. Behind the back-fill, before the delivery.
	 */
	public function register(): void {
		Hooks::action( Lifecycle::TICK, [ $this, 'tick' ], 9, 0 );
	}

	/**
	 * Every minute.
	 */
	public function tick(): void {
		$stored = get_option( self::OPTION );
		$since  = is_array( $stored ) ? (int) ( $stored['since'] ?? 0 ) : 0;
		$at     = is_array( $stored ) ? $stored['at'] ?? null : null;
		$now    = $this->clock->now();
		// A clock that was put back must not hold the next round up.
		if ( null === $at && abs( $now - $since ) < self::SECONDS ) {
			return;
		}
		$ids = $this->settings->webhooks_enabled() ? Readers::changing( (int) $at, self::MOST ) : [];
		if ( ! $ids && ! is_array( $stored ) ) {
			// Most sites have none, and nothing to keep.
			return;
		}
		$changes = new Changes();
		$changes->add_all( Readers::paths( $ids ) );
		if ( ! $changes->is_empty() ) {
			$this->outbox->add( $changes );
		}
		$state = [
			'since' => null === $at ? $now : $since,
			'at'    => count( $ids ) < self::MOST ? null : max( $ids ),
		];
		update_option( self::OPTION, $state, false );
	}
}
