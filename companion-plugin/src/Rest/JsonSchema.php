<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Rest;

defined( 'ABSPATH' ) || exit;

/**
 * Words of JSON schema.
 *
 * Short forms for the schemas of the answers, and the one format of times. Descriptions are for developers and stay English.
 * No WordPress call is made here.
 */
final class JsonSchema {

	/**
	 * A time as JSON has it.
	 *
	 * @param int|null $seconds Unix seconds.
	 * @return string|null ISO 8601, UTC, to the second; null for null.
	 */
	public static function time( ?int $seconds ): ?string {
		return null === $seconds ? null : gmdate( 'Y-m-d\TH:i:s\Z', $seconds );
	}

	/**
	 * The schema of a whole answer.
	 *
	 * @param array<string, mixed> $properties By name.
	 * @return array<string, mixed>
	 */
	public static function answer( string $title, array $properties ): array {
		return [
			'$schema' => 'http://json-schema.org/draft-04/schema#',
			'title'   => $title,
		] + self::object( 'The answer.', $properties );
	}

	/**
	 * An object whose properties are all there.
	 *
	 * @param array<string, mixed> $properties By name.
	 * @return array<string, mixed>
	 */
	public static function object( string $description, array $properties, bool $nullable = false ): array {
		return [
			'description'          => $description,
			'type'                 => $nullable ? [ 'object', 'null' ] : 'object',
			'properties'           => $properties,
			'additionalProperties' => false,
			'readonly'             => true,
		];
	}

	/**
	 * A list.
	 *
	 * @param array<string, mixed> $items Schema of each.
	 * @return array<string, mixed>
	 */
	public static function list( string $description, array $items ): array {
		return [
			'description' => $description,
			'type'        => 'array',
			'items'       => $items,
			'readonly'    => true,
		];
	}

	/**
	 * A plain value.
	 *
	 * @param string|string[] $type JSON schema type; with `null` where it may be unknown.
	 * @param string $description Description of the value, with its unit.
	 * @param array<mixed> $more Further keywords.
	 * @return array<string, mixed>
	 */
	public static function value( $type, string $description, array $more = [] ): array {
		return [
			'description' => $description,
			'type'        => $type,
			'readonly'    => true,
		] + $more;
	}

	/**
	 * A time.
	 *
	 * @param string $description Description of the event.
	 * @param bool $nullable Whether it may be unknown.
	 * @return array<string, mixed>
	 */
	public static function moment( string $description, bool $nullable = true ): array {
		return self::value( $nullable ? [ 'string', 'null' ] : 'string', $description . ' ISO 8601, UTC.', [ 'format' => 'date-time' ] );
	}
}
