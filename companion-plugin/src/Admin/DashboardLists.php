<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Forms\Reasons;
use HeadlessSiteCompanion\GraphQL\NotShown;
use HeadlessSiteCompanion\Support\Text;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * The lists of the dashboard.
 *
 * Lists that the script keeps up to date: it copies a row out of a `template` and fills the places that are named by
 * `data-cell`. Both the rows and the template are written by the same function here.
 */
final class DashboardLists {

	/** Paths that are shown of one change; the rest is a number. */
	private const PATHS = 5;

	/**
	 * Changes that were given up.
	 *
	 * @param array<int, array<string, mixed>> $rows Rows of the answer.
	 */
	public static function undelivered( array $rows ): void {
		printf( '<section class="hsc-list" id="hsc-undelivered" data-paths="%d"%s>', (int) self::PATHS, $rows ? '' : ' hidden' );
		printf( '<h2 id="hsc-undelivered-title">%s</h2>', esc_html__( 'Undelivered changes', 'headless-site-companion' ) );
		printf( '<p>%s</p>', esc_html__( 'The site did not accept these changes, and they are no longer retried. Replay puts them back into the queue.', 'headless-site-companion' ) );
		echo '<table class="widefat striped hsc-stack" aria-labelledby="hsc-undelivered-title"><thead><tr>';
		foreach ( self::columns() as $title ) {
			printf( '<th scope="col">%s</th>', esc_html( $title ) );
		}
		printf( '<th scope="col"><span class="screen-reader-text">%s</span></th></tr></thead><tbody>', esc_html__( 'Action', 'headless-site-companion' ) );
		foreach ( $rows as $row ) {
			self::undelivered_row( $row );
		}
		echo '</tbody></table><template>';
		self::undelivered_row(
			[
				'id'        => 0,
				'createdAt' => null,
				'attempts'  => 0,
				'paths'     => [],
				'status'    => null,
				'error'     => '',
			]
		);
		echo '</template><div class="hsc-buttons">' . Button::html( Actions::REPLAY, __( 'Replay all', 'headless-site-companion' ), [ 'row' => 0 ] ) . '</div></section>'; // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
	}

	/**
	 * Titles of their table.
	 *
	 * @return string[]
	 */
	private static function columns(): array {
		return [
			__( 'Changed', 'headless-site-companion' ),
			__( 'Paths', 'headless-site-companion' ),
			__( 'Attempts', 'headless-site-companion' ),
			__( 'What went wrong', 'headless-site-companion' ),
		];
	}

	/**
	 * One of them. On narrow screens the titles stand before the cells.
	 *
	 * @param array<string, mixed> $row Row of the answer.
	 */
	private static function undelivered_row( array $row ): void {
		$titles = array_map( 'esc_attr', self::columns() );
		$paths  = implode( "\n", array_slice( $row['paths'], 0, self::PATHS ) );
		$more   = count( $row['paths'] ) - self::PATHS;
		printf(
			'<tr data-id="%d"><td data-title="%s">%s</td><td data-title="%s" class="hsc-paths"><span data-cell="paths">%s</span> <span data-cell="more"%s>%s</span></td><td data-title="%s" data-cell="attempts">%s</td><td data-title="%s" data-cell="error">%s</td><td>%s</td></tr>',
			(int) $row['id'],
			// phpcs:disable WordPress.Security.EscapeOutput -- Escaped there.
			$titles[0],
			self::time( $row['createdAt'] ),
			$titles[1],
			esc_html( $paths ),
			$more > 0 ? '' : ' hidden',
			esc_html( '+' . number_format_i18n( max( 0, $more ) ) ),
			$titles[2],
			esc_html( Format::text( 'number', $row['attempts'] ) ),
			$titles[3],
			esc_html( '' === $row['error'] ? Format::text( 'text', null ) : $row['error'] ),
			Button::html( Actions::REPLAY, __( 'Replay', 'headless-site-companion' ), [ 'row' => $row['id'] ], 'button-small', $row['paths'][0] ?? '' )
			// phpcs:enable
		);
	}

	/**
	 * Pages with something that the site does not show. Nothing here changes while somebody looks.
	 *
	 * @param WP_Post[] $pages The latest of them.
	 */
	public static function not_shown( array $pages ): void {
		if ( ! $pages ) {
			return;
		}
		$kinds = [
			'form'   => __( 'a form', 'headless-site-companion' ),
			'frame'  => __( 'a frame', 'headless-site-companion' ),
			'script' => __( 'a script', 'headless-site-companion' ),
			'shop'   => __( 'a cart or checkout', 'headless-site-companion' ),
			'cut'    => __( 'more than fits on a page', 'headless-site-companion' ),
			'design' => __( 'so much text that only the text is shown', 'headless-site-companion' ),
		];
		printf( '<section class="hsc-list" id="hsc-not-shown"><h2>%s</h2>', esc_html__( 'Not shown on the site', 'headless-site-companion' ) );
		printf( '<p>%s</p><ul>', esc_html__( 'The site runs nothing of WordPress. Where these pages have a script, a frame or a form that cannot be sent from the site, visitors find a link to the page here.', 'headless-site-companion' ) );
		foreach ( $pages as $page ) {
			$found = [];
			foreach ( NotShown::of( $page ) as list( 'kind' => $kind, 'plugin' => $plugin, 'reason' => $reason ) ) {
				$found[] = ( $kinds[ $kind ] ?? $kind ) . ( null === $plugin ? '' : sprintf( ' (%s: %s)', $plugin, Reasons::text( (string) $reason ) ) );
			}
			$title = Text::cut( wp_strip_all_tags( $page->post_title ), 200 );
			$title = '' === $title ? $page->post_name : $title;
			$edit  = (string) get_edit_post_link( $page, 'raw' );
			printf( '<li><a href="%s">%s</a> %s</li>', esc_url( $edit ), esc_html( $title ), esc_html( implode( ', ', array_unique( $found ) ) ) );
		}
		echo '</ul></section>';
	}

	/**
	 * Latest activity.
	 *
	 * @param array<int, array<string, mixed>> $entries Entries of the answer.
	 */
	public static function activity( array $entries ): void {
		printf( '<section class="hsc-list" id="hsc-activity"><h2>%s</h2>', esc_html__( 'Latest activity', 'headless-site-companion' ) );
		printf( '<p class="hsc-empty"%s>%s</p><ul>', esc_attr( $entries ? ' hidden' : '' ), esc_html__( 'Nothing has happened yet. Publish or edit something, and it appears here.', 'headless-site-companion' ) );
		foreach ( $entries as $entry ) {
			self::activity_row( $entry );
		}
		echo '</ul><template>';
		self::activity_row(
			[
				'id'      => 0,
				'at'      => null,
				'type'    => 'content',
				'message' => '',
			]
		);
		printf( '</template><p><a href="%s">%s</a></p></section>', esc_url( Pages::url( Pages::ACTIVITY ) ), esc_html__( 'All activity', 'headless-site-companion' ) );
	}

	/**
	 * One of them.
	 *
	 * @param array<string, mixed> $entry Entry of the answer.
	 */
	private static function activity_row( array $entry ): void {
		printf(
			'<li data-id="%d">%s <span class="hsc-type" data-cell="type" data-type="%s">%s</span> <span data-cell="message">%s</span></li>',
			(int) $entry['id'],
			self::time( $entry['at'] ), // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
			esc_attr( $entry['type'] ),
			esc_html( Format::text( 'activity', $entry['type'] ) ),
			esc_html( $entry['message'] )
		);
	}

	/**
	 * Paths that only a build changes.
	 *
	 * @param string[] $paths Paths of the answer.
	 */
	public static function builds( array $paths ): void {
		printf( '<div id="hsc-builds"%s><p>%s</p><ul>', esc_attr( $paths ? '' : ' hidden' ), esc_html__( 'These pages are static: only a new build of the site shows their changes.', 'headless-site-companion' ) );
		foreach ( $paths as $path ) {
			printf( '<li><code>%s</code></li>', esc_html( $path ) );
		}
		echo '</ul></div>';
	}

	/**
	 * A time in a place that the script fills.
	 *
	 * @param string|null $time ISO 8601.
	 * @return string HTML, escaped.
	 */
	private static function time( ?string $time ): string {
		return sprintf( '<time data-cell="time" datetime="%s">%s</time>', esc_attr( (string) $time ), esc_html( null === $time ? '' : Format::text( 'moment', $time ) ) );
	}
}
