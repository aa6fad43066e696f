<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Lifecycle;
use HeadlessSiteCompanion\Revalidation\QueueStats;
use HeadlessSiteCompanion\Settings\Definition;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;

defined( 'ABSPATH' ) || exit;

/**
 * Tests of what is on this server.
 *
 * Settings, tables, secrets, queue, and whether WP-Cron runs. They only read, and call nobody.
 */
final class SiteHealthTests {

	/** Seconds by which the event of every minute may be late. WP-Cron comes with visits, and quiet sites have few. */
	private const LATE = 900;

	private Settings $settings;
	private Problems $problems;
	private QueueStats $queue_stats;
	private Clock $clock;

	public function __construct( Settings $settings, Problems $problems, QueueStats $queue_stats, Clock $clock ) {
		$this->settings    = $settings;
		$this->problems    = $problems;
		$this->queue_stats = $queue_stats;
		$this->clock       = $clock;
	}

	/**
	 * All tests.
	 *
	 * @return array<string, array{0: string, 1: callable}> Label and test, by name.
	 */
	public function all(): array {
		return [
			'companion_configuration' => [ __( 'Configuration of the headless site', 'headless-site-companion' ), [ $this, 'configuration' ] ],
			'companion_rotation'      => [ __( 'Secrets of the headless site', 'headless-site-companion' ), [ $this, 'rotation' ] ],
			'companion_queue'         => [ __( 'Changes for the headless site', 'headless-site-companion' ), [ $this, 'queue' ] ],
			'companion_cron'          => [ __( 'Scheduled events for the headless site', 'headless-site-companion' ), [ $this, 'cron' ] ],
		];
	}

	/**
	 * Settings, tables, permalinks, WPGraphQL.
	 *
	 * @return array<string, mixed>
	 */
	public function configuration(): array {
		$texts    = [];
		$critical = false;
		foreach ( $this->problems->all() as $problem ) {
			$texts[]  = $problem['text'];
			$critical = $critical || 'error' === $problem['kind'];
		}
		if ( '' === $this->settings->service_url() ) {
			$texts[] = __( 'The address of the site is not set, so nothing is delivered.', 'headless-site-companion' );
		} elseif ( ! $this->settings->webhooks_enabled() ) {
			$texts[] = __( 'Webhooks are switched off: the site does not hear of changes.', 'headless-site-companion' );
		}
		$signed = Problems::why_signed( $this->settings );
		if ( '' !== $signed ) {
			$texts[] = $signed;
		}
		return self::result(
			'companion_configuration',
			$texts ? ( $critical ? 'critical' : 'recommended' ) : 'good',
			$texts ? __( 'The headless site is not fully set up', 'headless-site-companion' ) : __( 'The headless site is set up', 'headless-site-companion' ),
			$texts ? $texts : [ __( 'Address, tables, permalinks and WPGraphQL are in order.', 'headless-site-companion' ) ],
			$texts ? Pages::url( Pages::SETTINGS ) : '',
			__( 'Open the settings of the headless site', 'headless-site-companion' )
		);
	}

	/**
	 * Whether previous secrets are still accepted.
	 *
	 * @return array<string, mixed>
	 */
	public function rotation(): array {
		$end   = $this->settings->rotation_end();
		$texts = [];
		if ( null !== $end ) {
			/* translators: %s: date and time. */
			$texts[] = sprintf( __( 'WordPress also accepts the previous secrets until %s. When the site is deployed with the new ones, end the rotation.', 'headless-site-companion' ), Format::text( 'moment', gmdate( 'c', $end ) ) );
		}
		foreach ( Definition::PREVIOUS as $key ) {
			if ( $this->settings->is_locked( $key ) && $this->settings->has_secret( $key ) ) {
				/* translators: %s: name of a constant. */
				$texts[] = sprintf( __( 'A previous secret is accepted as long as wp-config.php holds %s.', 'headless-site-companion' ), Definition::CONSTANTS[ $key ] );
			}
		}
		$result = self::result(
			'companion_rotation',
			$texts ? 'recommended' : 'good',
			$texts ? __( "The headless site's secrets are being rotated", 'headless-site-companion' ) : __( 'The headless site has one secret of each kind', 'headless-site-companion' ),
			$texts ? $texts : [ __( 'No previous secret is accepted.', 'headless-site-companion' ) ]
		);
		if ( null !== $end ) {
			$result['actions'] = Button::html( Actions::END_ROTATION, __( 'End the rotation', 'headless-site-companion' ) );
		}
		return $result;
	}

	/**
	 * Changes that wait too long or were given up.
	 *
	 * @return array<string, mixed>
	 */
	public function queue(): array {
		$counts = $this->queue_stats->counts();
		$texts  = [];
		if ( $counts['failed'] > 0 ) {
			/* translators: %s: number of changes. */
			$text    = _n( '%s change could not be delivered. Retry it from the dashboard.', '%s changes could not be delivered. Retry them from the dashboard.', $counts['failed'], 'headless-site-companion' );
			$texts[] = sprintf( $text, number_format_i18n( $counts['failed'] ) );
		}
		if ( null !== $counts['oldest'] && $this->clock->now() - $counts['oldest'] > self::LATE ) {
			/* translators: %s: a length of time. */
			$texts[] = sprintf( __( 'The oldest change has been waiting for %s.', 'headless-site-companion' ), Format::text( 'span', $this->clock->now() - $counts['oldest'] ) );
		}
		return self::result(
			'companion_queue',
			$texts ? 'recommended' : 'good',
			$texts ? __( 'The headless site has not received all changes', 'headless-site-companion' ) : __( 'The headless site has received all changes', 'headless-site-companion' ),
			$texts ? $texts : [ __( 'No change was given up, and none has been waiting for long.', 'headless-site-companion' ) ],
			$texts ? Pages::url( Pages::DASHBOARD ) : '',
			__( 'Open the dashboard of the headless site', 'headless-site-companion' )
		);
	}

	/**
	 * Whether scheduled events run. Most changes are delivered at once; tries after a failure come from these events.
	 *
	 * @return array<string, mixed>
	 */
	public function cron(): array {
		// WP-Cron goes by the real time, and so does this test.
		$next  = wp_next_scheduled( Lifecycle::TICK );
		$late  = false === $next || time() - $next > self::LATE;
		$texts = [];
		if ( $late ) {
			$texts[] = defined( 'DISABLE_WP_CRON' ) && DISABLE_WP_CRON
				? __( 'WP-Cron is switched off (DISABLE_WP_CRON), and nothing else runs scheduled events.', 'headless-site-companion' )
				: __( 'Scheduled events are overdue: WP-Cron depends on site traffic, or loopback requests are blocked.', 'headless-site-companion' );
			/* translators: %s: a line for a crontab. */
			$texts[] = sprintf( __( 'Let the server run them every minute: %s', 'headless-site-companion' ), '* * * * * wget -q -O - ' . esc_url_raw( site_url( 'wp-cron.php?doing_wp_cron' ) ) . ' >/dev/null 2>&1' );
		}
		return self::result(
			'companion_cron',
			$late ? 'recommended' : 'good',
			$late ? __( 'Failed deliveries to the headless site are not retried in time', 'headless-site-companion' ) : __( 'Failed deliveries to the headless site are retried in time', 'headless-site-companion' ),
			$late ? $texts : [ __( 'Scheduled events run.', 'headless-site-companion' ) ]
		);
	}

	/**
	 * A result as Site Health wants it.
	 *
	 * @param string $status `good`, `recommended` or `critical`.
	 * @param string[] $texts Plain sentences, each a paragraph.
	 * @param string $url Where to fix it; empty for nowhere.
	 * @return array<string, mixed>
	 */
	public static function result( string $name, string $status, string $label, array $texts, string $url = '', string $link = '' ): array {
		return [
			'label'       => $label,
			'status'      => $status,
			'badge'       => [
				'label' => __( 'Headless Site', 'headless-site-companion' ),
				'color' => 'blue',
			],
			'description' => '<p>' . implode( '</p><p>', array_map( 'esc_html', $texts ) ) . '</p>',
			'actions'     => '' === $url ? '' : sprintf( '<p><a href="%s">%s</a></p>', esc_url( $url ), esc_html( $link ) ),
			'test'        => $name,
		];
	}
}
