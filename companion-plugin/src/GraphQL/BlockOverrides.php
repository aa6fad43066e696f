<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Blocks\Known;
use HeadlessSiteCompanion\Blocks\Marked;
use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Hmac;
use WPGraphQL\Model\Post;
use WPGraphQL\Registry\TypeRegistry;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Blocks that the site shows by components of its own.
 *
 * `companionBlockTypes`: which of these blocks and attributes there are not, so that the site can name a mistake before a build.
 * `ContentNode.companionBlocks`: the content with marks in the places of these blocks, and what each of them is. Attributes of a block
 * may hold what WordPress shows nobody (where a form is sent to), so only the site gets them: `key` shows that it knows the secret, and
 * is good for these names alone. On a page with sections, these have the marks.
 */
final class BlockOverrides implements Module {

	/** Names what the key is for; `src/runtime/wordpress/fields/block-overrides.ts` has it, too. */
	private const LABEL = 'companion/blocks/v1';

	private Settings $settings;
	private BlockTypes $sections;

	public function __construct( Settings $settings, BlockTypes $sections ) {
		$this->settings = $settings;
		$this->sections = $sections;
	}

	public function register(): void {
		Names::register( [ $this, 'fields' ] );
	}

	public function fields( TypeRegistry $registry ): void {
		$names = [
			'names' => [
				'type'        => [ 'list_of' => 'String' ],
				'description' => 'Of blocks, `acme/notice`.',
			],
			'key'   => [
				'type'        => 'String',
				'description' => 'Of the site, for these names.',
			],
		];
		Names::field(
			$registry,
			'ContentNode',
			'companionBlocks',
			[
				'type'        => 'String',
				'description' => static function (): string {
					return 'JSON: `html`, the content with an element `data-companion-block` in the place of each of the blocks, and `blocks` by their numbers, ' .
						'each with `name`, `attributes`, `html` and `inner`. Null where the content has none; `refused` for a wrong key.';
				},
				'args'        => $names,
				'resolve'     => function ( $item, array $args ): ?string {
					$names = self::texts( $args['names'] ?? [] );
					if ( ! $names ) {
						return null;
					}
					return $this->is_key( (string) ( $args['key'] ?? '' ), $names ) ? $this->blocks( $item, $names ) : '{"refused":true}';
				},
			]
		);
		Names::field(
			$registry,
			'RootQuery',
			'companionBlockTypes',
			[
				'type'        => 'String',
				'description' => static function (): string {
					return 'JSON: of the blocks and the attributes those that WordPress does not have, `blocks` and `attributes`, and beside them what it has, `known`. ' .
						'Null for a wrong key.';
				},
				'args'        => $names + [
					'attributes' => [
						'type'        => [ 'list_of' => 'String' ],
						'description' => 'Which the site reads, `acme/notice#tone`.',
					],
				],
				'resolve'     => function ( $root, array $args ): ?string {
					$names = self::texts( $args['names'] ?? [] );
					$json  = $names && $this->is_key( (string) ( $args['key'] ?? '' ), $names )
						? wp_json_encode( Known::missing( $names, self::texts( $args['attributes'] ?? [] ) ) )
						: false;
					return false === $json ? null : $json;
				},
			]
		);
	}

	/**
	 * Texts of an argument.
	 *
	 * @param mixed $value List, or null.
	 * @return list<string>
	 */
	private static function texts( $value ): array {
		return array_values( array_filter( (array) $value, 'is_string' ) );
	}

	/**
	 * The blocks of an item whose content is shown: neither of a private nor, without its password, of a protected one.
	 *
	 * @param mixed $item WPGraphQL's model.
	 * @param string[] $names Names of blocks.
	 */
	private function blocks( $item, array $names ): ?string {
		$post = $item instanceof Post && 'public' === $item->get_visibility() ? get_post( (int) $item->databaseId ) : null; // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- The name is WPGraphQL's.
		if ( ! $post instanceof WP_Post || post_password_required( $post ) ) {
			return null;
		}
		$found = ( new Marked( $names ) )->of(
			$post,
			function () use ( $item, $post ): bool {
				return 'page' === $post->post_type && $this->sections->mark( $item );
			}
		);
		$json  = null === $found ? false : wp_json_encode( $found );
		if ( false === $json ) {
			$this->sections->forget( $item );
			return null;
		}
		return $json;
	}

	/**
	 * Whether the site asks.
	 *
	 * @param string $key Key that the client sends.
	 * @param string[] $names Names of blocks, in the order of the request.
	 */
	private function is_key( string $key, array $names ): bool {
		foreach ( $this->settings->revalidation_secrets() as $secret ) {
			if ( hash_equals( Hmac::sign( $secret, self::LABEL, implode( ',', $names ) ), $key ) ) {
				return true;
			}
		}
		return false;
	}
}
