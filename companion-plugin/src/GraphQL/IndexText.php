<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

defined( 'ABSPATH' ) || exit;

/**
 * Rows of the index as text.
 *
 * Packs rows into one JSON text of a size that the site can keep as one cache entry. One text, because the same rows as
 * GraphQL objects cost graphql-php twice the time (measured); lists, because ten thousand repeated names are a third of it.
 */
final class IndexText {

	/**
	 * Bytes of a text at most, as it stands inside a JSON document (quotes and backslashes count twice). Next refuses cache
	 * entries of 2 MB; the site keeps none above 1 MB.
	 */
	public const MAX_BYTES = 900000;

	/** The values of a row, in their order. */
	public const COLUMNS = [ 'id', 'path', 'title', 'date', 'modified', 'terms', 'author', 'protected', 'unlisted' ];

	/**
	 * JSON of as many rows as fit, one at least.
	 *
	 * @param array<int, array<string, mixed>> $rows Values by COLUMNS.
	 * @param int $bytes For tests.
	 * @return array{text: string, count: int} JSON, and how many rows are in it.
	 */
	public static function of( array $rows, int $bytes = self::MAX_BYTES ): array {
		$parts = [];
		$size  = 2;
		foreach ( $rows as $row ) {
			$part  = self::row( $row );
			$size += strlen( $part ) + substr_count( $part, '"' ) + substr_count( $part, '\\' ) + 1;
			if ( $parts && $size > $bytes ) {
				break;
			}
			$parts[] = $part;
		}
		return [
			'text'  => '[' . implode( ',', $parts ) . ']',
			'count' => count( $parts ),
		];
	}

	/**
	 * One row. Each value is of its type, whatever a filter has put in.
	 *
	 * @param array<string, mixed> $row Values by COLUMNS.
	 */
	private static function row( array $row ): string {
		$values = [ self::number( $row['id'] ?? 0 ) ];
		foreach ( [ 'path', 'title', 'date', 'modified' ] as $name ) {
			$value    = $row[ $name ] ?? null;
			$values[] = is_scalar( $value ) ? (string) $value : null;
		}
		$terms    = is_array( $row['terms'] ?? null ) ? $row['terms'] : [];
		$values[] = array_values( array_map( [ self::class, 'number' ], $terms ) );
		$author   = self::number( $row['author'] ?? 0 );
		$values[] = 0 === $author ? null : $author;
		$unlisted = ! empty( $row['unlisted'] );
		if ( $unlisted || ! empty( $row['protected'] ) ) {
			$values[] = empty( $row['protected'] ) ? 0 : 1;
		}
		if ( $unlisted ) {
			$values[] = 1;
		}
		return (string) json_encode( $values, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- wp_json_encode() would walk through every row first.
	}

	/**
	 * Anything as a number.
	 *
	 * @param mixed $value Value of a row.
	 */
	private static function number( $value ): int {
		return is_numeric( $value ) ? (int) $value : 0;
	}
}
