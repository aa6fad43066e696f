<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Support\Hooks;
use WPGraphQL\Registry\TypeRegistry;

defined( 'ABSPATH' ) || exit;

/**
 * Names in the GraphQL schema.
 *
 * Registers types and fields, and notices where another plugin was first with a name: WPGraphQL keeps the first one and says
 * nothing (measured on 2.20), so the site would read the other plugin's answer as ours.
 */
final class Names {

	/**
	 * When to register. The functions that other plugins call put off all they are given to the priority 10 of this hook; only
	 * behind that it is known which names are taken.
	 */
	private const HOOK     = 'graphql_register_types_late';
	private const PRIORITY = 20;

	/** Transient with the names that are taken, for a notice; it ends a day after the last request that met them. */
	private const TAKEN = 'companion_schema_taken';

	/**
	 * Calls back when types and fields are to be registered.
	 *
	 * @param callable(TypeRegistry): void $register Calls type() and field().
	 */
	public static function register( callable $register ): void {
		Hooks::action(
			self::HOOK,
			static function ( $registry ) use ( $register ): void {
				if ( $registry instanceof TypeRegistry ) {
					$register( $registry );
				}
			},
			self::PRIORITY
		);
	}

	/**
	 * Registers an object type, unless the name is taken.
	 *
	 * @param array<string, mixed> $config See register_graphql_object_type().
	 * @return bool Whether the type is ours; fields of this type must not be registered otherwise.
	 */
	public static function type( TypeRegistry $registry, string $name, array $config ): bool {
		if ( $registry->has_type( $name ) ) {
			self::remember( $name );
			return false;
		}
		$registry->register_object_type( $name, $config );
		return true;
	}

	/**
	 * Registers a union type, unless the name is taken.
	 *
	 * @param array<string, mixed> $config See register_graphql_union_type().
	 * @return bool Whether the type is ours.
	 */
	public static function union( TypeRegistry $registry, string $name, array $config ): bool {
		if ( $registry->has_type( $name ) ) {
			self::remember( $name );
			return false;
		}
		$registry->register_union_type( $name, $config );
		return true;
	}

	/**
	 * Registers a field, unless the name is taken.
	 *
	 * @param string $type Name of the type it belongs to.
	 * @param array<string, mixed> $config See register_graphql_field().
	 */
	public static function field( TypeRegistry $registry, string $type, string $name, array $config ): void {
		$registry->register_field( $type, $name, $config + [ 'companion' => true ] );
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
	 * Names that another plugin has taken, from the last day's requests.
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
	 * @param string $name Name of a type or field.
	 */
	private static function remember( string $name ): void {
		$names = self::taken();
		if ( ! in_array( $name, $names, true ) ) {
			$names[] = $name;
			set_transient( self::TAKEN, $names, DAY_IN_SECONDS );
		}
	}
}
