<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Blocks\Dependencies;
use HeadlessSiteCompanion\Comments\Rules;
use HeadlessSiteCompanion\Contracts\Module;
use WPGraphQL\Registry\TypeRegistry;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Items that may change without WordPress noticing.
 *
 * `ContentNode.companionInterval`: a shortcode, a block of another plugin, a feed of another site and today's date may show
 * something else at any time, and comments close after some days. The site keeps the time itself, because nobody may wake
 * WP-Cron for hours.
 */
final class Interval implements Module {

	/** Seconds after which such an item is old. */
	public const SECONDS = 300;

	public function register(): void {
		Names::register( [ $this, 'fields' ] );
	}

	public function fields( TypeRegistry $registry ): void {
		Names::field(
			$registry,
			'ContentNode',
			'companionInterval',
			[
				'type'        => 'Int',
				'description' => static function (): string {
					return 'Seconds after which this may show something else although WordPress tells of no change; null where it tells of each.';
				},
				'resolve'     => static function ( $item ): ?int {
					$post = get_post( (int) ( $item->databaseId ?? 0 ) ); // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- The name is WPGraphQL's.
					if ( ! $post instanceof WP_Post ) {
						return null;
					}
					$closes_in = Rules::closes_in( $post );
					return self::is_due( $post ) ? min( self::SECONDS, $closes_in ?? self::SECONDS ) : $closes_in;
				},
			]
		);
	}

	/**
	 * Whether a post shows what changes by itself. Read out of its content and not out of the table of readers, which is filled
	 * in the background and may be behind.
	 */
	private static function is_due( WP_Post $post ): bool {
		return [] !== array_intersect( Dependencies::of( $post->post_content, $post->post_type ), [ Dependencies::ANYTHING, Dependencies::INTERVAL ] );
	}
}
