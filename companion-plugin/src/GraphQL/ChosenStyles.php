<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use WP_HTML_Tag_Processor;
use WPGraphQL;

defined( 'ABSPATH' ) || exit;

/**
 * Puts an editor's choices, which WordPress keeps elsewhere, into the content that GraphQL gives.
 *
 * The block editor stores a choice as a class or as a variable, and style sheets of WordPress say what they stand for. The site does not
 * have these: the values go into the style attributes.
 */
final class ChosenStyles implements Module {

	/** Longer content stays as it is: no editor chose that much. Bytes. */
	private const LIMIT = 2000000;

	/** Content without any of these has nothing to look for. */
	private const SIGNS = '/var\(--wp--|\b(?:wp-container-|wp-elements-|is-style-[\w-]+--|has-[\w-]+-(?:color|background|font-size|font-family)\b)/';

	/** Elements that have no end. */
	private const VOID = [ 'AREA', 'BASE', 'BR', 'COL', 'EMBED', 'HR', 'IMG', 'INPUT', 'LINK', 'META', 'SOURCE', 'TRACK', 'WBR' ];

	/** Levels within which the end of an element looks for its beginning: content may open thousands that nobody closes. */
	private const LEVELS = 200;

	/**
	 * Elements around the place that was reached, the outermost first, with those classes that say how elements in them look: `own` of the element,
	 * `all` of those around as well, each once.
	 *
	 * @var list<array{tag: string, own: string[], all: string[], children: int}>
	 */
	private array $around = [];

	private StyleRules $rules;

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
		if ( ! is_string( $html ) || strlen( $html ) > self::LIMIT || self::is_within_another() || ! WPGraphQL::is_graphql_request() ) {
			return $html;
		}
		// WordPress 6.2 brought the processor.
		return preg_match( self::SIGNS, $html ) && class_exists( WP_HTML_Tag_Processor::class ) ? $this->with_styles( $html ) : $html;
	}

	/** Whether an excerpt is made of this content, or another content shows it and comes here afterwards. */
	private static function is_within_another(): bool {
		global $wp_current_filter;
		return doing_filter( 'get_the_excerpt' ) || count( array_keys( (array) $wp_current_filter, 'the_content', true ) ) > 1;
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
			$classes = is_string( $classes ) ? array_filter( explode( ' ', strtr( $classes, "\t\n\f\r", '    ' ) ) ) : [];
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
	 * @param string[] $classes Classes of the element.
	 */
	private function from_around( string $tag, array $classes ): string {
		$parent = end( $this->around );
		if ( ! $parent ) {
			return '';
		}
		$is_button = array_intersect( [ 'wp-element-button', 'wp-block-button__link' ], $classes );
		return $this->rules->inside( $parent['all'], [ $is_button ? StyleRules::BUTTON : $tag ] ) .
			$this->rules->inside( $parent['own'], StyleRules::parts_of_child( $classes, 0 === $parent['children'] ) );
	}

	/**
	 * An element begins.
	 *
	 * @param string $tag In capitals.
	 * @param string[] $classes Classes of the element.
	 */
	private function open( string $tag, array $classes ): void {
		$parent = array_pop( $this->around );
		if ( $parent ) {
			++$parent['children'];
			$this->around[] = $parent;
		}
		if ( ! in_array( $tag, self::VOID, true ) ) {
			$own            = $this->rules->with_inside( $classes );
			$outer          = $parent ? $parent['all'] : [];
			$this->around[] = [
				'tag'      => $tag,
				'own'      => $own,
				'all'      => $own ? array_values( array_unique( array_merge( $outer, $own ) ) ) : $outer,
				'children' => 0,
			];
		}
	}

	/** An element ends, and those in it that nobody has closed. */
	private function close( string $tag ): void {
		$last = count( $this->around ) - 1;
		for ( $at = $last; $at >= 0 && $last - $at < self::LEVELS; $at-- ) {
			if ( $this->around[ $at ]['tag'] === $tag ) {
				array_splice( $this->around, $at );
				return;
			}
		}
	}
}
