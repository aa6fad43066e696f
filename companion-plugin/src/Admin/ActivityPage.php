<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Rest\JsonSchema;
use HeadlessSiteCompanion\Rest\Messages;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Schema;

defined( 'ABSPATH' ) || exit;

/**
 * The activity log.
 *
 * Shows the log, filtered by type, fifty entries a page. All text in it is somebody's: it is escaped where it is written.
 *
 * @phpstan-import-type Entry from Log
 */
final class ActivityPage implements Page {

	/** Entries of a page. */
	private const SIZE = 50;

	private Log $log;
	private Settings $settings;

	public function __construct( Log $log, Settings $settings ) {
		$this->log      = $log;
		$this->settings = $settings;
	}

	/**
	 * The type that is asked for.
	 *
	 * @param mixed $asked
	 * @return string One of Log::TYPES; empty for all.
	 */
	public static function type( $asked ): string {
		return is_string( $asked ) && in_array( $asked, Log::TYPES, true ) ? $asked : '';
	}

	public function render(): void {
		if ( ! current_user_can( Pages::CAPABILITY ) ) {
			return;
		}
		// phpcs:disable WordPress.Security -- Only read: one is compared with a list, the other becomes a number.
		$type  = self::type( $_GET['type'] ?? '' );
		$asked = isset( $_GET['paged'] ) && is_scalar( $_GET['paged'] ) ? (int) $_GET['paged'] : 1;
		// phpcs:enable
		$total   = $this->log->count( $type );
		$pages   = max( 1, (int) ceil( $total / self::SIZE ) );
		$page    = max( 1, min( $pages, $asked ) );
		$entries = $this->log->entries( $type, self::SIZE, ( $page - 1 ) * self::SIZE );
		?>
		<div class="wrap hsc">
			<h1><?php esc_html_e( 'Activity log', 'headless-site-companion' ); ?></h1>
			<hr class="wp-header-end">
			<?php
			Flash::render( Flash::take() );
			$this->filters( $type );
			?>
			<div class="tablenav top">
				<?php
				if ( $total > 0 ) {
					echo Button::html( Actions::EXPORT, __( 'Export as CSV', 'headless-site-companion' ), [ 'type' => $type ] ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
				}
				$this->pagination( $type, $page, $pages, $total );
				?>
			</div>
			<?php
			if ( $entries ) {
				$this->table( $entries );
			} else {
				$this->nothing( $type );
			}
			?>
			<p class="description">
				<?php
				/* translators: 1: number of days, 2: number of entries. */
				$text = _n( 'Entries are kept for %1$s day, the newest %2$s at most.', 'Entries are kept for %1$s days, the newest %2$s at most.', $this->settings->log_days(), 'headless-site-companion' );
				echo esc_html( sprintf( $text, number_format_i18n( $this->settings->log_days() ), number_format_i18n( Log::MAX_ROWS ) ) );
				printf( ' <a href="%s">%s</a>', esc_url( Pages::url( Pages::SETTINGS ) . '#logDays' ), esc_html__( 'Change this in the settings.', 'headless-site-companion' ) );
				?>
			</p>
		</div>
		<?php
	}

	/**
	 * Links to the types.
	 *
	 * @param string $current The one that is shown.
	 */
	private function filters( string $current ): void {
		$types = [ '' => __( 'All', 'headless-site-companion' ) ] + Messages::activities();
		printf( '<nav aria-label="%s"><ul class="subsubsub hsc-filters">', esc_attr__( 'Activity types', 'headless-site-companion' ) );
		foreach ( $types as $type => $name ) {
			$here = $type === $current ? ' class="current" aria-current="page"' : '';
			printf(
				'<li><a href="%s"%s>%s <span class="count">(%s)</span></a></li> ',
				esc_url( Pages::url( Pages::ACTIVITY, '' === $type ? [] : [ 'type' => $type ] ) ),
				$here, // phpcs:ignore WordPress.Security.EscapeOutput -- One of two words of ours.
				esc_html( $name ),
				esc_html( number_format_i18n( $this->log->count( (string) $type ) ) )
			);
		}
		echo '</ul></nav>';
	}

	/**
	 * Links to older and newer entries.
	 *
	 * @param string $type The type that is shown.
	 * @param int $page From 1.
	 * @param int $pages How many there are.
	 * @param int $total Entries of the type.
	 */
	private function pagination( string $type, int $page, int $pages, int $total ): void {
		$args = '' === $type ? [] : [ 'type' => $type ];
		/* translators: %s: number of entries. */
		$count = sprintf( _n( '%s entry', '%s entries', $total, 'headless-site-companion' ), number_format_i18n( $total ) );
		printf( '<nav class="tablenav-pages" aria-label="%s"><span class="displaying-num">%s</span>', esc_attr__( 'Pages of the log', 'headless-site-companion' ), esc_html( $count ) );
		if ( $pages > 1 ) {
			$step = function ( int $to, string $label ) use ( $args, $pages ): void {
				if ( $to >= 1 && $to <= $pages ) {
					printf( ' <a class="button" href="%s">%s</a> ', esc_url( Pages::url( Pages::ACTIVITY, $args + [ 'paged' => $to ] ) ), esc_html( $label ) );
				}
			};
			$step( $page - 1, __( 'Newer', 'headless-site-companion' ) );
			/* translators: 1: number of this page, 2: number of pages. */
			printf( '<span>%s</span>', esc_html( sprintf( __( 'Page %1$s of %2$s', 'headless-site-companion' ), number_format_i18n( $page ), number_format_i18n( $pages ) ) ) );
			$step( $page + 1, __( 'Older', 'headless-site-companion' ) );
		}
		echo '</nav>';
	}

	/**
	 * Entries.
	 *
	 * @param array<int, Entry> $entries
	 *   Entries of the log.
	 */
	private function table( array $entries ): void {
		/* translators: %s: name of a time zone. */
		$time = sprintf( __( 'Time (%s)', 'headless-site-companion' ), str_replace( '+00:00', 'UTC', wp_timezone_string() ) );
		printf(
			'<table class="widefat striped hsc-log hsc-stack"><caption class="screen-reader-text">%s</caption><thead><tr><th scope="col">%s</th><th scope="col">%s</th><th scope="col">%s</th></tr></thead><tbody>',
			esc_html__( 'Activity, newest first', 'headless-site-companion' ),
			esc_html( $time ),
			esc_html__( 'Type', 'headless-site-companion' ),
			esc_html__( 'What happened', 'headless-site-companion' )
		);
		foreach ( $entries as $entry ) {
			printf(
				'<tr><td>%s</td><td><span class="hsc-type" data-type="%s">%s</span></td><td>%s',
				Format::html( 'moment', JsonSchema::time( $entry['at'] ) ), // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
				esc_attr( $entry['type'] ),
				esc_html( Format::text( 'activity', $entry['type'] ) ),
				esc_html( $entry['message'] )
			);
			ActivityDetails::render( $entry );
			echo '</td></tr>';
		}
		echo '</tbody></table>';
	}

	/**
	 * Text in place of the entries.
	 *
	 * @param string $type The type that is shown.
	 */
	private function nothing( string $type ): void {
		if ( ! Schema::is_installed() ) {
			$text = __( 'The log cannot be read: its table is missing.', 'headless-site-companion' );
		} elseif ( '' === $type ) {
			$text = __( 'Nothing has happened yet. Publish or edit something, and it appears here.', 'headless-site-companion' );
		} else {
			/* translators: %s: a type of entries, like "Preview request". */
			$text = sprintf( __( 'There are no entries of the type "%s".', 'headless-site-companion' ), Format::text( 'activity', $type ) );
		}
		printf( '<p class="hsc-empty">%s</p>', esc_html( $text ) );
	}
}
