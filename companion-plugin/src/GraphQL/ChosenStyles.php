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

	/** @var array<array{tag: string, depth: int, class: string}> Elements that say how links, headings or buttons in them look, the outermost first. */
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
	 * Declarations that an element takes from one around it.
	 *
	 * @param string $tag In capitals.
	 * @param string[] $classes Of the element.
	 */
	private function from_around( string $tag, array $classes ): string {
		$is_button = array_intersect( [ 'wp-element-button', 'wp-block-button__link' ], $classes );
		$part      = $is_button ? StyleRules::BUTTON : $tag;
		return implode(
			'',
			array_map(
				function ( array $outer ) use ( $part ): string {
					return $this->rules->inside( $outer['class'], $part );
				},
				$this->around
			)
		);
	}

	/**
	 * An element begins.
	 *
	 * @param string $tag In capitals.
	 * @param string[] $classes Of the element.
	 */
	private function open( string $tag, array $classes ): void {
		foreach ( $this->around as $at => $outer ) {
			$this->around[ $at ]['depth'] += $outer['tag'] === $tag ? 1 : 0;
		}
		foreach ( $classes as $class ) {
			if ( $this->rules->has_inside( $class ) ) {
				$this->around[] = [
					'tag'   => $tag,
					'depth' => 1,
					'class' => $class,
				];
			}
		}
	}

	/** An element ends. */
	private function close( string $tag ): void {
		foreach ( $this->around as $at => $outer ) {
			$this->around[ $at ]['depth'] -= $outer['tag'] === $tag ? 1 : 0;
		}
		$this->around = array_values(
			array_filter(
				$this->around,
				static function ( array $outer ): bool {
					return $outer['depth'] > 0;
				}
			)
		);
	}
}
