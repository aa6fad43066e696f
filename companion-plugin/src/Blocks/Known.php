<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

use WP_Block_Type_Registry;

defined( 'ABSPATH' ) || exit;

/**
 * Which blocks and attributes WordPress has.
 *
 * PHP knows those that are registered in it. Those that only JavaScript registers are known from content: a name that is neither here nor
 * there is a mistake.
 */
final class Known {

	/** Any block has these, whatever is registered. */
	private const ALWAYS = [ 'align', 'anchor', 'className', 'layout', 'lock', 'metadata', 'style' ];

	/**
	 * Those that there are not.
	 *
	 * @param string[] $names Names of blocks, `acme/notice`.
	 * @param string[] $attributes `acme/notice#tone`.
	 * @return array{blocks: list<string>, attributes: list<string>, known: array{blocks: list<string>, attributes: object}}
	 */
	public static function missing( array $names, array $attributes ): array {
		$types   = WP_Block_Type_Registry::get_instance()->get_all_registered();
		$known   = [];
		$unknown = [];
		foreach ( array_intersect_key( $types, array_flip( $names ) ) as $name => $type ) {
			$known[ $name ] = array_map( 'strval', array_keys( (array) $type->get_attributes() ) );
		}
		foreach ( $attributes as $read ) {
			list( $name, $attribute ) = array_pad( explode( '#', $read, 2 ), 2, '' );
			if ( empty( $known[ $name ] ) || in_array( $attribute, array_merge( self::ALWAYS, $known[ $name ] ), true ) ) {
				continue;
			}
			if ( ! self::is_used( $name, sprintf( '%s:', wp_json_encode( $attribute ) ) ) ) {
				$unknown[] = $read;
			}
		}
		$blocks = array_filter(
			array_diff( $names, array_keys( $types ) ),
			static function ( string $name ): bool {
				return ! self::is_used( $name );
			}
		);
		return [
			'blocks'     => array_values( $blocks ),
			'attributes' => $unknown,
			'known'      => [
				'blocks'     => array_map( 'strval', array_keys( $types ) ),
				'attributes' => (object) $known,
			],
		];
	}

	/**
	 * Whether any content has the block.
	 *
	 * @param string $name Name of the block.
	 * @param string $text In the comment around it.
	 */
	private static function is_used( string $name, string $text = '' ): bool {
		global $wpdb;
		$begin = '%' . $wpdb->esc_like( '<!-- wp:' . preg_replace( '#^core/#', '', $name ) . ' ' );
		$like  = '' === $text ? $begin . '%' : $begin . '{%' . $wpdb->esc_like( $text ) . '%';
		// phpcs:ignore WordPress.DB -- Asked of what is not registered, once in ten minutes at most.
		return null !== $wpdb->get_var( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_content LIKE %s LIMIT 1", $like ) );
	}
}
