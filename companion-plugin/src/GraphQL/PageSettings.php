<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use WPGraphQL\Registry\TypeRegistry;

defined( 'ABSPATH' ) || exit;

/**
 * Settings of single pages.
 *
 * How the site shows a page: one object in the page's meta, `Page.companionSettings` in GraphQL. Names and values are the
 * interface specification's.
 */
final class PageSettings implements Module {

	/** Post meta. Public by its name: a change of it is a change of the page. */
	public const META = 'companion_page_settings';

	/** Settings of a page that nobody has set. */
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

	public function register(): void {
		// Behind whatever takes the support of revisions away from pages.
		Hooks::action( 'init', [ $this, 'meta' ], 20 );
		Names::register( [ $this, 'types' ] );
	}

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
	 * @param mixed $value Value of the meta.
	 * @return array<string, bool|string> Settings in the form of DEFAULTS.
	 */
	public static function clean( $value ): array {
		$given = is_array( $value ) ? $value : [];
		$clean = self::DEFAULTS;
		foreach ( [ 'hideTitle', 'hideHeader', 'hideFooter', 'showSidebar' ] as $name ) {
			$switch         = $given[ $name ] ?? false;
			$clean[ $name ] = is_bool( $switch ) ? $switch : is_scalar( $switch ) && rest_sanitize_boolean( (string) $switch );
		}
		$width = $given['containerWidth'] ?? '';
		if ( is_string( $width ) ) {
			$clean['containerWidth'] = self::WIDTHS[ $width ] ?? 'default';
		}
		$classes = $given['customCssClass'] ?? '';
		if ( is_string( $classes ) ) {
			$clean['customCssClass'] = self::class_names( $classes );
		}
		return $clean;
	}

	/**
	 * Class names out of a text, as many as fit.
	 *
	 * @param string $text Typed text.
	 */
	private static function class_names( string $text ): string {
		$names = [];
		foreach ( explode( ' ', (string) preg_replace( '/\s+/', ' ', $text ) ) as $word ) {
			$name = sanitize_html_class( $word );
			if ( '' === $name || in_array( $name, $names, true ) ) {
				continue;
			}
			if ( strlen( implode( ' ', $names ) . ' ' . $name ) > self::MAX_CLASS ) {
				break;
			}
			$names[] = $name;
		}
		return implode( ' ', $names );
	}

	/**
	 * The settings of a page, or of unsaved changes to it.
	 *
	 * @param int $id ID of a page or of one of its revisions.
	 * @return array<string, bool|string|null> Settings in the form of DEFAULTS, an empty class as null.
	 */
	public static function of( int $id ): array {
		$parent = wp_is_post_revision( $id );
		if ( $parent ) {
			// WPGraphQL answers the page's meta for a revision's, also where the revision has its own.
			add_filter( 'graphql_resolve_revision_meta_from_parent', '__return_false', PHP_INT_MAX );
			// It has from WordPress 6.4 on, and only where it was written since then.
			$id = metadata_exists( 'post', $id, self::META ) ? $id : $parent;
		}
		$stored = get_post_meta( $id, self::META, true );
		remove_filter( 'graphql_resolve_revision_meta_from_parent', '__return_false', PHP_INT_MAX );
		$settings                   = self::clean( $stored );
		$settings['customCssClass'] = '' === $settings['customCssClass'] ? null : $settings['customCssClass'];
		return $settings;
	}

	public function types( TypeRegistry $registry ): void {
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
			$registry,
			'Page',
			'companionSettings',
			[
				'type'        => 'Page_CompanionSettings',
				'description' => $type['description'],
				'resolve'     => static function ( $page ): ?array {
					$id = (int) ( $page->databaseId ?? 0 ); // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- WPGraphQL's.
					return $id ? self::of( $id ) : null;
				},
			]
		);
	}
}
