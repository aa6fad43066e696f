<?php
/**
 * Answers that the command line reads, held to the schemas of the routes.
 */

declare( strict_types=1 );

use HeadlessSiteCompanion\Rest\DoctorRoute;
use HeadlessSiteCompanion\Rest\SettingsRoute;
use HeadlessSiteCompanion\Revalidation\Connection;
use PHPUnit\Framework\TestCase;

final class RestAnswersTest extends TestCase {

	/**
	 * Where a value is not what its schema says. An object has all properties of its schema, and no others where it says so.
	 *
	 * @param mixed $value
	 * @param array<string, mixed> $schema
	 * @return string[]
	 */
	private static function faults( $value, array $schema, string $at ): array {
		$kinds = [
			'NULL'    => 'null',
			'boolean' => 'boolean',
			'integer' => 'integer',
			'string'  => 'string',
			'array'   => 'object',
		];
		// PHP has one word for lists and objects; the lists of the vectors are empty.
		$kind  = [] === $value && 'array' === $schema['type'] ? 'array' : $kinds[ gettype( $value ) ];
		if ( ! in_array( $kind, (array) $schema['type'], true ) || ( isset( $schema['enum'] ) && ! in_array( $value, $schema['enum'], true ) ) ) {
			return [ "$at: " . json_encode( $value ) ];
		}
		$found = [];
		if ( 'object' === $kind && isset( $schema['properties'] ) ) {
			$names = array_keys( $schema['properties'] );
			foreach ( array_merge( array_diff( $names, array_keys( $value ) ), array_diff( array_keys( $value ), $names ) ) as $name ) {
				$found[] = "$at.$name: on one side only";
			}
			foreach ( array_intersect( $names, array_keys( $value ) ) as $name ) {
				$found = array_merge( $found, self::faults( $value[ $name ], $schema['properties'][ $name ], "$at.$name" ) );
			}
		}
		return $found;
	}

	public function test_doctor(): void {
		$this->assertSame( [], self::faults( vectors( 'rest' )['doctor']['answer'], DoctorRoute::schema(), 'doctor' ) );
	}

	public function test_settings(): void {
		$this->assertSame( [], self::faults( vectors( 'rest' )['settings']['answer'], SettingsRoute::schema(), 'settings' ) );
	}

	public function test_refusals_and_problems_have_the_same_names(): void {
		$answers = vectors( 'rest' );
		$this->assertSame( DoctorRoute::UNKNOWN_SITE, $answers['doctor']['refusal']['code'] );
		$this->assertSame( SettingsRoute::INVALID_SETTINGS, $answers['settings']['refusal']['code'] );
		$this->assertSame( SettingsRoute::INVALID_CODE, $answers['pair']['refusal']['code'] );
		$this->assertSame( Connection::PROBLEMS, $answers['problems'] );
	}
}
