<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Gives each song of a playlist a player.
 *
 * WordPress 7.1 hands the addresses of the files to a script of its own, at the end of its page. The content has the titles alone.
 */
final class PlaylistTracks implements Module {

	public function register(): void {
		Hooks::action( 'init_graphql_request', [ $this, 'begin' ] );
	}

	/** A request of GraphQL begins. */
	public function begin(): void {
		Hooks::filter( 'render_block_core/playlist-track', [ $this, 'track' ], 10, 2 );
	}

	/**
	 * A song was rendered.
	 *
	 * @param mixed $html Rendered.
	 * @param mixed $block Parsed block.
	 * @return mixed
	 */
	public function track( $html, $block = null ) {
		$src = is_array( $block ) && is_array( $block['attrs'] ?? null ) ? ( $block['attrs']['src'] ?? '' ) : '';
		if ( ! is_string( $html ) || ! is_string( $src ) || '' === $src ) {
			return $html;
		}
		$player = sprintf( '<audio controls preload="none" src="%s"></audio></li>', esc_url( $src ) );
		return preg_replace( '#</li>\s*$#', str_replace( [ '\\', '$' ], [ '\\\\', '\\$' ], $player ), $html ) ?? $html;
	}
}
