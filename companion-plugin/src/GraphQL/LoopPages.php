<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

defined( 'ABSPATH' ) || exit;

/**
 * One query loop, and the place of what WordPress has on its other pages; `QueryPages` says why.
 */
final class LoopPages {

	/** Posts that a loop shows at once in place of pages: their cards have some 60 KB of HTML. It shows fewer whole texts. */
	private const MOST       = 60;
	private const MOST_WHOLE = 12;

	/** Whether there is a block for the way to the next page. */
	public bool $has_next = false;

	/** Posts at once. */
	private int $most = self::MOST;

	/** Posts of a page, and those left out before the first. */
	private int $count;
	private int $offset;

	/** Pages at most; 0 for all there are. */
	private int $limit;

	/** Address of the archive that has the rest; empty where none has. */
	private string $archive;

	/** Whether the archive's pages are those of the loop. */
	private bool $is_same;

	/** Name in addresses of WordPress. */
	private string $key = '';

	/**
	 * The pages of a loop.
	 *
	 * @param array<mixed> $block Parsed.
	 * @return self|null Null for a loop without ways to other pages, and for the page's own, which has one.
	 */
	public static function of( array $block ): ?self {
		$attributes = is_array( $block['attrs'] ?? null ) ? $block['attrs'] : [];
		$query      = is_array( $attributes['query'] ?? null ) ? $attributes['query'] : [];
		if ( ! empty( $query['inherit'] ) || ! self::has( 'core/query-pagination', $block ) ) {
			return null;
		}
		$loop           = new self( $query, empty( $attributes['namespace'] ) ? LoopArchive::of( $query ) : '' );
		$loop->key      = isset( $attributes['queryId'] ) ? 'query-' . (int) $attributes['queryId'] . '-page' : 'query-page';
		$loop->has_next = self::has( 'core/query-pagination-next', $block );
		$loop->most     = self::has( 'core/post-content', $block ) ? self::MOST_WHOLE : self::MOST;
		return $loop;
	}

	/**
	 * Keeps what is needed.
	 *
	 * @param array<mixed> $query Attribute of the loop.
	 */
	private function __construct( array $query, string $archive ) {
		$posts         = max( 1, (int) get_option( 'posts_per_page' ) );
		$this->count   = max( 1, is_numeric( $query['perPage'] ?? null ) ? abs( (int) $query['perPage'] ) : $posts );
		$this->offset  = is_numeric( $query['offset'] ?? null ) ? abs( (int) $query['offset'] ) : 0;
		$this->limit   = is_numeric( $query['pages'] ?? null ) ? abs( (int) $query['pages'] ) : 0;
		$this->archive = $archive;
		$this->is_same = '' !== $archive && $this->count === $posts && 0 === $this->offset
			&& empty( $query['exclude'] ) && empty( $query['excludeCurrent'] ) && 'exclude' !== ( $query['sticky'] ?? '' );
	}

	/**
	 * The loop's query as its blocks get it.
	 *
	 * @param array<mixed> $query Attribute of the loop.
	 * @return array<mixed> With all posts on one page, or as it was where an archive has the rest.
	 */
	public function shown( array $query ): array {
		if ( '' !== $this->archive ) {
			return $query;
		}
		$query['perPage'] = $this->count * $this->pages_at_once();
		$query['pages']   = $this->limit && $this->limit <= $this->pages_at_once() ? 1 : 0;
		return $query;
	}

	/** Address of what comes behind the posts that are shown. */
	public function rest(): string {
		if ( '' !== $this->archive ) {
			$posts = max( 1, (int) get_option( 'posts_per_page' ) );
			return LoopArchive::page( $this->archive, intdiv( $this->offset + $this->count, $posts ) + 1 );
		}
		return add_query_arg(
			[
				$this->key     => $this->pages_at_once() + 1,
				NotShown::STAY => 1,
			],
			(string) get_permalink( get_queried_object_id() )
		);
	}

	/**
	 * Address of a page by its number.
	 *
	 * @return string Empty where no page has just these posts.
	 */
	public function page( int $number ): string {
		return $this->is_same ? LoopArchive::page( $this->archive, $number ) : '';
	}

	/** Pages of WordPress that are shown together. */
	private function pages_at_once(): int {
		$most = max( 1, intdiv( $this->most, $this->count ) );
		return $this->limit ? min( $most, $this->limit ) : $most;
	}

	/**
	 * Whether a block of this name stands in another one, and not in a loop in it.
	 *
	 * @param array<mixed> $block Parsed.
	 */
	private static function has( string $name, array $block ): bool {
		foreach ( (array) ( $block['innerBlocks'] ?? [] ) as $inner ) {
			$is = is_array( $inner ) ? $inner['blockName'] ?? null : null;
			if ( $is === $name || ( is_array( $inner ) && 'core/query' !== $is && self::has( $name, $inner ) ) ) {
				return true;
			}
		}
		return false;
	}
}
