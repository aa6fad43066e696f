<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use WP_Post_Type;

defined( 'ABSPATH' ) || exit;

/**
 * One page of the content index.
 *
 * Up to 5,000 items of a type. Each value is worked out when GraphQL asks for it: a checksum costs no rows.
 */
final class IndexPage {

	private WP_Post_Type $type;

	/** Items at most. */
	private int $first;

	/** Only ids above this one. */
	private int $after;

	/** @var array<int, string>|null Digests that the client has, see IndexSums. */
	private ?array $have;

	/** Whether only those spans are looked at, and what lies behind them. */
	private bool $only;

	/** @var array<int, string>|null Sums, once they are computed. */
	private ?array $sums = null;

	private IndexQuery $query;
	private Permalinks $links;

	/** @var array{text: string, end: int|null, more: bool}|null Rows, once they are read. */
	private ?array $read = null;

	/**
	 * Keeps what is asked for.
	 *
	 * @param int $first Items at most.
	 * @param int $after Only ids above this one.
	 * @param array<int, string>|null $have Digests that the client has, see IndexSums.
	 * @param bool $only Whether only those spans are looked at, and what lies behind them.
	 */
	public function __construct( WP_Post_Type $type, int $first, int $after, ?array $have = null, bool $only = false ) {
		$this->type  = $type;
		$this->first = $first;
		$this->after = $after;
		$this->have  = $have;
		$this->only  = $only && null !== $have;
		$this->query = new IndexQuery( $type );
		$this->links = new Permalinks( $type );
	}

	/** Whether no page is before it. */
	public function is_first(): bool {
		return $this->after <= 0;
	}

	/** The rows as JSON, see IndexText. */
	public function rows(): string {
		return $this->read()['text'];
	}

	/** The `after` of the next page; null when this one is empty. */
	public function end_cursor(): ?int {
		return $this->read()['end'];
	}

	/** Whether there are items behind this page. */
	public function has_next_page(): bool {
		return $this->read()['more'];
	}

	/** Items of the type on all pages. */
	public function total(): int {
		return $this->query->total();
	}

	/**
	 * Digests by the first id of their span, see IndexSums. Added up before rows are read: what changes in between has another
	 * digest the next time.
	 *
	 * @return array<int, string>
	 */
	public function sums(): array {
		if ( null === $this->sums ) {
			$taxonomies = ( new IndexRows( $this->type, $this->query, $this->links ) )->taxonomies();
			$this->sums = ( new IndexSums( $this->type, $this->query, $this->links, $taxonomies ) )->of( $this->only ? array_keys( (array) $this->have ) : null );
		}
		return $this->sums;
	}

	/** Changes when a row on any page does; ContentIndex says what it misses. */
	public function checksum(): string {
		$taxonomies = ( new IndexRows( $this->type, $this->query, $this->links ) )->taxonomies();
		$parts      = [ COMPANION_VERSION, $this->query->state( $taxonomies ), $this->links->settings() ];
		if ( $this->links->need_categories() ) {
			$parts[] = $this->query->categories();
		}
		return md5( (string) wp_json_encode( $parts ) );
	}

	/**
	 * Reads the page, once.
	 *
	 * @return array{text: string, end: int|null, more: bool}
	 */
	private function read(): array {
		if ( null !== $this->read ) {
			return $this->read;
		}
		$ranges = null === $this->have ? null : IndexSums::ranges( array_keys( array_diff_assoc( $this->sums(), $this->have ) ) );
		$found  = [] === $ranges ? [] : $this->query->rows( $this->after, $this->first + 1, (array) $ranges );
		$more   = count( $found ) > $this->first;
		$found  = array_slice( $found, 0, $this->first );
		$rows   = ( new IndexRows( $this->type, $this->query, $this->links ) )->of( $found );
		/**
		 * Filters the rows of the content index before the site gets them. A plugin that hides published items from visitors by
		 * other ways than WPGraphQL's own filters (`graphql_data_is_private` and its kin are respected) takes them out here.
		 *
		 * @since 0.1.0
		 *
		 * @param array[] $rows Each with id, path, title, date, modified, terms, author, protected and unlisted, as in the result.
		 * @param string  $type Name of the post type.
		 */
		$rows       = apply_filters( 'companion_index_rows', $rows, $this->type->name );
		$rows       = is_array( $rows ) ? array_values( array_filter( $rows, 'is_array' ) ) : [];
		$packed     = IndexText::of( $rows );
		$cut        = $packed['count'] < count( $rows );
		$this->read = [
			'text' => $packed['text'],
			'end'  => $cut ? (int) $rows[ $packed['count'] - 1 ]['id'] : ( $found ? end( $found )['id'] : null ),
			'more' => $more || $cut,
		];
		return $this->read;
	}
}
