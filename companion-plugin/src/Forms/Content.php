<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use Throwable;
use WPGraphQL;

defined( 'ABSPATH' ) || exit;

/**
 * Forms in what GraphQL gives to the site.
 *
 * Puts the definition of each form around its HTML. WordPress's own pages, feeds and excerpts have the form as it is.
 */
final class Content implements Module {

	public function register(): void {
		Hooks::action( 'init_graphql_request', [ $this, 'begin' ] );
	}

	/** A request of GraphQL begins: of the site, or of a plugin on a page of WordPress's own, which goes on afterwards. */
	public function begin(): void {
		foreach ( Registry::adapters() as $adapter ) {
			try {
				$adapter->prepare();
			} catch ( Throwable $error ) {
				Hooks::report( 'forms of ' . $adapter->name(), $error );
			}
		}
		Hooks::filter( 'the_content', [ $this, 'content' ], PHP_INT_MAX );
	}

	/**
	 * A content was rendered. An excerpt is about to lose its tags.
	 *
	 * @param mixed $html Rendered.
	 * @return mixed
	 */
	public function content( $html ) {
		return is_string( $html ) && ! doing_filter( 'get_the_excerpt' ) ? self::wrap( $html ) : $html;
	}

	/**
	 * HTML with the definitions of its forms; as it is where it is not for the site.
	 *
	 * @param string $html Rendered.
	 */
	public static function wrap( string $html ): string {
		// A form ends there, whoever makes it; most contents have none.
		if ( false === stripos( $html, '</form>' ) || ! WPGraphQL::is_graphql_request() ) {
			return $html;
		}
		$found = [];
		foreach ( Registry::adapters() as $adapter ) {
			try {
				foreach ( $adapter->find( $html ) as list( $at, $length, $id ) ) {
					$found[ $at ] = [ $adapter, $length, $id ];
				}
			} catch ( Throwable $error ) {
				Hooks::report( 'forms of ' . $adapter->name(), $error );
			}
		}
		// From the end, so that the places before stay where they are.
		krsort( $found );
		$limit = strlen( $html );
		foreach ( $found as $at => list( $adapter, $length, $id ) ) {
			if ( $at + $length <= $limit && ! self::is_wrapped( $html, $at ) ) {
				$html  = substr_replace( $html, self::form( $adapter, $id, substr( $html, $at, $length ) ), $at, $length );
				$limit = $at;
			}
		}
		return $html;
	}

	/**
	 * Whether a form has its definition already: a content may show other contents.
	 *
	 * @param string $html Rendered.
	 * @param int $at Where the form begins.
	 */
	private static function is_wrapped( string $html, int $at ): bool {
		$tag = strrpos( substr( $html, 0, $at ), '<' );
		return false !== $tag && 0 === strncmp( substr( $html, $tag, 20 ), '<div data-companion-', 20 );
	}

	/**
	 * One form.
	 *
	 * @param string $id In its plugin.
	 * @param string $html Rendered.
	 */
	private static function form( Adapter $adapter, string $id, string $html ): string {
		try {
			return Definitions::wrap( $adapter->name() . ':' . $id, $adapter->definition( $id, $html ), $html );
		} catch ( Unsupported $why ) {
			return Definitions::refuse( $adapter->name() . ':' . $why->reason(), $html );
		} catch ( Throwable $error ) {
			Hooks::report( 'forms of ' . $adapter->name(), $error );
			return Definitions::refuse( $adapter->name() . ':' . Unsupported::BROKEN, $html );
		}
	}
}
