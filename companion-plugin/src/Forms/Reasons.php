<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

defined( 'ABSPATH' ) || exit;

/**
 * Whose form the site does not show, and why.
 *
 * A kind of GraphQL\NotShown is `form`, or `form:<plugin>:<reason>` where somebody knows more.
 */
final class Reasons {

	/** Plugins without an adapter that can be told by their HTML: a class, and the name that administrators know. */
	private const FOREIGN = [
		'wpforms'       => [ 'wpforms-container', 'WPForms' ],
		'gravity-forms' => [ 'gform_wrapper', 'Gravity Forms' ],
		'fluent-forms'  => [ 'fluentform', 'Fluent Forms' ],
		'ninja-forms'   => [ 'nf-form-cont', 'Ninja Forms' ],
		'forminator'    => [ 'forminator-ui', 'Forminator' ],
		'elementor'     => [ 'elementor-form', 'Elementor' ],
		'jetpack'       => [ 'wp-block-jetpack-contact-form', 'Jetpack' ],
		'mc4wp'         => [ 'mc4wp-form', 'MC4WP: Mailchimp for WordPress' ],
		'mailpoet'      => [ 'mailpoet_form', 'MailPoet' ],
		'woocommerce'   => [ 'woocommerce', 'WooCommerce' ],
	];

	/**
	 * Kinds of the forms in HTML.
	 *
	 * @param string $html Rendered, with a form that is not shown.
	 * @return string[]
	 */
	public static function foreign( string $html ): array {
		$kinds = [];
		foreach ( self::FOREIGN as $plugin => list( $class ) ) {
			if ( preg_match( '#\sclass=["\'](?:[^"\']*\s)?' . $class . '[\s"\']#', $html ) ) {
				$kinds[] = "form:$plugin:" . Unsupported::PLUGIN;
			}
		}
		return $kinds ? $kinds : [ 'form' ];
	}

	/**
	 * The parts of a kind.
	 *
	 * @param string $kind Kind as GraphQL\NotShown names it.
	 * @return array{kind: string, plugin: string|null, reason: string|null} `plugin` as administrators know it.
	 */
	public static function parts( string $kind ): array {
		$parts  = explode( ':', $kind );
		$plugin = $parts[1] ?? '';
		$known  = Registry::adapters()[ $plugin ] ?? null;
		return [
			'kind'   => $parts[0],
			'plugin' => '' === $plugin ? null : ( $known ? $known->title() : self::FOREIGN[ $plugin ][1] ?? $plugin ),
			'reason' => $parts[2] ?? null,
		];
	}

	/**
	 * A reason for administrators.
	 *
	 * @param string $reason One of the constants of Unsupported.
	 */
	public static function text( string $reason ): string {
		$texts = [
			Unsupported::CAPTCHA => __( 'uses a captcha', 'headless-site-companion' ),
			Unsupported::PAYMENT => __( 'takes a payment', 'headless-site-companion' ),
			Unsupported::FIELD   => __( 'has a field that the site does not know', 'headless-site-companion' ),
			Unsupported::MEMBERS => __( 'is only for users who are logged in', 'headless-site-companion' ),
			Unsupported::DOM     => __( 'cannot be read without the PHP extension dom', 'headless-site-companion' ),
			Unsupported::PLUGIN  => __( 'a plugin that the site does not know', 'headless-site-companion' ),
		];
		return $texts[ $reason ] ?? __( 'cannot be read; PHP’s error log says why', 'headless-site-companion' );
	}
}
