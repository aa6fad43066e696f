<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

defined( 'ABSPATH' ) || exit;

/**
 * Blocks as plain HTML.
 *
 * WordPress itself shows this HTML of a block: in feeds, search, excerpts, another theme, and on the site where it has no component.
 * Headings, paragraphs, links, pictures and lists in the order of the manifest; every value is escaped here.
 *
 * @phpstan-import-type Field from Manifest
 */
final class Html {

	/** Fields that are headings. */
	private const HEADINGS = [ 'heading', 'sectionHeading', 'title', 'name' ];

	/**
	 * All fields.
	 *
	 * @param array<string, Field> $fields Fields of the manifest.
	 * @param array<string, mixed> $values
	 * @param int $level Level of headings.
	 */
	public static function of( array $fields, array $values, int $level = 2 ): string {
		$html = [];
		foreach ( $fields as $name => $field ) {
			$value = $values[ $name ] ?? null;
			if ( null === $value || isset( $fields[ self::partner( $name, 'Text', 'Url' ) ] ) ) {
				continue;
			}
			switch ( $field['kind'] ) {
				case 'string':
					$tag    = in_array( $name, self::HEADINGS, true ) ? "h$level" : 'p';
					$text   = self::escaped( $value );
					$html[] = 'quote' === $name ? "<blockquote><p>$text</p></blockquote>" : "<$tag>$text</$tag>";
					break;
				case 'html':
					$html[] = $value;
					break;
				case 'url':
					$text   = $values[ self::partner( $name, 'Url', 'Text' ) ] ?? null;
					$html[] = sprintf( '<p><a href="%s">%s</a></p>', self::escaped( $value ), self::escaped( is_string( $text ) ? $text : $value ) );
					break;
				case 'image':
					$html[] = sprintf( '<figure><img src="%s" alt="%s" /></figure>', self::escaped( $value['sourceUrl'] ), self::escaped( $value['altText'] ) );
					break;
				case 'list':
					$html[] = self::items( $field, $value, $level + 1 );
			}
		}
		// Where tags are taken out (excerpts, search) words must not run together.
		return $html ? implode( "\n", $html ) . "\n" : '';
	}

	/**
	 * A list: lines as a list, entries one after the other.
	 *
	 * @param Field $field Field of kind `list`.
	 * @param array<int, mixed> $items Items, cleaned by Values.
	 * @param int $level Level of headings.
	 */
	private static function items( array $field, array $items, int $level ): string {
		$html = [];
		$item = $field['item'] ?? 'string';
		foreach ( $items as $value ) {
			if ( is_array( $item ) && is_array( $value ) ) {
				/**
				 * The manifest checks fields in lists, too.
				 *
				 * @var array<string, Field> $fields
				 */
				$fields = $item['fields'];
				$html[] = self::of( $fields, $value, $level );
			} elseif ( is_string( $value ) ) {
				$html[] = '<li>' . self::escaped( $value ) . '</li>';
			}
		}
		$all = implode( "\n", $html );
		return is_array( $item ) || '' === $all ? $all : "<ul>$all</ul>";
	}

	/**
	 * A text or a checked address in HTML. WordPress's own functions leave what looks like an entity alone, and `&amp;amp;` is
	 * what somebody means who types `&amp;`.
	 *
	 * @param string $text Text, cleaned by Values.
	 */
	private static function escaped( string $text ): string {
		return htmlspecialchars( $text, ENT_QUOTES, 'UTF-8' );
	}

	/**
	 * Name of the field that goes with another: `buttonText` with `buttonUrl`.
	 *
	 * @param string $with Ending of the other name.
	 * @return string Empty where it ends otherwise.
	 */
	private static function partner( string $name, string $end, string $with ): string {
		return substr( $name, -strlen( $end ) ) === $end ? substr( $name, 0, -strlen( $end ) ) . $with : '';
	}
}
