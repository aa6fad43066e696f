<?php
/**
 * Setup for the tests of pure classes: no WordPress, and nothing that plays one. A class that calls WordPress ends here with
 * "undefined function", and belongs into tests/wordpress/companion.
 */

define( 'ABSPATH', __DIR__ . '/' );

spl_autoload_register(
	static function ( $name ) {
		$prefix = 'HeadlessSiteCompanion\\';
		$file   = dirname( __DIR__, 2 ) . '/companion-plugin/src/' . str_replace( '\\', '/', substr( $name, strlen( $prefix ) ) ) . '.php';
		if ( 0 === strpos( $name, $prefix ) && is_file( $file ) ) {
			require $file;
		}
	}
);

/** @return array test vectors that both sides read: `vectors( 'webhook' )` is tests/vectors/webhook.json */
function vectors( string $name ): array {
	return json_decode( file_get_contents( dirname( __DIR__ ) . "/vectors/$name.json" ), true );
}

/**
 * @param array[] $rows of vectors
 * @return array<string, array{0: array<string, mixed>}> what a data provider gives: each row alone, by what it is called
 */
function cases( array $rows, string $name = 'name' ): array {
	return array_combine( array_column( $rows, $name ), array_map( fn( array $row ): array => [ $row ], $rows ) );
}
