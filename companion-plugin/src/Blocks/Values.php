<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

use HeadlessSiteCompanion\Forms\Content as Forms;
use HeadlessSiteCompanion\Support\Text;

defined( 'ABSPATH' ) || exit;

/**
 * Values of a block's fields.
 *
 * Makes what somebody stored into what the schema promises: each field there, of its type or null, and safe. Attributes are
 * whatever an editor, an importer or an attacker with an account wrote into the content.
 *
 * @phpstan-import-type Field from Manifest
 */
final class Values {

	/** Bytes of one text. */
	private const MAX_TEXT = 20000;

	/** Bytes of rich text: a long article of an import. */
	private const MAX_HTML = 500000;

	/** Schemes of links. */
	private const SCHEMES = [ 'http', 'https', 'mailto', 'tel' ];

	private Manifest $manifest;

	/** @var array<int, mixed> Pictures that are not there, as keys. */
	private array $missing = [];

	public function __construct( Manifest $manifest ) {
		$this->manifest = $manifest;
	}

	/**
	 * Reads the pictures of a page at once: one by one they are two queries each, and one each where they are not there.
	 *
	 * @param int[] $ids
	 */
	public function read_pictures( array $ids ): void {
		$this->missing = array_flip( Pictures::read( $ids ) );
	}

	/**
	 * Values of all fields.
	 *
	 * @param array<string, Field> $fields Fields of the manifest.
	 * @param mixed $given Attributes, by name.
	 * @param string|null $inner HTML of the blocks inside, which are the rich text; null where there are none.
	 * @return array<string, mixed> By name.
	 */
	public function of( array $fields, $given, ?string $inner = null ): array {
		$values = [];
		foreach ( $fields as $name => $field ) {
			$value = is_array( $given ) ? $given[ $name ] ?? null : null;
			if ( 'html' === $field['kind'] && null !== $inner && ! self::is_blank( $inner ) ) {
				// WordPress has rendered it, as it renders the content of any page.
				$values[ $name ] = $inner;
				continue;
			}
			$values[ $name ] = $this->value( $field, $value );
		}
		return $values;
	}

	/**
	 * Whether HTML shows nothing: a section that nobody has written into has an empty paragraph inside, and a group whose
	 * only block stands in another column is an empty frame.
	 *
	 * @param string $html Rendered.
	 */
	public static function is_blank( string $html ): bool {
		// A component of the site stands there, or a notice.
		return false === strpos( $html, Marked::MARK ) && false === strpos( $html, Limits::CUT ) && '' === trim( (string) preg_replace( '#<(?:p|div)\b[^>]*>|</(?:p|div)>|<br\s*/?>|&nbsp;|\xC2\xA0#i', '', $html ) );
	}

	/**
	 * One value.
	 *
	 * @param Field $field Field of the manifest.
	 * @param mixed $value Stored value.
	 * @return mixed String, boolean, list, image; null for nothing.
	 */
	private function value( array $field, $value ) {
		switch ( $field['kind'] ) {
			case 'boolean':
				return is_bool( $value ) ? $value : null;
			case 'url':
				return self::url( $value );
			case 'image':
				return $this->image( $value );
			case 'html':
				$text = self::text( $value, self::MAX_HTML );
				return null === $text ? null : wp_kses_post( Forms::wrap( $text ) );
			case 'enum':
				$text = self::plain( $value ) ?? '';
				$text = $field['aliases'][ $text ] ?? $text;
				return in_array( $text, $field['values'] ?? [], true ) ? $text : $field['default'] ?? null;
			case 'token':
				return in_array( $value, $this->manifest->tokens(), true ) ? $value : null;
			case 'list':
				return $this->items( $field, $value );
			default:
				return self::plain( $value );
		}
	}

	/**
	 * A list.
	 *
	 * @param Field $field Field of kind `list`.
	 * @param mixed $value Stored value.
	 * @return array<int, mixed>
	 */
	private function items( array $field, $value ): array {
		$items = [];
		$item  = $field['item'] ?? 'string';
		foreach ( is_array( $value ) ? array_slice( $value, 0, Limits::ENTRIES ) : [] as $given ) {
			if ( ! is_array( $item ) ) {
				$text = self::plain( $given );
				if ( null !== $text ) {
					$items[] = $text;
				}
			} elseif ( is_array( $given ) ) {
				/**
				 * The manifest checks fields in lists, too.
				 *
				 * @var array<string, Field> $fields
				 */
				$fields  = $item['fields'];
				$items[] = $this->of( $fields, $given );
			}
		}
		return $items;
	}

	/**
	 * A plain text. The editor stores it as in HTML (`&amp;`), as WordPress cleans attributes for those who may not write any
	 * HTML; see editor/stored.ts.
	 *
	 * @param mixed $value Stored value.
	 */
	private static function plain( $value ): ?string {
		$text = self::text( $value );
		return null === $text ? null : wp_specialchars_decode( $text, ENT_QUOTES );
	}

	/**
	 * A text as it is stored.
	 *
	 * @param mixed $value Stored value; numbers are texts here.
	 * @param int $most Bytes.
	 */
	private static function text( $value, int $most = self::MAX_TEXT ): ?string {
		if ( is_int( $value ) || is_float( $value ) ) {
			$value = (string) $value;
		}
		if ( ! is_string( $value ) ) {
			return null;
		}
		$text = (string) preg_replace( '/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/', '', wp_check_invalid_utf8( $value, true ) );
		$text = trim( Text::cut( $text, $most ) );
		return '' === $text ? null : $text;
	}

	/**
	 * An address.
	 *
	 * @param mixed $value Stored value; ACF's links have it in `url`.
	 */
	private static function url( $value ): ?string {
		$text = self::plain( is_array( $value ) ? $value['url'] ?? null : $value );
		$url  = null === $text ? '' : esc_url_raw( $text, self::SCHEMES );
		return '' === $url ? null : $url;
	}

	/**
	 * A picture: a file of the media library, otherwise an address.
	 *
	 * @param mixed $value `{id, url, alt}` as our editor stores it; an id, an address or ACF's array.
	 * @return array{sourceUrl: string, altText: string}|null
	 */
	private function image( $value ): ?array {
		$given = is_array( $value ) ? $value : [ 'url' => $value ];
		$id    = Pictures::id( $value );
		$known = $id > 0 && ! isset( $this->missing[ $id ] ) && wp_attachment_is_image( $id ) && Pictures::is_shown( $id );
		$url   = $known ? wp_get_attachment_image_url( $id, 'full' ) : false;
		$own   = is_string( $url ) && '' !== $url;
		$url   = $own ? $url : self::url( $given['url'] ?? null );
		if ( null === $url || ! preg_match( '#^(https?:)?/#', (string) $url ) ) {
			return null;
		}
		$alt = self::plain( $given['alt'] ?? null );
		if ( null === $alt && $own ) {
			$alt = self::text( get_post_meta( $id, '_wp_attachment_image_alt', true ) );
		}
		return [
			'sourceUrl' => (string) $url,
			'altText'   => $alt ?? '',
		];
	}
}
