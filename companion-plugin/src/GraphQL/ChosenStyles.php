<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use WP_HTML_Tag_Processor;
use WPGraphQL;

defined( 'ABSPATH' ) || exit;

/**
 * Puts into the content that GraphQL gives what an editor chose and WordPress keeps elsewhere.
 *
 * The block editor stores a choice as a class or as a variable, and style sheets of WordPress say what they stand for. The site does not
 * have these: the values go into the style attributes.
 */
final class ChosenStyles implements Module {

	/** Longer content stays as it is: no editor chose that much. Bytes. */
	private const LIMIT = 2000000;

	/** Content without any of these has nothing to look for. */
	private const SIGNS = '/var\(--wp--|\b(?:wp-container-|wp-elements-|is-style-[\w-]+--|has-[\w-]+-(?:color|background|font-size|font-family)\b)/';

	private StyleRules $rules;

	/** Elements that have no end. */
	private const VOID = [ 'AREA', 'BASE', 'BR', 'COL', 'EMBED', 'HR', 'IMG', 'INPUT', 'LINK', 'META', 'SOURCE', 'TRACK', 'WBR' ];

	/** @var list<array{tag: string, classes: string[], children: int}> Elements around the place that was reached, the outermost first. */
	private array $around = [];

	public function register(): void {
		Hooks::action( 'init_graphql_request', [ $this, 'begin' ] );
	}

	/** A request of GraphQL begins. */
	public function begin(): void {
		$this->rules = new StyleRules();
		Hooks::filter( 'the_content', [ $this, 'content' ], PHP_INT_MAX - 1 );
	}

	/**
	 * A content was rendered. An excerpt is about to lose its tags.
	 *
	 * @param mixed $html Rendered.
	 * @return mixed
	 */
	public function content( $html ) {
		if ( ! is_string( $html ) || strlen( $html ) > self::LIMIT || doing_filter( 'get_the_excerpt' ) || ! WPGraphQL::is_graphql_request() ) {
			return $html;
		}
		// WordPress 6.2 brought the processor.
		return preg_match( self::SIGNS, $html ) && class_exists( WP_HTML_Tag_Processor::class ) ? $this->with_styles( $html ) : $html;
	}

	/**
	 * HTML with the styles of its classes.
	 *
	 * @param string $html Rendered.
	 */
	private function with_styles( string $html ): string {
		$this->rules->read();
		$this->around = [];
		$tags         = new WP_HTML_Tag_Processor( $html );
		while ( $tags->next_tag( [ 'tag_closers' => 'visit' ] ) ) {
			$tag = (string) $tags->get_tag();
			if ( $tags->is_tag_closer() ) {
				$this->close( $tag );
				continue;
			}
			$classes = $tags->get_attribute( 'class' );
			$classes = is_string( $classes ) ? array_filter( explode( ' ', $classes ) ) : [];
			$style   = $tags->get_attribute( 'style' );
			$style   = is_string( $style ) ? $style : '';
			// The order is WordPress's: what was chosen for this element alone comes last, and wins.
			$chosen = $this->from_around( $tag, $classes ) . $this->rules->of( $classes ) . $this->rules->with_values( $style );
			if ( $chosen !== $style ) {
				$tags->set_attribute( 'style', $chosen );
			}
			$this->open( $tag, $classes );
		}
		return $tags->get_updated_html();
	}

	/**
	 * Declarations that an element takes from those around it.
	 *
	 * @param string $tag In capitals.
	 * @param string[] $classes Of the element.
	 */
	private function from_around( string $tag, array $classes ): string {
		$is_button = array_intersect( [ 'wp-element-button', 'wp-block-button__link' ], $classes );
		$parts     = [ $is_button ? StyleRules::BUTTON : $tag ];
		$chosen    = '';
		foreach ( $this->around as $outer ) {
			$chosen .= $this->rules->inside( $outer['classes'], $parts );
		}
		$parent = end( $this->around );
		return $parent ? $chosen . $this->rules->inside( $parent['classes'], StyleRules::parts_of_child( $classes, 0 === $parent['children'] ) ) : $chosen;
	}

	/**
	 * An element begins.
	 *
	 * @param string $tag In capitals.
	 * @param string[] $classes Of the element.
	 */
	private function open( string $tag, array $classes ): void {
		if ( $this->around ) {
			++$this->around[ count( $this->around ) - 1 ]['children'];
		}
		if ( ! in_array( $tag, self::VOID, true ) ) {
			$this->around[] = [
				'tag'      => $tag,
				'classes'  => $this->rules->with_inside( $classes ),
				'children' => 0,
			];
		}
	}

	/** An element ends, and those in it that nobody has closed. */
	private function close( string $tag ): void {
		$at = array_search( $tag, array_reverse( array_column( $this->around, 'tag' ) ), true );
		if ( is_int( $at ) ) {
			array_splice( $this->around, -1 - $at );
		}
	}
}
