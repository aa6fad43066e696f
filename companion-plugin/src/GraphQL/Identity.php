<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Contracts\Module;
use WPGraphQL\Registry\TypeRegistry;

defined( 'ABSPATH' ) || exit;

/**
 * The pictures that stand for the site.
 *
 * `companionIdentity`: the logo in the header and the site icon, which WPGraphQL does not have.
 */
final class Identity implements Module {

	public function register(): void {
		Names::register( [ $this, 'types' ] );
	}

	public function types( TypeRegistry $registry ): void {
		$size    = [
			'url'    => self::described( 'String', 'Address of the file.' ),
			'width'  => self::described( 'Int', 'In pixels; null where nobody knows.' ),
			'height' => self::described( 'Int', 'In pixels; null where nobody knows.' ),
		];
		$picture = [
			'description' => 'A picture that stands for the site.',
			'fields'      => $size + [ 'alt' => self::described( 'String', 'Alternative text of the media library, otherwise the name of the site.' ) ],
		];
		$icon    = [
			'description' => 'The site icon.',
			'fields'      => $size + [ 'sizes' => self::described( [ 'list_of' => 'CompanionPicture' ], 'Smaller files that WordPress has made of it, the smallest first.' ) ],
		];
		$both    = [
			'description' => 'The pictures that stand for the site.',
			'fields'      => [
				'logo' => self::described( 'CompanionPicture', 'The custom logo of the theme, or that of the Site Logo block. Null where there is none, or none that can be shown.', [ SiteImages::class, 'logo' ] ),
				'icon' => self::described( 'CompanionIcon', 'The site icon. Null where there is none, or none that can be shown.', [ SiteImages::class, 'icon' ] ),
			],
		];
		foreach ( [
			'CompanionPicture'  => $picture,
			'CompanionIcon'     => $icon,
			'CompanionIdentity' => $both,
		] as $name => $type ) {
			if ( ! Names::type( $registry, $name, $type ) ) {
				return;
			}
		}
		Names::field(
			$registry,
			'RootQuery',
			'companionIdentity',
			[
				'type'        => 'CompanionIdentity',
				'description' => $both['description'],
				'resolve'     => static function (): array {
					return [];
				},
			]
		);
	}

	/**
	 * A field of a type.
	 *
	 * @param string|array<string, string> $type Type as WPGraphQL takes it.
	 * @param (callable(): (array<string, mixed>|null))|null $read Reads its value; otherwise the record has it.
	 * @return array<string, mixed>
	 */
	private static function described( $type, string $description, ?callable $read = null ): array {
		$field = [
			'type'        => $type,
			'description' => $description,
		];
		if ( $read ) {
			$field['resolve'] = static function () use ( $read ) {
				return $read();
			};
		}
		return $field;
	}
}
