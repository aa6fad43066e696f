<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Revalidation\Addresses;
use HeadlessSiteCompanion\Revalidation\SiteTemplates;
use HeadlessSiteCompanion\Support\Hooks;
use WP_Post_Type;
use WPGraphQL\Registry\TypeRegistry;

defined( 'ABSPATH' ) || exit;

/**
 * Page templates of the site.
 *
 * The site has templates that an editor may choose for an item (`components/templates/template-landing.tsx`). Its answers to
 * webhooks name them; here they are offered in the editor's "Template", and `ContentNode.companionTemplate` says what was chosen.
 * The choice is kept where WordPress keeps it, so templates that a theme had before are obeyed as well.
 */
final class PageTemplates implements Module {

	/** Where WordPress keeps the choice. */
	private const META = '_wp_page_template';

	/** Content of the block template; the site shows the item in its own way. */
	private const BLOCKS = '<!-- wp:post-title {"level":1} /--><!-- wp:post-content /-->';

	public function register(): void {
		Hooks::filter( 'theme_templates', [ $this, 'offer' ], 20, 4 );
		// Types of content are registered at 10.
		Hooks::action( 'init', [ $this, 'block_templates' ], 100 );
		Names::register( [ $this, 'fields' ] );
	}

	/**
	 * The name that people read: `landing-wide` is "Landing wide".
	 *
	 * @param string $name Name of a template.
	 */
	public static function label( string $name ): string {
		return ucfirst( str_replace( '-', ' ', $name ) );
	}

	/**
	 * Adds the site's templates to those of the theme.
	 *
	 * @param mixed $templates Labels by file.
	 * @param mixed $theme WP_Theme.
	 * @param mixed $post WP_Post or null.
	 * @param mixed $type Post type.
	 * @return mixed
	 */
	public function offer( $templates, $theme = null, $post = null, $type = 'page' ) {
		$type = is_string( $type ) ? get_post_type_object( $type ) : null;
		if ( ! is_array( $templates ) || ! $type instanceof WP_Post_Type || ! self::is_shown( $type ) ) {
			return $templates;
		}
		// The site obeys a theme's `template-landing.php` by the same file.
		$there = array_map( [ self::class, 'bare' ], array_map( 'strval', array_keys( $templates ) ) );
		foreach ( SiteTemplates::known() as $name ) {
			if ( ! in_array( 'template-' . $name, $there, true ) ) {
				$templates[ 'template-' . $name ] = self::label( $name );
			}
		}
		return $templates;
	}

	/** Under a block theme the editor offers block templates only. WordPress 6.7 and newer take those of plugins. */
	public function block_templates(): void {
		$names = function_exists( 'register_block_template' ) && wp_is_block_theme() ? SiteTemplates::known() : [];
		if ( ! $names ) {
			return;
		}
		// WordPress 7.1 looks for the first by the number 0, and keeps those of plugins under their names: the editor of a post that has one warns.
		Hooks::filter( 'get_block_templates', [ $this, 'in_order' ], 100 );
		$types = array_keys( array_filter( get_post_types( [], 'objects' ), [ self::class, 'is_shown' ] ) );
		foreach ( $names as $name ) {
			register_block_template(
				'headless-site-companion//template-' . $name,
				[
					'title'       => self::label( $name ),
					'description' => __( 'A template of your site. What it looks like is decided there.', 'headless-site-companion' ),
					'content'     => self::BLOCKS,
					'post_types'  => $types,
				]
			);
		}
	}

	/**
	 * Block templates by numbers.
	 *
	 * @param mixed $templates WP_Block_Template[].
	 * @return mixed
	 */
	public function in_order( $templates ) {
		return is_array( $templates ) ? array_values( $templates ) : $templates;
	}

	public function fields( TypeRegistry $registry ): void {
		Names::field(
			$registry,
			'ContentNode',
			'companionTemplate',
			[
				'type'        => 'String',
				'description' => static function (): string {
					return 'The template that was chosen in the editor, without folder and ending: `template-landing`. Null where none was.';
				},
				'resolve'     => static function ( $item ): ?string {
					return self::of( (int) ( $item->databaseId ?? 0 ) ); // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- The name is WPGraphQL's.
				},
			]
		);
	}

	/**
	 * The template chosen for an item.
	 *
	 * @param int $id ID of an item, or of its unsaved changes, with which WordPress keeps no template.
	 */
	private static function of( int $id ): ?string {
		$parent = wp_is_post_revision( $id );
		$stored = get_post_meta( $parent ? $parent : $id, self::META, true );
		$name   = is_string( $stored ) ? self::bare( $stored ) : '';
		return '' === $name || 'default' === $name ? null : $name;
	}

	/**
	 * A file of a theme without folder and ending.
	 *
	 * @param string $file File as WordPress stores it.
	 */
	private static function bare( string $file ): string {
		return (string) preg_replace( '/^.*\/|\.(?:php|html)$/s', '', $file );
	}

	/**
	 * Whether items of a type have pages on the site.
	 *
	 * @param WP_Post_Type $type Post type.
	 */
	private static function is_shown( WP_Post_Type $type ): bool {
		return Addresses::is_shown_type( $type->name ) && ! empty( $type->show_in_graphql );
	}
}
