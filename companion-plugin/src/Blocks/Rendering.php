<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

use HeadlessSiteCompanion\Support\Text;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * HTML of the parts of a page.
 *
 * Renders all but blocks of the page builder, and the rich text inside those that are, as WordPress renders a content.
 *
 * @phpstan-import-type Parsed from Sections
 */
final class Rendering {

	/**
	 * HTML of several parts. WordPress's filters of the content run once for all of them: a hundred times would take as long
	 * as the page itself, and what a plugin adds below a content would stand a hundred times on the page.
	 *
	 * @param array<int, array<int, array<string, mixed>>> $parts Parsed blocks.
	 * @param WP_Post $page Whose.
	 * @return string[] One for each part.
	 */
	public static function of( array $parts, WP_Post $page ): array {
		$autop = has_filter( 'the_content', 'wpautop' );
		$texts = [];
		foreach ( $parts as $blocks ) {
			$texts[] = self::text( $blocks, false !== $autop );
		}
		$all = implode( '', $texts );
		if ( '' === trim( $all ) ) {
			return array_fill( 0, count( $parts ), '' );
		}
		if ( false !== $autop ) {
			// Text without blocks has its paragraphs by now; all of it together, it would get some around the marks.
			remove_filter( 'the_content', 'wpautop', $autop );
		}
		add_filter( 'render_block_context', [ PatternOverrides::class, 'context' ], 10, 2 );
		try {
			$found = PageContext::within(
				$page,
				static function () use ( $all, $texts ): array {
					return self::is_heavy( $all ) ? self::unfiltered( $texts ) : self::filtered( $texts );
				}
			);
		} finally {
			remove_filter( 'render_block_context', [ PatternOverrides::class, 'context' ] );
			if ( false !== $autop ) {
				add_filter( 'the_content', 'wpautop', $autop );
			}
		}
		return array_map( 'trim', $found );
	}

	/**
	 * Content of a block: other blocks, and what somebody wrote between them as HTML.
	 *
	 * @param Parsed $block
	 * @return array<int, array<string, mixed>> Parsed blocks.
	 */
	public static function inside( array $block ): array {
		$inside = [];
		$at     = 0;
		foreach ( $block['innerContent'] as $html ) {
			$inside[] = null === $html ? $block['innerBlocks'][ $at++ ] : [
				'blockName'    => null,
				'attrs'        => [],
				'innerBlocks'  => [],
				'innerHTML'    => $html,
				'innerContent' => [ $html ],
			];
		}
		return $inside;
	}

	/**
	 * Whether WordPress's filters of the content would take seconds.
	 *
	 * @param string $content Stored.
	 */
	public static function is_heavy( string $content ): bool {
		return substr_count( $content, '<' ) + substr_count( $content, "\n" ) > Limits::TAGS
			|| preg_match_all( '#\[[a-z/]|<(?:img|iframe|video|audio)\b#i', $content ) > Limits::SHORTCODES;
	}

	/**
	 * Text that is too much to be parsed, made safe. It lacks what only rendering shows, and says so.
	 *
	 * @param string $rest Stored.
	 */
	public static function cleaned( string $rest ): string {
		$text = trim( wp_kses_post( (string) preg_replace( '/<!--.*?-->/s', '', Text::cut( $rest, Limits::REST ) ) ) );
		return '' === $text ? '' : $text . Limits::CUT;
	}

	/**
	 * Texts through the filters of the content, with comments between them, which filters leave alone. No content can hold
	 * this one.
	 *
	 * @param string[] $texts Serialised.
	 * @return string[] One for each text.
	 */
	private static function filtered( array $texts ): array {
		$mark  = '<!--companion-' . bin2hex( random_bytes( 8 ) ) . '-->';
		$html  = (string) apply_filters( 'the_content', implode( $mark, $texts ) ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WordPress's own.
		$found = explode( $mark, $html );
		// Some filter may have dropped comments.
		return count( $found ) === count( $texts ) ? $found : array_map( 'do_shortcode', array_map( 'do_blocks', $texts ) );
	}

	/**
	 * Texts whose shortcodes and embeds are left alone. The longest says so.
	 *
	 * @param string[] $texts Serialised.
	 * @return string[] One for each text.
	 */
	private static function unfiltered( array $texts ): array {
		$html    = array_map( 'do_blocks', $texts );
		$lengths = array_map( 'strlen', $html );
		arsort( $lengths );
		$html[ (int) key( $lengths ) ] .= Limits::CUT;
		return $html;
	}

	/**
	 * Blocks as they are stored. Text that stands in no block has paragraphs where lines are empty, as in the editor. With
	 * HTML or a shortcode in it, it may be one end of something around blocks, and stays as it is, as WordPress leaves it.
	 *
	 * @param array<int, array<string, mixed>> $blocks Parsed.
	 * @param bool $autop Whether WordPress does so here.
	 */
	private static function text( array $blocks, bool $autop ): string {
		$text = '';
		foreach ( $blocks as $block ) {
			/**
			 * From parse_blocks(), whose type does not say that blocks inside are like those outside.
			 *
			 * @var Parsed $block
			 */
			$html     = serialize_block( $block );
			$is_plain = $autop && ! self::is_heavy( $html ) && '' === (string) $block['blockName'] && '' !== trim( $html ) && false === strpbrk( $html, '<[' );
			$text    .= $is_plain ? wpautop( $html ) : $html;
		}
		return $text;
	}
}
