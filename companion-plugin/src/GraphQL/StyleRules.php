<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use WP_Style_Engine_CSS_Rules_Store;

defined( 'ABSPATH' ) || exit;

/**
 * The declarations that WordPress's style sheets have for the classes in a content.
 *
 * Three sources: the presets of theme and Site Editor (`has-accent-1-color`), the rules that WordPress makes while it renders blocks
 * (`wp-container-…`, `wp-elements-…`), and the styles of the theme that a block may choose (`is-style-section-1--4`). Only selectors
 * that a style attribute can stand for are read: one class, the links, headings and buttons within it, and its children.
 */
final class StyleRules {

	/** Stands for buttons, which are links, too. */
	public const BUTTON = '.button';

	/** Parts that are children: all of them, those behind the first one, those without an alignment of their own, and wide ones. */
	private const CHILD       = '> *';
	private const LATER_CHILD = '> * + *';
	private const PLAIN_CHILD = '> :where(:not(.alignleft):not(.alignright):not(.alignfull))';
	private const WIDE_CHILD  = '> .alignwide';

	/** The element that has the class. */
	private const ITSELF = '';

	/** A variable may stand for another one, so many times. */
	private const DEPTH = 5;

	/** The property that a preset's class sets, and the kind of the preset. */
	private const PRESETS = [
		'gradient-background' => [ 'background', 'gradient' ],
		'background-color'    => [ 'background-color', 'color' ],
		'border-color'        => [ 'border-color', 'color' ],
		'color'               => [ 'color', 'color' ],
		'font-size'           => [ 'font-size', 'font-size' ],
		'font-family'         => [ 'font-family', 'font-family' ],
	];

	/** A class of one element or of one choice, beside others of the element. The site's theme draws outlined buttons by itself. */
	private const OF_ELEMENT = '/^(?:[\w-]*\.)?(?:[\w-]+\.)*((?:wp-container-|wp-elements-|is-style-(?!outline)[\w-]+--)[\w-]+)(?: (.+))?$/';

	/** Columns that nobody has changed. The site's theme puts them side by side, and below one another on a phone. */
	private const COLUMNS = '/^\.wp-container-core-columns.*\{flex-wrap:\s*nowrap;\}$/';

	/** @var array<string, string>|null Values of WordPress's variables by name, `--wp--…`; null before they are read. */
	private ?array $variables = null;

	/** @var array<string, array<string, string>> Declarations by class and by part of its element: ITSELF, a tag in capitals, or BUTTON. */
	private array $declarations = [];

	/** Rules of blocks that were read. WordPress adds some with each content. */
	private int $rules = 0;

	/** Style sheets of variations that were read. */
	private int $sheets = 0;

	/** Reads what WordPress has made so far. */
	public function read(): void {
		// WordPress 6.1 brought the store.
		$store = class_exists( WP_Style_Engine_CSS_Rules_Store::class ) ? WP_Style_Engine_CSS_Rules_Store::get_store( 'block-supports' ) : null;
		$rules = $store ? $store->get_all_rules() : [];
		foreach ( array_slice( $rules, $this->rules ) as $rule ) {
			// Those with a condition (a width of the window) stay out.
			if ( ! method_exists( $rule, 'get_rules_group' ) || ! $rule->get_rules_group() ) {
				$this->add( $rule->get_selector(), $rule->get_declarations()->get_declarations_string() );
			}
		}
		$this->rules = count( $rules );

		$sheets = wp_styles()->get_data( 'block-style-variation-styles', 'after' );
		$sheets = is_array( $sheets ) ? $sheets : [];
		foreach ( array_slice( $sheets, $this->sheets ) as $css ) {
			preg_match_all( '/:root :where\((.+?)\)\{([^{}]*)\}/', is_string( $css ) ? $css : '', $found, PREG_SET_ORDER );
			foreach ( $found as list( , $selector, $declarations ) ) {
				$this->add( $selector, $declarations );
			}
		}
		$this->sheets = count( $sheets );
	}

	/**
	 * Declarations that classes stand for, as one text.
	 *
	 * @param string[] $classes Classes of an element.
	 */
	public function of( array $classes ): string {
		$chosen = '';
		$preset = '';
		foreach ( $classes as $class ) {
			$chosen .= $this->declarations[ $class ][ self::ITSELF ] ?? '';
			if ( preg_match( '/^has-([a-z0-9-]+?)-(' . implode( '|', array_keys( self::PRESETS ) ) . ')$/', $class, $found ) ) {
				list( $property, $kind ) = self::PRESETS[ $found[2] ];
				$name                    = "--wp--preset--$kind--$found[1]";
				// WordPress marks these as important.
				$preset .= isset( $this->variables()[ $name ] ) ? "$property:var($name);" : '';
			}
		}
		return $this->with_values( $chosen . $preset );
	}

	/**
	 * Declarations for parts of an element.
	 *
	 * @param string[] $classes Classes of the element around.
	 * @param string[] $parts Tags in capitals, BUTTON, or those of a child.
	 */
	public function inside( array $classes, array $parts ): string {
		$chosen = '';
		foreach ( $classes as $class ) {
			foreach ( $parts as $part ) {
				$chosen .= $this->declarations[ $class ][ $part ] ?? '';
			}
		}
		return $this->with_values( $chosen );
	}

	/**
	 * The parts that a child is, the weakest rule first.
	 *
	 * @param string[] $classes Classes of the child.
	 * @param bool $is_first Whether no element stands before it.
	 * @return string[]
	 */
	public static function parts_of_child( array $classes, bool $is_first ): array {
		$parts = $is_first ? [ self::CHILD ] : [ self::CHILD, self::LATER_CHILD ];
		if ( ! array_intersect( [ 'alignleft', 'alignright', 'alignfull' ], $classes ) ) {
			$parts[] = self::PLAIN_CHILD;
		}
		return in_array( 'alignwide', $classes, true ) ? array_merge( $parts, [ self::WIDE_CHILD ] ) : $parts;
	}

	/**
	 * Those classes whose elements have parts with declarations.
	 *
	 * @param string[] $classes Classes of an element.
	 * @return string[]
	 */
	public function with_inside( array $classes ): array {
		return array_filter(
			$classes,
			function ( string $class_name ): bool {
				return (bool) array_diff_key( $this->declarations[ $class_name ] ?? [], [ self::ITSELF => '' ] );
			}
		);
	}

	/**
	 * A text with the values of the variables in it. One that nobody knows stays.
	 *
	 * @param string $text Part of a style.
	 */
	public function with_values( string $text ): string {
		for ( $depth = 0; $depth < self::DEPTH; $depth++ ) {
			if ( false === strpos( $text, 'var(--wp--' ) ) {
				break;
			}
			$text = (string) preg_replace_callback(
				'/var\(\s*(--wp--[\w-]+)\s*(?:,\s*([^()]*))?\)/',
				function ( array $found ): string {
					return $this->variables()[ $found[1] ] ?? $found[2] ?? $found[0];
				},
				$text
			);
		}
		return $text;
	}

	/**
	 * Adds a rule, once.
	 *
	 * @param string $selectors Separated by commas.
	 * @param string $declarations Declarations in the form of a style sheet.
	 */
	private function add( string $selectors, string $declarations ): void {
		$declarations = rtrim( trim( str_replace( '!important', '', $declarations ) ), ';' ) . ';';
		if ( ';' === $declarations || preg_match( self::COLUMNS, "$selectors{{$declarations}}" ) ) {
			return;
		}
		foreach ( explode( ',', $selectors ) as $selector ) {
			if ( ! preg_match( self::OF_ELEMENT, ltrim( trim( $selector ), '.' ), $found ) ) {
				continue;
			}
			$part = self::part( $found[2] ?? '' );
			if ( null === $part ) {
				continue;
			}
			$before = $this->declarations[ $found[1] ][ $part ] ?? '';
			// Buttons have two classes.
			if ( false === strpos( $before, $declarations ) ) {
				$this->declarations[ $found[1] ][ $part ] = $before . $declarations;
			}
		}
	}

	/**
	 * Which part of an element the rest of a selector is about.
	 *
	 * @param string $rest Behind the class.
	 * @return string|null Null for what no style attribute can stand for.
	 */
	private static function part( string $rest ): ?string {
		if ( '' === $rest || preg_match( '/^h[1-6]$/', $rest ) ) {
			return strtoupper( $rest );
		}
		if ( 'a:where(:not(.wp-element-button))' === $rest ) {
			return 'A';
		}
		if ( in_array( $rest, [ '.wp-element-button', '.wp-block-button__link' ], true ) ) {
			return self::BUTTON;
		}
		return in_array( $rest, [ self::CHILD, self::LATER_CHILD, self::PLAIN_CHILD, self::WIDE_CHILD ], true ) ? $rest : null;
	}

	/**
	 * Variables of the theme and the Site Editor, and WordPress's own where these have none.
	 *
	 * @return array<string, string>
	 */
	private function variables(): array {
		if ( null === $this->variables ) {
			$this->variables = [];
			preg_match_all( '/(--wp--[\w-]+):\s*([^;{}<>]+);/', wp_get_global_stylesheet( [ 'variables' ] ), $found );
			foreach ( $found[1] as $at => $name ) {
				$this->variables[ $name ] = trim( $found[2][ $at ] );
			}
		}
		return $this->variables;
	}
}
