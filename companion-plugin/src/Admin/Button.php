<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

defined( 'ABSPATH' ) || exit;

/**
 * Buttons that do something.
 *
 * A form around one button: it posts to admin-post.php with a nonce of its action. Works without JavaScript.
 */
final class Button {

	/**
	 * The HTML.
	 *
	 * @param array<string, int|string> $fields Hidden fields.
	 * @param string $classes Beside `button`.
	 * @param string|null $more Text for screen readers behind the label: which one of several it is.
	 * @return string HTML, escaped.
	 */
	public static function html( string $action, string $label, array $fields = [], string $classes = '', ?string $more = null ): string {
		$hidden = '';
		foreach ( $fields as $name => $value ) {
			$hidden .= sprintf( '<input type="hidden" name="%s" value="%s">', esc_attr( $name ), esc_attr( (string) $value ) );
		}
		return sprintf(
			'<form method="post" action="%s" class="hsc-button">%s%s<button type="submit" class="button %s">%s%s</button></form>',
			esc_url( admin_url( 'admin-post.php' ) ),
			self::hidden( $action ),
			$hidden,
			esc_attr( $classes ),
			esc_html( $label ),
			null === $more ? '' : '<span class="screen-reader-text" data-cell="name"> ' . esc_html( $more ) . '</span>'
		);
	}

	/**
	 * The hidden fields of an action's form.
	 *
	 * @return string HTML, escaped.
	 */
	public static function hidden( string $action ): string {
		// Not wp_nonce_field(): its id would be on the page once for each form.
		return sprintf(
			'<input type="hidden" name="action" value="%1$s"><input type="hidden" name="_wpnonce" value="%2$s">',
			esc_attr( $action ),
			esc_attr( wp_create_nonce( $action ) )
		);
	}
}
