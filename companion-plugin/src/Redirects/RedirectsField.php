<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Redirects;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\GraphQL\Names;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Hmac;
use WPGraphQL\Registry\TypeRegistry;

defined( 'ABSPATH' ) || exit;

/**
 * The rules in GraphQL.
 *
 * `companionRedirects`: all of them in one answer, and only for the site, which shows by `key` that it knows the secret. The field is there
 * only where a plugin may have rules, so a site without one asks nothing.
 */
final class RedirectsField implements Module {

	/** Names what the key is for; `src/runtime/wordpress/queries/redirect-fields.ts` has it, too. */
	private const LABEL = 'companion/redirects/v1';

	private Settings $settings;
	private Rules $rules;

	public function __construct( Settings $settings, Rules $rules ) {
		$this->settings = $settings;
		$this->rules    = $rules;
	}

	public function register(): void {
		Names::register( [ $this, 'fields' ] );
	}

	public function fields( TypeRegistry $registry ): void {
		if ( ! $this->rules->has_source() ) {
			return;
		}
		Names::field(
			$registry,
			'RootQuery',
			'companionRedirects',
			[
				'type'        => 'String',
				'description' => static function (): string {
					return 'JSON: `digest`, `hosts`, `origin`, `folder` and `rules`; `unchanged` where the site has this list; `refused` for a wrong key.';
				},
				'args'        => [
					'key'   => [
						'type'        => 'String',
						'description' => 'Of the site.',
					],
					'known' => [
						'type'        => 'String',
						'description' => 'Digest of the list that the site has.',
					],
				],
				'resolve'     => function ( $root, array $args ): ?string {
					if ( ! $this->is_key( (string) ( $args['key'] ?? '' ) ) ) {
						return '{"refused":true}';
					}
					$list = $this->rules->list();
					$json = wp_json_encode( ( $args['known'] ?? '' ) === $list['digest'] ? [ 'unchanged' => true ] : $list );
					return false === $json ? null : $json;
				},
			]
		);
	}

	/**
	 * Whether the site asks.
	 *
	 * @param string $key Key that the client sends.
	 */
	private function is_key( string $key ): bool {
		foreach ( $this->settings->revalidation_secrets() as $secret ) {
			if ( hash_equals( Hmac::sign( $secret, self::LABEL, 'list' ), $key ) ) {
				return true;
			}
		}
		return false;
	}
}
