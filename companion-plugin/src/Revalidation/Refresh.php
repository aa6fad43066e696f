<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Settings\Settings;

defined( 'ABSPATH' ) || exit;

/**
 * The whole site, because somebody asks for it.
 *
 * The way out for whoever doubts what the site shows: the button on the dashboard and `wp companion refresh --all`.
 */
final class Refresh {

	private Outbox $outbox;
	private Settings $settings;
	private Log $log;

	public function __construct( Outbox $outbox, Settings $settings, Log $log ) {
		$this->outbox   = $outbox;
		$this->settings = $settings;
		$this->log      = $log;
	}

	/**
	 * Puts it into the queue. The caller also delivers: somebody waits for it.
	 *
	 * @return bool Whether it is there. Where webhooks are switched off it is said when they are switched on.
	 */
	public function everything(): bool {
		$changes = Changes::of_everything();
		Backfill::again();
		$this->log->add( 'content', __( 'Somebody asked to refresh the whole site.', 'headless-site-companion' ), [ 'paths' => $changes->paths() ] );
		if ( ! $this->settings->webhooks_enabled() ) {
			$this->outbox->miss();
			return false;
		}
		return $this->outbox->add( $changes );
	}
}
