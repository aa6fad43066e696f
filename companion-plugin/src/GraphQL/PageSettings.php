<?php
/**
 * Settings of single pages.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * How the site shows a page: one object in the page's meta, `Page.companionSettings` in GraphQL. Names and values are the
 * interface specification's.
 */
final class PageSettings implements Module {

	/** Post meta. Public by its name: a change of it is a change of the page. */
	public const META = 'companion_page_settings';

	/** What a page has that nobody has set. */
	public const DEFAULTS = [
		'hideTitle'      => false,
		'containerWidth' => 'default',
		'hideHeader'     => false,
		'hideFooter'     => false,
		'customCssClass' => '',
		'showSidebar'    => false,
	];

	/** The values of containerWidth; `full-width` is what similar plugins call the last one. */
	private const WIDTHS = [
		'default'    => 'default',
		'contained'  => 'contained',
		'full'       => 'full',
		'full-width' => 'full',
	];

	/** Characters of customCssClass. */
	private const MAX_CLASS = 200;

	/**
	 * Adds its hooks.
	 */
	public function register(): void {
		// Behind whatever takes the support of revisions away from pages.
		Hooks::action( 'init', [ $this, 'meta' ], 20 );
		Hooks::action( 'graphql_register_types', [ $this, 'types' ] );
	}

	/**
	 * Registers the meta.
	 */
	public function meta(): void {
		$boolean = [ 'type' => 'boolean' ];
		$args    = [
			'type'              => 'object',
			'description'       => 'How the site shows this page.',
			'single'            => true,
			'default'           => self::DEFAULTS,
			'sanitize_callback' => [ self::class, 'clean' ],
			'auth_callback'     => static function ( $allowed, $key = '', $post_id = 0, $user_id = 0 ): bool {
				return user_can( (int) $user_id, 'edit_post', (int) $post_id );
			},
			'show_in_rest'      => [
				'schema' => [
					'type'                 => 'object',
					'properties'           => [
						'hideTitle'      => $boolean,
						'containerWidth' => [
							'type' => 'string',
							'enum' => array_values( array_unique( self::WIDTHS ) ),
						],
						'hideHeader'     => $boolean,
						'hideFooter'     => $boolean,
						'customCssClass' => [
							'type'      => 'string',
							'maxLength' => self::MAX_CLASS,
						],
						'showSidebar'    => $boolean,
					],
					'additionalProperties' => false,
				],
			],
		];
		// WordPress 6.4 and newer; where pages have no revisions it would refuse the whole meta.
		if ( post_type_supports( 'page', 'revisions' ) ) {
			$args['revisions_enabled'] = true;
		}
		register_post_meta( 'page', self::META, $args );
	}

	/**
	 * Any value as settings: every field there, nothing else, each of its type. For what is written and for what is read,
	 * because importers write meta past every rule.
	 *
	 * @param mixed $value Of the meta.
	 * @return array<string, bool|string> As DEFAULTS.
	 */
	public static function clean( $value ): array {
		$given = is_array( $value ) ? $value : [];
		$clean = self::DEFAULTS;
		foreach ( [ 'hideTitle', 'hideHeader', 'hideFooter', 'showSidebar' ] as $name ) {
			$clean[ $name ] = isset( $given[ $name ] ) && is_scalar( $given[ $name ] ) && rest_sanitize_boolean( $given[ $name ] );
		}
		$width = $given['containerWidth'] ?? '';
		if ( is_string( $width ) ) {
			$clean['containerWidth'] = self::WIDTHS[ $width ] ?? 'default';
		}
		$classes = $given['customCssClass'] ?? '';
		if ( is_string( $classes ) ) {
			$tokens                  = array_map( 'sanitize_html_class', (array) preg_split( '/\s+/', $classes ) );
			$clean['customCssClass'] = self::joined( array_unique( array_filter( $tokens, 'strlen' ) ) );
		}
		return $clean;
	}

	/**
	 * Class names as one text, as many as fit.
	 *
	 * @param string[] $tokens Class names.
	 */
	private static function joined( array $tokens ): string {
		$text = '';
		foreach ( $tokens as $token ) {
			$longer = ltrim( $text . ' ' . $token );
			if ( strlen( $longer ) > self::MAX_CLASS ) {
				break;
			}
			$text = $longer;
		}
		return $text;
	}

	/**
	 * The settings of a page, or of unsaved changes to it.
	 *
	 * @param int $id Of a page or of one of its revisions.
	 * @return array<string, bool|string|null> As DEFAULTS, an empty class as null.
	 */
	public static function of( int $id ): array {
		$revision = wp_is_post_revision( $id );
		// A revision has meta of its own from WordPress 6.4 on, and only where it was written since then.
		if ( $revision && ! metadata_exists( 'post', $id, self::META ) ) {
			$id = $revision;
		}
		$settings                   = self::clean( get_post_meta( $id, self::META, true ) );
		$settings['customCssClass'] = '' === $settings['customCssClass'] ? null : $settings['customCssClass'];
		return $settings;
	}

	/**
	 * Adds type and field.
	 *
	 * @param mixed $registry Of WPGraphQL.
	 */
	public function types( $registry = null ): void {
		$descriptions = [
			'hideTitle'      => 'The title is not shown.',
			'containerWidth' => '`default`, `contained` or `full`.',
			'hideHeader'     => 'The page has no header.',
			'hideFooter'     => 'The page has no footer.',
			'customCssClass' => 'Class names for the page, separated by spaces.',
			'showSidebar'    => 'The sidebar is shown, where the page has one.',
		];
		$fields       = [];
		foreach ( $descriptions as $name => $description ) {
			$fields[ $name ] = [
				'type'        => is_bool( self::DEFAULTS[ $name ] ) ? 'Boolean' : 'String',
				'description' => $description,
			];
		}
		$type = [
			'description' => 'How the site shows a page.',
			'fields'      => $fields,
		];
		if ( ! Names::type( $registry, 'Page_CompanionSettings', $type ) ) {
			return;
		}
		Names::field(
			'Page',
			'companionSettings',
			[
				'type'        => 'Page_CompanionSettings',
				'description' => $type['description'],
				'resolve'     => static function ( $page ): ?array {
					$id = (int) ( $page->databaseId ?? 0 ); // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- Of WPGraphQL.
					return $id ? self::of( $id ) : null;
				},
			]
		);
	}
}
