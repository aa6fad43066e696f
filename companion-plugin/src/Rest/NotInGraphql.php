<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Rest;

use HeadlessSiteCompanion\Revalidation\Addresses;

defined( 'ABSPATH' ) || exit;

/**
 * Content that the site cannot show.
 *
 * Content types and taxonomies with pages for everybody that GraphQL does not have. WordPress's REST interface knows only those with
 * `show_in_rest`, and of none whether it is public.
 */
final class NotInGraphql {

	/**
	 * Types first.
	 *
	 * @return list<array{kind: string, name: string, label: string}>
	 */
	public static function all(): array {
		$found = [];
		foreach ( get_post_types( [ 'public' => true ], 'objects' ) as $type ) {
			if ( Addresses::is_shown_type( $type->name ) && ! self::is_in_graphql( $type ) ) {
				$found[] = [
					'kind'  => 'type',
					'name'  => $type->name,
					'label' => $type->label,
				];
			}
		}
		foreach ( get_taxonomies( [ 'public' => true ], 'objects' ) as $taxonomy ) {
			if ( is_taxonomy_viewable( $taxonomy ) && ! self::is_in_graphql( $taxonomy ) ) {
				$found[] = [
					'kind'  => 'taxonomy',
					'name'  => $taxonomy->name,
					'label' => $taxonomy->label,
				];
			}
		}
		return $found;
	}

	/**
	 * Whether WPGraphQL takes it: without a name it does not.
	 *
	 * @param \WP_Post_Type|\WP_Taxonomy $what A content type or a taxonomy.
	 */
	private static function is_in_graphql( $what ): bool {
		return ! empty( $what->show_in_graphql ) && ! empty( $what->graphql_single_name );
	}
}
