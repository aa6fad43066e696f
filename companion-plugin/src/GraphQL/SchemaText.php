<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use GraphQL\Type\Definition\ResolveInfo;
use GraphQL\Utils\SchemaPrinter;
use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Pairing\DoctorSignature;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;
use WPGraphQL\Registry\TypeRegistry;

defined( 'ABSPATH' ) || exit;

/**
 * The schema for the site's developers.
 *
 * `companionSchema(proof)`: the whole schema as text, for `headless-site generate`, which makes types from it. WPGraphQL refuses introspection
 * to the public by default, and so does this: whoever asks proves to know one of the site's secrets, as `doctor` does.
 */
final class SchemaText implements Module {

	private Settings $settings;
	private Clock $clock;

	public function __construct( Settings $settings, Clock $clock ) {
		$this->settings = $settings;
		$this->clock    = $clock;
	}

	public function register(): void {
		Names::register( [ $this, 'fields' ] );
	}

	public function fields( TypeRegistry $registry ): void {
		Names::field(
			$registry,
			'RootQuery',
			'companionSchema',
			[
				'type'        => 'String',
				'description' => static function (): string {
					return 'This schema in the schema definition language; null for whoever does not prove to know a secret of the site.';
				},
				'args'        => [
					'proof' => [
						'type'        => [ 'non_null' => 'String' ],
						'description' => static function (): string {
							return 'As in the header X-Companion-Doctor.';
						},
					],
				],
				'resolve'     => function ( $root, array $args, $context, ResolveInfo $info ): ?string {
					$known = DoctorSignature::judge( (string) $args['proof'], $this->settings->revalidation_secrets(), $this->settings->preview_secrets(), $this->clock->now(), ! $this->settings->is_preview_secret_shared() );
					return null === $known ? null : SchemaPrinter::doPrint( $info->schema );
				},
			]
		);
	}
}
