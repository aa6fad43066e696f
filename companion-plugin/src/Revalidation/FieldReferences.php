<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Blocks\Dependencies;

defined( 'ABSPATH' ) || exit;

/**
 * References in a post's fields.
 *
 * Fields of Advanced Custom Fields that hold another post, a term or a user: a page that shows such a field shows the title of what it leads to as
 * well; so does a text with a form. Rows of repeaters and layouts count, because ACF stores each of their fields by itself. Pictures and files are DeferredLookups'.
 */
final class FieldReferences {

	/** Kinds of the ids in a field, by the type of the field. */
	private const KINDS = [
		'relationship' => 'post',
		'post_object'  => 'post',
		'page_link'    => 'post',
		'taxonomy'     => 'term',
		'user'         => 'user',
	];

	/** References of one post. A list of more is no text that somebody wrote. */
	private const MOST = 200;

	/** @var array<string, string> Kinds of the ids, by the key of the field; empty for a field that holds none. */
	private static array $kinds = [];

	/**
	 * References in a post's fields.
	 *
	 * @return string[] `post:<id>`, `term:<id>`, `user:<id>` and `forms:<adapter>`; empty without ACF.
	 */
	public static function of( int $post ): array {
		if ( ! function_exists( 'acf_get_field' ) ) {
			return [];
		}
		$meta  = (array) get_post_meta( $post );
		$found = [];
		foreach ( $meta as $name => $values ) {
			// Beside each value ACF stores which field it is of.
			$key   = is_array( $meta[ "_$name" ] ?? null ) ? (string) reset( $meta[ "_$name" ] ) : '';
			$kind  = 0 === strpos( $key, 'field_' ) ? self::kind( $key ) : '';
			$found = array_merge( $found, '' === $kind && '' !== $key ? self::forms( $values ) : [] );
			if ( '' === $kind || ! is_array( $values ) ) {
				continue;
			}
			foreach ( (array) maybe_unserialize( reset( $values ) ) as $id ) {
				if ( is_numeric( $id ) && (int) $id > 0 ) {
					$found[] = $kind . ':' . (int) $id;
				}
			}
		}
		return array_slice( array_values( array_unique( $found ) ), 0, self::MOST );
	}

	/**
	 * Forms in a text.
	 *
	 * @param mixed $values Values of a field.
	 * @return string[] Names in the form of Dependencies.
	 */
	private static function forms( $values ): array {
		$text = is_array( $values ) ? reset( $values ) : '';
		return is_string( $text ) ? array_values( (array) preg_grep( '/^forms:/', Dependencies::of( $text, '' ) ) ) : [];
	}

	private static function kind( string $key ): string {
		if ( ! isset( self::$kinds[ $key ] ) ) {
			$field               = acf_get_field( $key );
			self::$kinds[ $key ] = self::KINDS[ is_array( $field ) ? (string) $field['type'] : '' ] ?? '';
		}
		return self::$kinds[ $key ];
	}
}
