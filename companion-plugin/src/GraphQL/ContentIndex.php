<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use GraphQL\Error\UserError;
use HeadlessSiteCompanion\Contracts\Module;
use WPGraphQL;
use WPGraphQL\Registry\TypeRegistry;
use WP_Post_Type;

defined( 'ABSPATH' ) || exit;

/**
 * The light index of all public items.
 *
 * `companionIndex`: address, title, dates, terms and author of every public item of a type, 5,000 a request. WPGraphQL gives a
 * hundred a request; for 10,000 posts that is 100 requests and 47 s, here it is 2 requests and under a second.
 *
 * A client that has an index already says what it has (`have`), and gets the rows of what differs: see IndexSums.
 *
 * The checksum changes when an item is published, edited, trashed, deleted, given other terms or another author, when a page
 * above it is edited, and when an address depends on a setting or category that changed. It does not see: renamed terms and
 * authors (rows hold ids; only addresses with %author% change), what other plugins' filters do, and writes to the database
 * that leave counts, ids and modification times as they were.
 */
final class ContentIndex implements Module {

	/** Items of one request: half a megabyte, which the site keeps as one cache entry. */
	public const MAX_ROWS = 5000;

	public function register(): void {
		Names::register( [ $this, 'types' ] );
	}

	public function types( TypeRegistry $registry ): void {
		$type = [
			'description' => 'Published items of one type, light: what archives, sitemap, feeds and search need to know of each.',
			'fields'      => self::fields(),
		];
		if ( ! Names::type( $registry, 'CompanionIndex', $type ) ) {
			return;
		}
		Names::field(
			$registry,
			'RootQuery',
			'companionIndex',
			[
				'type'        => 'CompanionIndex',
				'description' => $type['description'],
				'args'        => self::arguments(),
				'resolve'     => static function ( $root, array $args ): IndexPage {
					$first = (int) ( $args['first'] ?? self::MAX_ROWS );
					if ( $first < 1 ) {
						throw new UserError( 'first must be a positive integer.' );
					}
					/**
					 * Fires when somebody asks for the index of all items: the site, when it starts and after each change.
					 *
					 * @since 0.1.0
					 */
					do_action( 'companion_site_asks' );
					return new IndexPage( self::type( (string) $args['type'] ), min( $first, self::MAX_ROWS ), (int) ( $args['after'] ?? 0 ), self::have( $args ), ! empty( $args['only'] ) );
				},
			]
		);
	}

	/**
	 * Fields of the type, each read from an IndexPage.
	 *
	 * @return array<string, array<string, mixed>>
	 */
	private static function fields(): array {
		return [
			'rows'        => [
				'type'        => 'String',
				'description' => 'JSON: a list for each item, by ascending id. ' .
					'[ id, path, title, date, modified, terms, author, protected, unlisted ]: ' .
					'path as `uri`, null for the page of the blog index, and where the type has no pages; date in the zone of the site, modified in UTC; ' .
					'ids of the terms of all public taxonomies; id of the author or null; ' .
					'protected is 1 for an item with a password, unlisted for one whose address names a parent that is not public; ' .
					'what is not so is 0 or left out.',
				'resolve'     => static function ( IndexPage $page ): string {
					return $page->rows();
				},
			],
			'endCursor'   => [
				'type'        => 'Int',
				'description' => 'Id of the last item: `after` of the next page. Null when there are no rows.',
				'resolve'     => static function ( IndexPage $page ): ?int {
					return $page->end_cursor();
				},
			],
			'hasNextPage' => [
				'type'        => 'Boolean',
				'description' => 'Whether there are more items. A page may have fewer than were asked for and not be the last.',
				'resolve'     => static function ( IndexPage $page ): bool {
					return $page->has_next_page();
				},
			],
			'total'       => [
				'type'        => 'Int',
				'description' => 'Items on all pages.',
				'resolve'     => static function ( IndexPage $page ): int {
					return $page->total();
				},
			],
			'sums'        => [
				'type'        => 'String',
				'description' => 'JSON: digests of the items in each span of 512 ids, by the first id of the span, `{ "512": "3f2a…" }`. ' .
					'A digest changes when a row of its span does; a span without items has none. With `only`, those of the spans in question. ' .
					'Null behind the first page.',
				'resolve'     => static function ( IndexPage $page ): ?string {
					return $page->is_first() ? (string) wp_json_encode( (object) $page->sums() ) : null;
				},
			],
			'checksum'    => [
				'type'        => 'String',
				'description' => 'Changes when a row on any page changes. Asked for alone it costs no rows.',
				'resolve'     => static function ( IndexPage $page ): string {
					return $page->checksum();
				},
			],
		];
	}

	/** @return array<string, array<string, mixed>> */
	private static function arguments(): array {
		return [
			'type'  => [
				'type'        => [ 'non_null' => 'String' ],
				'description' => "WordPress's name of a public type: `post`, `page`, `project`.",
			],
			'first' => [
				'type'         => 'Int',
				'defaultValue' => self::MAX_ROWS,
				'description'  => 'Items at most; not more than 5,000.',
			],
			'after' => [
				'type'        => 'Int',
				'description' => 'Only items with a higher id.',
			],
			'have'  => [
				'type'        => 'String',
				'description' => 'What the asker has: `sums` of an earlier answer. Rows of spans with the same digest are left out.',
			],
			'only'  => [
				'type'         => 'Boolean',
				'defaultValue' => false,
				'description'  => 'Looks at the spans that `have` names, and at all behind the last of them: the others are known to be as they were.',
			],
		];
	}

	/**
	 * The digests that the client has.
	 *
	 * @param array<string, mixed> $args Arguments of the field.
	 * @return array<int, string>|null Digests by the first id of their span; null where nothing is said.
	 * @throws UserError When it is no JSON object.
	 */
	private static function have( array $args ): ?array {
		if ( ! isset( $args['have'] ) ) {
			return null;
		}
		$have = json_decode( (string) $args['have'], true );
		if ( ! is_array( $have ) ) {
			throw new UserError( 'have must be a JSON object: digests by the first id of their span.' );
		}
		$known = [];
		foreach ( $have as $span => $sum ) {
			if ( is_int( $span ) && is_string( $sum ) && 0 === $span % IndexSums::SPAN ) {
				$known[ $span ] = $sum;
			}
		}
		return $known;
	}

	/**
	 * A type that WPGraphQL shows to everybody. It takes a type for public by either of two flags (2.20, Model\Post).
	 *
	 * @param string $name WordPress's name.
	 * @throws UserError When there is no such type, or it is not for everybody: the answer is the same.
	 */
	private static function type( string $name ): WP_Post_Type {
		$type = get_post_type_object( $name );
		if ( $type && 'attachment' !== $name && ( $type->public || $type->publicly_queryable ) && in_array( $name, WPGraphQL::get_allowed_post_types(), true ) ) {
			return $type;
		}
		throw new UserError( sprintf( 'companionIndex: there is no public content type "%s" in GraphQL.', $name ) );
	}
}
