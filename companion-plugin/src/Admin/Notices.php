<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

defined( 'ABSPATH' ) || exit;

/**
 * Notices.
 *
 * Shows what is wrong to those who can fix it, where they look for it: on our pages, on the plugins page and on WordPress's
 * dashboard. Only a notice that one may live with can be dismissed.
 */
final class Notices {

	/** Notices that can be dismissed: without WPGraphQL one may use the webhooks alone. */
	private const DISMISSIBLE = [ 'wpgraphql' ];

	/** Option with the dismissed ones, by user. */
	private const OPTION = 'companion_dismissed';

	/** Screens of WordPress that show them. */
	private const SCREENS = [ 'dashboard', 'plugins' ];

	private Problems $problems;

	public function __construct( Problems $problems ) {
		$this->problems = $problems;
	}

	public function render(): void {
		if ( ! self::are_shown_here() ) {
			return;
		}
		foreach ( $this->problems->all() as $name => $problem ) {
			$dismissible = in_array( $name, self::DISMISSIBLE, true );
			if ( $dismissible && self::is_dismissed( $name ) ) {
				continue;
			}
			printf( '<div class="notice notice-%s hsc-notice" data-notice="%s"><p><strong>%s</strong> %s', esc_attr( $problem['kind'] ), esc_attr( $name ), esc_html__( 'Headless Site:', 'headless-site-companion' ), esc_html( $problem['text'] ) );
			if ( '' !== $problem['url'] ) {
				printf( ' <a href="%s">%s</a>', esc_url( $problem['url'] ), esc_html( $problem['link'] ) );
			}
			echo '</p>';
			// phpcs:disable WordPress.Security.EscapeOutput -- Escaped there.
			if ( '' !== $problem['action'] ) {
				echo Button::html( $problem['action'], $problem['button'] );
			}
			if ( $dismissible ) {
				echo Button::html( Actions::DISMISS, __( 'Do not show this again', 'headless-site-companion' ), [ 'notice' => $name ], 'button-link' );
			}
			// phpcs:enable
			echo '</div>';
		}
	}

	/** Whether this screen shows them to this user. */
	public static function are_shown_here(): bool {
		$screen = get_current_screen();
		$here   = '' !== Pages::current() || ( $screen && in_array( $screen->id, self::SCREENS, true ) );
		return $here && current_user_can( Pages::CAPABILITY );
	}

	/** Hides a notice from the current user. */
	public static function dismiss( string $name ): void {
		if ( ! in_array( $name, self::DISMISSIBLE, true ) ) {
			return;
		}
		$all = get_option( self::OPTION );
		$all = is_array( $all ) ? $all : [];

		$all[ get_current_user_id() ][ $name ] = true;
		update_option( self::OPTION, $all, false );
	}

	/** Whether the current user has hidden it. */
	private static function is_dismissed( string $name ): bool {
		$all = get_option( self::OPTION );
		return is_array( $all ) && ! empty( $all[ get_current_user_id() ][ $name ] );
	}
}
