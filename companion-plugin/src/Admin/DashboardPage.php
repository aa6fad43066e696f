<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\GraphQL\NotShown;
use HeadlessSiteCompanion\Redirects\Summary;
use HeadlessSiteCompanion\Rest\CacheStats;
use HeadlessSiteCompanion\Rest\ConnectionStatus;
use HeadlessSiteCompanion\Rest\DashboardStats;

defined( 'ABSPATH' ) || exit;

/**
 * The dashboard.
 *
 * Shows the three REST answers. The server writes the page; `assets/dashboard.js` puts newer figures into it.
 */
final class DashboardPage implements Page {

	private DashboardStats $stats;
	private ConnectionStatus $connection;
	private CacheStats $cache;
	private Summary $redirects;

	public function __construct( DashboardStats $stats, ConnectionStatus $connection, CacheStats $cache, Summary $redirects ) {
		$this->stats      = $stats;
		$this->connection = $connection;
		$this->cache      = $cache;
		$this->redirects  = $redirects;
	}

	public function render(): void {
		if ( ! current_user_can( Pages::CAPABILITY ) ) {
			return;
		}
		$data = [
			'connection' => $this->connection->last(),
			'stats'      => $this->stats->data(),
			'cache'      => $this->cache->data(),
		];
		// The page does not wait for the site. The script asks at once where this is old.
		$is_old = null !== $data['connection']['checkedAt'] && strtotime( $data['stats']['generatedAt'] ) - strtotime( $data['connection']['checkedAt'] ) > DashboardScript::REFRESH_SECONDS;
		?>
		<div class="wrap hsc" id="hsc-dashboard"<?php echo $is_old ? ' data-old' : ''; ?>>
			<h1><?php esc_html_e( 'Headless Site', 'headless-site-companion' ); ?></h1>
			<hr class="wp-header-end">
			<?php Flash::render( Flash::take() ); ?>
			<p class="hsc-refresh"><span id="hsc-refresh">
				<?php
				/* translators: %s: a time. */
				echo wp_kses( sprintf( __( 'Figures as of %s.', 'headless-site-companion' ), Format::html( 'moment', $data['stats']['generatedAt'] ) ), [ 'time' => [ 'datetime' => true ] ] );
				?>
			</span></p>
			<p class="screen-reader-text" id="hsc-live" aria-live="polite"></p>
			<div class="hsc-cards">
				<?php ( new DashboardCards( $data ) )->render(); ?>
			</div>
			<?php
			DashboardLists::undelivered( $data['stats']['webhooks']['undelivered'] );
			DashboardLists::not_shown( NotShown::pages() );
			$this->redirects->render();
			DashboardLists::activity( $data['stats']['activity'] );
			?>
		</div>
		<?php
	}
}
