<?php
/**
 * Names in the GraphQL schema.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Registers types and fields, and notices where another plugin was first with a name: WPGraphQL keeps the first one and says
 * nothing (measured on 2.20), so the site would read the other plugin's answer as ours.
 */
final class Names {

	/** Transient with the names that are taken, for a notice; it ends a day after the last request that met them. */
	private const TAKEN = 'companion_schema_taken';

	/**
	 * Registers an object type, unless the name is taken.
	 *
	 * @param mixed                $registry The TypeRegistry that `graphql_register_types` hands over.
	 * @param string               $name     Of the type.
	 * @param array<string, mixed> $config   As for register_graphql_object_type().
	 * @return bool Whether the type is ours; fields of this type must not be registered otherwise.
	 */
	public static function type( $registry, string $name, array $config ): bool {
		if ( is_object( $registry ) && method_exists( $registry, 'has_type' ) && $registry->has_type( $name ) ) {
			self::remember( $name );
			return false;
		}
		register_graphql_object_type( $name, $config );
		return true;
	}

	/**
	 * Registers a field.
	 *
	 * @param string               $type   Name of the type it belongs to.
	 * @param string               $name   Of the field.
	 * @param array<string, mixed> $config As for register_graphql_field().
	 */
	public static function field( string $type, string $name, array $config ): void {
		register_graphql_field( $type, $name, $config + [ 'companion' => true ] );
		// Behind WPGraphQL's own filter (10), which adds a field only where there is none of its name.
		Hooks::filter(
			'graphql_' . $type . '_fields',
			static function ( $fields ) use ( $type, $name ) {
				if ( is_array( $fields ) && isset( $fields[ $name ] ) && empty( $fields[ $name ]['companion'] ) ) {
					self::remember( $type . '.' . $name );
				}
				return $fields;
			},
			20
		);
	}

	/**
	 * What another plugin has taken, as the last day's requests met it.
	 *
	 * @return string[] `CompanionIndex`, `Page.companionSettings`.
	 */
	public static function taken(): array {
		$names = get_transient( self::TAKEN );
		return is_array( $names ) ? array_values( array_filter( $names, 'is_string' ) ) : [];
	}

	/**
	 * Keeps a name for the notice.
	 *
	 * @param string $name Of a type or field.
	 */
	private static function remember( string $name ): void {
		$names = self::taken();
		if ( ! in_array( $name, $names, true ) ) {
			$names[] = $name;
			set_transient( self::TAKEN, $names, DAY_IN_SECONDS );
		}
	}
}
