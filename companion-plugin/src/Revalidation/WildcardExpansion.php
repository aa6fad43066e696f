<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

defined( 'ABSPATH' ) || exit;

/**
 * The whole site, path by path.
 *
 * For services that do not know `/*`: the paths that it stands for, lists first, then what was changed last.
 */
final class WildcardExpansion {

	/** Paths of one change; ten requests. */
	private const MOST = 1000;

	/**
	 * Replaces wildcards.
	 *
	 * @param Changes $changes With them.
	 * @param string[] $wild The paths that end in `/*`.
	 */
	public static function instead_of( Changes $changes, array $wild ): Changes {
		$listed = $changes->first( PHP_INT_MAX );
		$listed->remove( $wild );
		foreach ( self::all() as $path ) {
			foreach ( $wild as $folder ) {
				$folder = substr( $folder, 0, -1 );
				if ( 0 === strpos( $path . '/', $folder ) ) {
					$listed->add( $path );
				}
			}
		}
		return $listed;
	}

	/**
	 * Front page, archives, and what was changed last.
	 *
	 * @return string[]
	 */
	private static function all(): array {
		$types = Addresses::shown_types();
		$paths = [ '/', Addresses::posts_page(), '/feed', '/sitemap.xml' ];
		foreach ( $types as $type ) {
			$archive = get_post_type_archive_link( $type );
			$paths[] = $archive ? Addresses::path( $archive ) : null;
		}
		$terms = get_terms(
			[
				'taxonomy' => array_values( array_filter( get_taxonomies( [ 'public' => true ] ), 'is_taxonomy_viewable' ) ),
				'number'   => 200,
				'orderby'  => 'count',
				'order'    => 'DESC',
			]
		);
		foreach ( is_array( $terms ) ? $terms : [] as $term ) {
			$paths[] = $term instanceof \WP_Term ? Addresses::path( get_term_link( $term ) ) : null;
		}
		$posts = get_posts(
			[
				'post_type'              => $types,
				'post_status'            => 'publish',
				'posts_per_page'         => self::MOST, // phpcs:ignore WordPress.WP.PostsPerPage -- In the background, and rarely.
				// Posts that have just been changed are sent first, and are among them even where there are more.
				'orderby'                => 'modified',
				'update_post_meta_cache' => false,
			]
		);
		foreach ( $posts as $post ) {
			$paths[] = $post instanceof \WP_Post ? Addresses::post( $post ) : null;
		}
		return array_slice( array_values( array_unique( array_filter( $paths ) ) ), 0, self::MOST );
	}
}
