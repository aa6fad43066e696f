<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

use WP_Block_Parser;

defined( 'ABSPATH' ) || exit;

/**
 * Content as blocks, within limits.
 *
 * WordPress's parser, which stops at a number of comments and at a depth. It closes blocks that are open where the text ends:
 * WordPress gives each of a thousand open blocks a copy of all the text behind it.
 *
 * @phpstan-import-type Parsed from Sections
 */
final class Parser extends WP_Block_Parser {

	/** Comments read. */
	private int $read = 0;

	/** The content that was not parsed. */
	private string $rest = '';

	/**
	 * Parses content.
	 *
	 * @param string $content Content of a post.
	 * @return array{blocks: array<int, Parsed>, rest: string} The rest is text as it is stored; empty but for a content beyond
	 *   the limits.
	 */
	public static function read( string $content ): array {
		$parser = new self();
		/**
		 * WordPress's promise.
		 *
		 * @var array<int, Parsed> $blocks
		 */
		$blocks = $parser->parse( $content );
		return [
			'blocks' => $blocks,
			'rest'   => $parser->rest,
		];
	}

	/**
	 * The next comment of a block.
	 *
	 * @return array<int, mixed> Kind, name, attributes, where it begins, how long it is.
	 */
	public function next_token(): array {
		$token = parent::next_token();
		$depth = count( $this->stack );
		if ( 'no-more-tokens' !== $token[0] && ( ++$this->read > Limits::BLOCKS || ( 'block-opener' === $token[0] && $depth >= Limits::DEPTH ) ) ) {
			$this->rest     = substr( $this->document, (int) $token[3] );
			$this->document = substr( $this->document, 0, (int) $token[3] );
			$token          = [ 'no-more-tokens', null, null, null, null ];
		}
		return 'no-more-tokens' === $token[0] && $depth > 0 ? [ 'block-closer', null, null, strlen( $this->document ), 0 ] : $token;
	}
}
