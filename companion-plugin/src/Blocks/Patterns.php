<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Whole pages to begin with.
 *
 * Patterns for a homepage and a landing page, made of the page builder's blocks. WordPress offers them in the inserter; and
 * when a new page is begun, from the version on in which people can switch that off.
 */
final class Patterns implements Module {

	/** The first WordPress whose question for a pattern is a preference; before, every new page would begin with it. */
	private const MAY_ASK = '6.7';

	/** Category of the patterns. */
	private const CATEGORY = 'companion';

	public function register(): void {
		Hooks::action( 'init', [ $this, 'patterns' ], 21 );
	}

	/** Registers them. */
	public function patterns(): void {
		register_block_pattern_category( self::CATEGORY, [ 'label' => __( 'Page sections', 'headless-site-companion' ) ] );
		foreach ( [
			'homepage'     => [ __( 'Homepage', 'headless-site-companion' ), self::homepage() ],
			'landing-page' => [ __( 'Landing page', 'headless-site-companion' ), self::landing_page() ],
		] as $name => list( $title, $blocks ) ) {
			register_block_pattern(
				'companion/' . $name,
				[
					'title'         => $title,
					'categories'    => [ self::CATEGORY ],
					'blockTypes'    => version_compare( get_bloginfo( 'version' ), self::MAY_ASK, '>=' ) ? [ 'core/post-content' ] : [],
					'postTypes'     => [ 'page' ],
					'viewportWidth' => 1200,
					'content'       => implode( "\n\n", $blocks ),
				]
			);
		}
	}

	/**
	 * Blocks of a homepage.
	 *
	 * @return string[] Serialised.
	 */
	private static function homepage(): array {
		return [
			self::block(
				'hero-split',
				[
					'heading'    => __( 'Say in one line what you do', 'headless-site-companion' ),
					'subheading' => __( 'And in a second one for whom.', 'headless-site-companion' ),
					'buttonText' => __( 'Get in touch', 'headless-site-companion' ),
					'buttonUrl'  => '/contact',
				],
				[ __( 'A few sentences about what makes you different. People read the first one.', 'headless-site-companion' ) ]
			),
			self::block(
				'features-grid',
				[
					'sectionHeading' => __( 'What people come for', 'headless-site-companion' ),
					'features'       => [
						self::feature( 'spark', __( 'First reason', 'headless-site-companion' ) ),
						self::feature( 'clock', __( 'Second reason', 'headless-site-companion' ) ),
						self::feature( 'users', __( 'Third reason', 'headless-site-companion' ) ),
						self::feature( 'shield', __( 'Fourth reason', 'headless-site-companion' ) ),
					],
				]
			),
			self::block(
				'testimonials',
				[
					'sectionHeading' => __( 'What they say', 'headless-site-companion' ),
					'testimonials'   => [
						self::testimonial( __( 'A quote from a customer.', 'headless-site-companion' ) ),
						self::testimonial( __( 'Another one, about something else.', 'headless-site-companion' ) ),
					],
				]
			),
			self::invitation(),
		];
	}

	/**
	 * Blocks of a landing page.
	 *
	 * @return string[] Serialised.
	 */
	private static function landing_page(): array {
		return [
			self::block(
				'hero-centered',
				[
					'heading'    => __( 'One offer, in one line', 'headless-site-companion' ),
					'subheading' => __( 'What it is, for whom, and what happens next.', 'headless-site-companion' ),
					'buttonText' => __( 'Get in touch', 'headless-site-companion' ),
					'buttonUrl'  => '/contact',
				]
			),
			self::block(
				'content-section',
				[ 'heading' => __( 'How it works', 'headless-site-companion' ) ],
				[
					__( 'Describe the first step.', 'headless-site-companion' ),
					__( 'Then the second. Two paragraphs are enough.', 'headless-site-companion' ),
				]
			),
			self::block(
				'pricing',
				[
					'sectionHeading' => __( 'Plans', 'headless-site-companion' ),
					'plans'          => [
						self::plan( __( 'Small', 'headless-site-companion' ), '€ 19', false ),
						self::plan( __( 'Medium', 'headless-site-companion' ), '€ 49', true ),
						self::plan( __( 'Large', 'headless-site-companion' ), '€ 99', false ),
					],
				]
			),
			self::invitation(),
		];
	}

	/** The last section of both. */
	private static function invitation(): string {
		return self::block(
			'cta-boxed',
			[
				'heading'         => __( 'Ready to begin?', 'headless-site-companion' ),
				'text'            => __( 'Say what happens after the click.', 'headless-site-companion' ),
				'buttonText'      => __( 'Get in touch', 'headless-site-companion' ),
				'buttonUrl'       => '/contact',
				'backgroundColor' => 'accent',
			]
		);
	}

	/**
	 * An entry of a features grid.
	 *
	 * @param string $icon Icon of the manifest.
	 * @return array<string, string>
	 */
	private static function feature( string $icon, string $title ): array {
		return [
			'icon'        => $icon,
			'title'       => $title,
			'description' => __( 'One or two short sentences.', 'headless-site-companion' ),
		];
	}

	/**
	 * A testimonial.
	 *
	 * @param string $quote Text of the quote.
	 * @return array<string, string>
	 */
	private static function testimonial( string $quote ): array {
		return [
			'quote'      => $quote,
			'authorName' => __( 'First and last name', 'headless-site-companion' ),
			'authorRole' => __( 'What they do', 'headless-site-companion' ),
		];
	}

	/**
	 * A plan.
	 *
	 * @param bool $featured Whether it is the recommended one.
	 * @return array<string, mixed>
	 */
	private static function plan( string $name, string $price, bool $featured ): array {
		return [
			'name'       => $name,
			'price'      => $price,
			'features'   => [ __( 'What is in it', 'headless-site-companion' ), __( 'And what else', 'headless-site-companion' ) ],
			'buttonText' => __( 'Choose', 'headless-site-companion' ),
			'buttonUrl'  => '/contact',
			'featured'   => $featured,
		];
	}

	/**
	 * A block as WordPress stores it.
	 *
	 * @param string $name Without `companion/`.
	 * @param array<string, mixed> $attributes Values.
	 * @param string[] $paragraphs The text inside.
	 */
	private static function block( string $name, array $attributes, array $paragraphs = [] ): string {
		$inner = '';
		foreach ( $paragraphs as $text ) {
			$inner .= get_comment_delimited_block_content( 'core/paragraph', [], '<p>' . esc_html( $text ) . '</p>' );
		}
		// Texts as the editor stores them.
		$stored = map_deep(
			$attributes,
			static function ( $value ) {
				return is_string( $value ) ? esc_html( $value ) : $value;
			}
		);
		return get_comment_delimited_block_content( 'companion/' . $name, $stored, $inner );
	}
}
