<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

defined( 'ABSPATH' ) || exit;

/**
 * Details of an entry.
 *
 * Shows the context of an entry of the log: paths, HTTP status, milliseconds, and whatever else was noted.
 */
final class ActivityDetails {

	/**
	 * Writes them.
	 *
	 * @param array{context: array<string, mixed>, objectId: int, userId: int} $entry Entry of the log.
	 */
	public static function render( array $entry ): void {
		$details = [];
		foreach ( $entry['context'] as $key => $value ) {
			if ( null !== $value && [] !== $value && '' !== $value ) {
				$details[] = [ self::name( (string) $key ), self::value( (string) $key, $value ) ];
			}
		}
		if ( $entry['objectId'] > 0 ) {
			$details[] = [ __( 'Item', 'headless-site-companion' ), self::item( $entry['objectId'] ) ];
		}
		if ( $entry['userId'] > 0 ) {
			$user      = get_userdata( $entry['userId'] );
			$details[] = [ __( 'User', 'headless-site-companion' ), esc_html( $user ? $user->user_login : '#' . $entry['userId'] ) ];
		}
		if ( ! $details ) {
			return;
		}
		printf( '<details><summary>%s</summary><dl class="hsc-figures">', esc_html__( 'Details', 'headless-site-companion' ) );
		foreach ( $details as list( $name, $html ) ) {
			printf( '<div><dt>%s</dt><dd>%s</dd></div>', esc_html( $name ), $html ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped by value() and item().
		}
		echo '</dl></details>';
	}

	/**
	 * Name of a detail.
	 *
	 * @param string $key In the context.
	 */
	private static function name( string $key ): string {
		$names = [
			'paths'    => __( 'Paths', 'headless-site-companion' ),
			'status'   => __( 'HTTP status', 'headless-site-companion' ),
			'ms'       => __( 'Time', 'headless-site-companion' ),
			'attempts' => __( 'Attempts', 'headless-site-companion' ),
			'error'    => __( 'Error', 'headless-site-companion' ),
		];
		return $names[ $key ] ?? $key;
	}

	/**
	 * A detail.
	 *
	 * @param string $key In the context.
	 * @param mixed $value Not empty.
	 * @return string HTML, escaped.
	 */
	private static function value( string $key, $value ): string {
		if ( 'ms' === $key && is_numeric( $value ) ) {
			return esc_html( Format::text( 'ms', $value ) );
		}
		if ( is_array( $value ) ) {
			$items = array_map( [ self::class, 'plain' ], array_values( $value ) );
			return '<ul><li>' . implode( '</li><li>', array_map( 'esc_html', $items ) ) . '</li></ul>';
		}
		return esc_html( self::plain( $value ) );
	}

	/**
	 * Anything as text.
	 *
	 * @param mixed $value Value of the context.
	 */
	private static function plain( $value ): string {
		return is_string( $value ) ? $value : (string) wp_json_encode( $value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
	}

	/**
	 * Link to a post.
	 *
	 * @return string HTML, escaped.
	 */
	private static function item( int $id ): string {
		$link = get_edit_post_link( $id );
		return $link ? sprintf( '<a href="%s">#%d</a>', esc_url( $link ), $id ) : esc_html( '#' . $id );
	}
}
