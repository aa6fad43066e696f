<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

defined( 'ABSPATH' ) || exit;

/**
 * Dependencies of WordPress's own blocks, beside their attributes.
 *
 * The table of WordPress's dynamic blocks and widgets. A block that is not in it shows its attributes, or the post that holds it, whose
 * own changes are told anyway. No WordPress call is made here. See Dependencies for the words.
 */
final class CoreBlockDependencies {

	/** Blocks, without `core/`. */
	private const BLOCKS = [
		'archives'        => [ 'posts:post' ],
		// It shows the month of today.
		'calendar'        => [ 'posts:post', Dependencies::INTERVAL ],
		'latest-comments' => [ 'comments', 'posts:*' ],
		'latest-posts'    => [ 'posts:post' ],
		'navigation'      => [ 'menus' ],
		'page-list'       => [ 'posts:page' ],
		'rss'             => [ Dependencies::INTERVAL ],
		'site-logo'       => [ 'site' ],
		'site-tagline'    => [ 'site' ],
		'site-title'      => [ 'site' ],
	];

	/** Blocks that show the post which holds them; in a query they show others. */
	private const IN_QUERY = [
		'avatar'                => [ 'users' ],
		'comments'              => [ 'comments' ],
		'post-author'           => [ 'users' ],
		'post-author-biography' => [ 'users' ],
		'post-author-name'      => [ 'users' ],
		'post-comments-count'   => [ 'comments' ],
		'post-comments-link'    => [ 'comments' ],
		// With blocks of their own.
		'post-content'          => [ Dependencies::ANYTHING ],
		'post-terms'            => [ 'terms:*' ],
	];

	/** Widgets, by the name that legacy-widget has for them. */
	private const WIDGETS = [
		'archives'        => [ 'posts:post' ],
		'calendar'        => [ 'posts:post', Dependencies::INTERVAL ],
		'categories'      => [ 'terms:category' ],
		'custom_html'     => [],
		'media_audio'     => [],
		'media_gallery'   => [],
		'media_image'     => [],
		'media_video'     => [],
		'meta'            => [ 'site' ],
		'nav_menu'        => [ 'menus', 'posts:*', 'terms:*' ],
		'pages'           => [ 'posts:page' ],
		'recent-comments' => [ 'comments', 'posts:*' ],
		'recent-posts'    => [ 'posts:post' ],
		'rss'             => [ Dependencies::INTERVAL ],
		'search'          => [],
		'tag_cloud'       => [ 'terms:*' ],
	];

	/**
	 * Dependencies of one block.
	 *
	 * @param string $name Without `core/`.
	 * @param array<string, mixed> $attrs Its attributes.
	 * @param bool $in_query Whether it is shown for each post of a query.
	 * @param string $type Type of the post that holds it.
	 * @return string[] See Dependencies.
	 */
	public static function of( string $name, array $attrs, bool $in_query, string $type ): array {
		$found = self::BLOCKS[ $name ] ?? [];
		if ( $in_query ) {
			$found = array_merge( $found, self::IN_QUERY[ $name ] ?? [] );
		}
		switch ( $name ) {
			case 'avatar':
				return is_numeric( $attrs['userId'] ?? null ) && $attrs['userId'] > 0 ? [ 'user:' . (int) $attrs['userId'] ] : $found;
			case 'categories':
				return [ 'terms:' . self::word( $attrs['taxonomy'] ?? '', 'category' ) ];
			case 'tag-cloud':
				return [ 'terms:' . self::word( $attrs['taxonomy'] ?? '', 'post_tag' ) ];
			case 'terms-query':
				return [ 'terms:' . self::word( self::query( $attrs, 'termQuery' )['taxonomy'] ?? '', '*' ) ];
			case 'latest-posts':
				return empty( $attrs['displayAuthor'] ) ? $found : array_merge( $found, [ 'users' ] );
			case 'legacy-widget':
				return self::WIDGETS[ (string) self::word( $attrs['idBase'] ?? '', '' ) ] ?? [ Dependencies::ANYTHING ];
			case 'navigation':
				// Without one of its own it shows a list of all pages.
				return empty( $attrs['ref'] ) ? array_merge( $found, [ 'posts:page' ] ) : $found;
			case 'navigation-link':
			case 'navigation-submenu':
				return self::of_link( $attrs );
			case 'post-date':
				return 'human-diff' === ( $attrs['format'] ?? '' ) ? [ Dependencies::INTERVAL ] : [];
			case 'post-navigation-link':
				return [ 'posts:' . $type ];
			case 'query':
				$query = self::query( $attrs, 'query' );
				$type  = self::word( $query['postType'] ?? '', 'post' );
				return [ 'posts:' . ( 'any' === $type ? '*' : $type ) ];
			default:
				return $found;
		}
	}

	/**
	 * Dependencies of a navigation link: it goes away with its target, and may bear its name.
	 *
	 * @param array<string, mixed> $attrs
	 * @return string[]
	 */
	private static function of_link( array $attrs ): array {
		if ( 'post-type' === ( $attrs['kind'] ?? '' ) ) {
			return [ 'posts:' . self::word( $attrs['type'] ?? '', '*' ) ];
		}
		if ( 'taxonomy' === ( $attrs['kind'] ?? '' ) ) {
			$type = self::word( $attrs['type'] ?? '', '*' );
			return [ 'terms:' . ( 'tag' === $type ? 'post_tag' : $type ) ];
		}
		return [];
	}

	/**
	 * An attribute that is a list of settings.
	 *
	 * @param array<string, mixed> $attrs
	 * @param string $name Name of the attribute.
	 * @return array<string, mixed>
	 */
	private static function query( array $attrs, string $name ): array {
		return is_array( $attrs[ $name ] ?? null ) ? $attrs[ $name ] : [];
	}

	/**
	 * Name of a post type, taxonomy or widget.
	 *
	 * @param mixed $value Value of an attribute.
	 * @param string $instead Where it is none.
	 */
	private static function word( $value, string $instead ): string {
		return is_string( $value ) && 1 === preg_match( '/^[a-z0-9_-]{1,32}$/', $value ) ? $value : $instead;
	}
}
