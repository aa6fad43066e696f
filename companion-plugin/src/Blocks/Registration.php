<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use Throwable;
use WP_Post;
use WP_Scripts;
use WP_Styles;

defined( 'ABSPATH' ) || exit;

/**
 * The page builder in the block editor.
 *
 * Registers the blocks of the manifest, their script and style. How a block is edited is decided in the script; what it means
 * is decided here.
 *
 * @phpstan-import-type Block from Manifest
 * @phpstan-import-type Field from Manifest
 */
final class Registration implements Module {

	/** Handle of script and style. */
	public const HANDLE = 'companion-blocks';

	/** Category in the inserter. */
	private const CATEGORY = 'companion';

	/** Where pages are made of blocks: pages, and reusable blocks for them. */
	private const TYPES = [ 'page', 'wp_block' ];

	/** Attribute types of the kinds. */
	private const ATTRIBUTES = [
		'boolean' => 'boolean',
		'image'   => 'object',
		'list'    => 'array',
	];

	public function register(): void {
		Hooks::action( 'init', [ $this, 'blocks' ], 20 );
		Hooks::action( 'wp_default_scripts', [ $this, 'script' ] );
		Hooks::action( 'wp_default_styles', [ $this, 'style' ] );
		// Somebody was earlier than plugins should be.
		if ( did_action( 'wp_default_scripts' ) ) {
			$this->script( wp_scripts() );
		}
		if ( did_action( 'wp_default_styles' ) ) {
			$this->style( wp_styles() );
		}
		Hooks::filter( 'block_categories_all', [ $this, 'category' ] );
		Hooks::filter( 'excerpt_allowed_blocks', [ $this, 'in_excerpts' ] );
		Hooks::action( 'enqueue_block_editor_assets', [ $this, 'script_data' ] );
	}

	/** Registers all blocks. An owner's filter is asked here: themes and plugins have added it by then. */
	public function blocks(): void {
		$manifest = Manifest::read();
		$values   = new Values( $manifest );
		foreach ( $manifest->blocks() as $name => $block ) {
			register_block_type( $name, self::type( $block, $values ) );
		}
		register_block_type(
			Manifest::SIDEBAR,
			self::shared() + [
				'title'           => __( 'Sidebar', 'headless-site-companion' ),
				'description'     => __( 'The column beside the page. Shown where the page settings say so.', 'headless-site-companion' ),
				'supports'        => [
					'html'            => false,
					'multiple'        => false,
					'className'       => false,
					'customClassName' => false,
				],
				// No part of the text: feeds and search have the page itself.
				'render_callback' => '__return_empty_string',
			]
		);
	}

	/**
	 * A category of its own.
	 *
	 * @param mixed $categories Categories of the inserter.
	 * @return mixed
	 */
	public function category( $categories ) {
		if ( is_array( $categories ) ) {
			array_unshift(
				$categories,
				[
					'slug'  => self::CATEGORY,
					'title' => __( 'Page sections', 'headless-site-companion' ),
				]
			);
		}
		return $categories;
	}

	/**
	 * Content in sections belongs to the text: WordPress makes excerpts, for feeds and its REST API too, of blocks that it
	 * knows. One that holds blocks with others inside (a list) it leaves out even so.
	 *
	 * @param mixed $names Names of blocks.
	 * @return mixed
	 */
	public function in_excerpts( $names ) {
		return is_array( $names ) ? array_merge( $names, array_keys( Manifest::read()->of_union( 'flexibleContent' ) ) ) : $names;
	}

	/** Data for the script. */
	public function script_data(): void {
		$manifest = Manifest::read();
		$post     = get_post();
		$data     = [
			'blocks' => (object) $manifest->blocks(),
			'icons'  => $manifest->icons(),
			'tokens' => $manifest->tokens(),
			'offer'  => $post instanceof WP_Post && in_array( $post->post_type, self::TYPES, true ),
		];
		wp_add_inline_script( self::HANDLE, 'window.companionBlocks = ' . wp_json_encode( $data, JSON_HEX_TAG | JSON_UNESCAPED_SLASHES ) . ';', 'before' );
	}

	/**
	 * Registers the script where WordPress registers its own: most requests need none, and registering one in each would make
	 * WordPress register all of them.
	 *
	 * @param mixed $scripts WP_Scripts.
	 */
	public function script( $scripts ): void {
		if ( ! $scripts instanceof WP_Scripts ) {
			return;
		}
		$needs = [ 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-core-data', 'wp-data', 'wp-edit-post', 'wp-element', 'wp-i18n', 'wp-plugins', 'wp-primitives' ];
		$scripts->add( self::HANDLE, self::asset( 'blocks.js' ), $needs, COMPANION_VERSION );
		// In the footer.
		$scripts->add_data( self::HANDLE, 'group', 1 );
		$scripts->set_translations( self::HANDLE, 'headless-site-companion', dirname( __DIR__, 2 ) . '/languages' );
	}

	/**
	 * Registers the style in the same way.
	 *
	 * @param mixed $styles WP_Styles.
	 */
	public function style( $styles ): void {
		if ( $styles instanceof WP_Styles ) {
			$styles->add( self::HANDLE, self::asset( 'blocks.css' ), [], COMPANION_VERSION );
		}
	}

	/** Address of a file of ours. */
	private static function asset( string $name ): string {
		return plugins_url( 'assets/' . $name, dirname( __DIR__ ) );
	}

	/**
	 * A block as WordPress has it.
	 *
	 * @param Block $block Block of the manifest.
	 * @param Values $values Cleans them.
	 * @return array<string, mixed>
	 */
	private static function type( array $block, Values $values ): array {
		$type = self::shared() + [
			// make-pot.php takes the titles of our own blocks from the manifest.
			'title'           => translate( $block['title'], 'headless-site-companion' ), // phpcs:ignore WordPress.WP.I18n -- See above.
			'attributes'      => array_map( [ self::class, 'attribute' ], $block['fields'] ),
			'supports'        => [
				'html'            => false,
				'className'       => false,
				'customClassName' => false,
			],
			'render_callback' => static function ( $attributes, $content = '' ) use ( $block, $values ): string {
				try {
					return Html::of( $block['fields'], $values->of( $block['fields'], $attributes, is_string( $content ) ? $content : null ) );
				} catch ( Throwable $error ) {
					Hooks::report( $block['block'], $error );
					return '';
				}
			},
		];
		if ( 'sidebarBlocks' === $block['union'] ) {
			$type['parent'] = [ Manifest::SIDEBAR ];
		}
		return $type;
	}

	/**
	 * Settings of all blocks.
	 *
	 * @return array<string, mixed>
	 */
	private static function shared(): array {
		return [
			'api_version'   => 3,
			'category'      => self::CATEGORY,
			'editor_script' => self::HANDLE,
			'editor_style'  => self::HANDLE,
		];
	}

	/**
	 * An attribute.
	 *
	 * @param Field $field Field of the manifest.
	 * @return array<string, mixed>
	 */
	private static function attribute( array $field ): array {
		$attribute = [ 'type' => self::ATTRIBUTES[ $field['kind'] ] ?? 'string' ];
		if ( 'list' === $field['kind'] ) {
			$attribute['default'] = [];
		} elseif ( isset( $field['default'] ) ) {
			$attribute['default'] = $field['default'];
		}
		return $attribute;
	}
}
