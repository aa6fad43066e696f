<?php
/**
 * Changes by path.
 */

declare( strict_types=1 );

use HeadlessSiteCompanion\Revalidation\Changes;
use PHPUnit\Framework\TestCase;

final class ChangesTest extends TestCase {

	/** @param array<int, array{0: string|null, 1: string}> $list */
	private static function of( array $list ): Changes {
		$changes = new Changes();
		foreach ( $list as list( $path, $event ) ) {
			$changes->add( $path, $event );
		}
		return $changes;
	}

	public function test_knows_the_events_that_the_site_knows(): void {
		$constants = ( new ReflectionClass( Changes::class ) )->getConstants();
		$this->assertSame( vectors( 'webhook' )['events'], array_values( array_diff( $constants, [ Changes::ALL, Changes::EVERYTHING, Changes::LISTS, Changes::COMMENTS, Changes::HIDE ] ) ) );
	}

	public function test_keeps_each_path_once_in_normal_form(): void {
		$changes = self::of( [ [ '/About/', 'update' ], [ '/About', 'update' ], [ 'https://evil.example/', 'update' ], [ null, 'delete' ], [ '/a/../b', 'update' ] ] );
		$this->assertSame( [ '/About' ], $changes->paths() );
	}

	/** @dataProvider pairs */
	public function test_says_the_stronger_of_two_events( string $path, string $first, string $then, string $both ): void {
		$changes = self::of( [ [ $path, $first ], [ $path, $then ] ] );
		$this->assertSame( '' === $both ? [] : [ $path => $both ], $changes->events() );
		$merged = self::of( [ [ $path, $first ] ] );
		$merged->merge( self::of( [ [ $path, $then ] ] ) );
		$this->assertSame( $changes->to_json(), $merged->to_json() );
	}

	public function pairs(): array {
		return [
			'an update does not hide a publish'  => [ '/a', 'publish', 'update', 'publish' ],
			'nor a deletion'                     => [ '/a', 'delete', 'update', 'delete' ],
			'a publish replaces an update'       => [ '/a', 'update', 'publish', 'publish' ],
			'deleted and published again'        => [ '/a', 'delete', 'publish', 'publish' ],
			'published and deleted again'        => [ '/a', 'publish', 'delete', 'delete' ],
			'a list is sent as an update'        => [ '/a', 'list', 'list', 'update' ],
			'a list hides nothing'               => [ '/a', 'delete', 'list', 'delete' ],
			'and is hidden by all'               => [ '/a', 'list', 'publish', 'publish' ],
			'what is hidden is sent as an update' => [ '/a', 'hide', 'hide', 'update' ],
			'it replaces no publish'             => [ '/a', 'publish', 'hide', 'publish' ],
			'and no deletion'                    => [ '/a', 'hide', 'delete', 'delete' ],
			'menus and settings are everything'  => [ '/*', 'menu', 'settings', '' ],
			'menus twice are menus'              => [ '/*', 'menu', 'menu', 'menu' ],
			'everything stays everything'        => [ '/*', '', 'menu', '' ],
		];
	}

	public function test_a_page_that_changes_itself_is_no_list(): void {
		$this->assertSame( [ '/a' ], self::of( [ [ '/a', 'list' ], [ '/b', 'update' ], [ '/b', 'list' ] ] )->lists() );
		$comments = self::of( [ [ '/a', 'comments' ], [ '/b', 'update' ], [ '/b', 'comments' ], [ '/c', 'list' ], [ '/c', 'comments' ], [ '/d', 'comments' ], [ '/d', 'hide' ] ] );
		$this->assertSame( [ '/a', '/c' ], $comments->comments() );
		$this->assertSame( [ '/a' => 'update', '/b' => 'update', '/c' => 'update', '/d' => 'update' ], $comments->events() );
		$this->assertSame( [ '/a', '/c' ], Changes::from_json( $comments->to_json() )->comments() );
	}

	public function test_what_is_hidden_stays_so_whatever_else_changes_there(): void {
		$changes = self::of( [ [ '/a', 'hide' ], [ '/a', 'update' ], [ '/a', 'list' ], [ '/b', 'update' ], [ '/b', 'hide' ], [ '/c', 'publish' ], [ '/c', 'hide' ] ] );
		$this->assertSame( [ '/a', '/b' ], $changes->hidden() );
		$this->assertSame( [ '/a', '/b' ], Changes::from_json( $changes->to_json() )->hidden() );
		$this->assertSame( [], $changes->lists() );
	}

	public function test_knows_whether_it_hides_something(): void {
		foreach ( [ 'publish' => false, 'update' => false, 'list' => false, 'delete' => true, 'hide' => true ] as $event => $hides ) {
			$changes = new Changes();
			$changes->add( '/a' );
			$changes->add( '/b', $event );
			$this->assertSame( $hides, $changes->hides(), $event );
		}
	}

	public function test_items_go_where_their_paths_go(): void {
		$changes = self::of( [ [ '/a', 'publish' ], [ '/b', 'delete' ], [ '/c', 'list' ] ] );
		$changes->item( '/a/', 'post', 7 );
		$changes->item( '/b', 'page', 8 );
		$changes->item( '/elsewhere', 'page', 9 );
		$items = [
			'/a' => [
				'type' => 'post',
				'id'   => 7,
			],
			'/b' => [
				'type' => 'page',
				'id'   => 8,
			],
		];
		$this->assertSame( $items, $changes->items() );
		$this->assertSame( $items, Changes::from_json( $changes->to_json() )->items() );
		$this->assertSame( [ '/c' ], Changes::from_json( $changes->to_json() )->lists() );
		$this->assertSame( [ '/a' => $items['/a'] ], $changes->first( 1 )->items() );
		$newer = self::of( [ [ '/a', 'update' ] ] );
		$newer->item( '/a', 'page', 10 );
		$changes->merge( $newer );
		$this->assertSame( 10, $changes->items()['/a']['id'] );
		$this->assertSame( 7, $changes->items()['/a']['replaced']['id'] );
		$changes->remove( [ '/a' ] );
		$this->assertSame( [ '/b' => $items['/b'] ], $changes->items() );
	}

	public function test_an_item_that_takes_the_path_of_another_one_names_it(): void {
		$changes = self::of( [ [ '/a', 'delete' ] ] );
		$changes->item( '/a', 'post', 7 );
		foreach ( [ 8, 9 ] as $id ) {
			$newer = self::of( [ [ '/a', 'publish' ] ] );
			$newer->item( '/a', 'page', $id );
			$changes->merge( $newer );
		}
		$items = [
			'/a' => [
				'type'     => 'page',
				'id'       => 9,
				'replaced' => [
					'type' => 'post',
					'id'   => 7,
				],
			],
		];
		$this->assertSame( $items, $changes->items() );
		$this->assertSame( $items, Changes::from_json( $changes->to_json() )->items() );
		// Two requests, each with a part of it.
		$first = self::of( [ [ '/a', 'delete' ] ] );
		$first->item( '/a', 'post', 6 );
		$first->merge( $changes );
		$this->assertSame( 6, $first->items()['/a']['replaced']['id'] );
		$changes->item( '/a', 'post', 7 );
		$this->assertArrayNotHasKey( 'replaced', $changes->items()['/a'] );
	}

	public function test_survives_the_database(): void {
		$changes = self::of( [ [ '/a', 'publish' ], [ '/*', '' ], [ '/日本', 'delete' ] ] );
		$changes->defer( 'term', 7 );
		$read = Changes::from_json( $changes->to_json() );
		$this->assertSame( $changes->to_json(), $read->to_json() );
		$this->assertSame( [ [ 'term', 7 ] ], $read->deferred() );
	}

	/** @dataProvider junk */
	public function test_reads_junk_as_nothing( string $json ): void {
		$this->assertTrue( Changes::from_json( $json )->is_empty() );
	}

	public function junk(): array {
		return [ [ '' ], [ 'x' ], [ '[]' ], [ '{"paths":7,"later":{"a":[]}}' ], [ '{"paths":{"//evil":"update"},"later":["x","term:x",1]}' ] ];
	}

	public function test_collapses_to_the_whole_site_and_keeps_naming_what_is_gone(): void {
		$changes = new Changes();
		for ( $i = 0; $i < 600; $i++ ) {
			$changes->add( "/p$i", 0 === $i % 10 ? 'delete' : 'publish' );
		}
		$changes->add( '/p591', 'update' );
		$changes->add( '/secret', 'hide' );
		$this->assertSame( 601, $changes->collapse( 601 )->count() );
		$few = $changes->collapse( 500 );
		$this->assertSame( 62, $few->count() );
		$this->assertContains( '/*', $few->paths() );
		$this->assertSame( 'delete', $few->events()['/p590'] );
		$this->assertSame( [ '/secret' ], $few->hidden() );
		$this->assertSame( 50, $changes->collapse( 50 )->count() );
	}

	public function test_takes_a_filter_at_its_word_and_nothing_else(): void {
		$changes = self::of( [ [ '/a', 'publish' ], [ '/b', 'update' ] ] );
		$changes->restrict_to( [ '/a/', '/c', 7, null, [], '//evil', 'https://evil.example' ] );
		$this->assertSame( [ '/a' => 'publish', '/c' => 'update' ], $changes->events() );
		$changes->restrict_to( 'junk' );
		$this->assertSame( [ '/a', '/c' ], $changes->paths() );
		$changes->restrict_to( [] );
		$this->assertTrue( $changes->is_empty() );
	}
}
