<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Blocks;

defined( 'ABSPATH' ) || exit;

/**
 * How much of a page is read.
 *
 * Numbers that no page reaches which somebody made by hand, and below which a page is read in a second or two with 128 MB of
 * memory. Without them a content of half a megabyte, written by any account that may write pages,
 * keeps a PHP process for half a minute or ends it.
 */
final class Limits {

	/** Stands where a page goes beyond a limit. The site writes a notice there (`src/runtime/content/html/not-shown.ts`). */
	public const CUT = '<div class="companion-cut"></div>';

	/**
	 * Block comments of one content, and blocks of a page together with those of its reusable blocks. A long page has some
	 * hundreds; parsing and rendering 10,000 took 0.5 s here.
	 */
	public const BLOCKS = 10000;

	/** Sections of one page. More are given together as one section of content. 100 are a very long page. */
	public const SECTIONS = 1000;

	/** Reusable blocks and patterns that are followed for one page, those in others included. Each may cost a query. */
	public const REFERENCES = 200;

	/** Bytes of followed content, each time it is followed: as much as a very large page by itself. */
	public const BYTES = 2000000;

	/** Blocks in blocks. Lists need two for each of their levels; a design with ten frames around a block is rare. */
	public const DEPTH = 50;

	/**
	 * Square brackets before a letter, pictures and frames in one content. WordPress goes through the rest of the text for
	 * each: 110,000 unclosed shortcodes took 32 s, and the time grows with the square of the number.
	 */
	public const SHORTCODES = 1000;

	/** Tags and lines in one content. WordPress takes them apart all at once: 600,000 need more than 128 MB. */
	public const TAGS = 100000;

	/** Pictures of the media library on one page. Looking for 36,000 in one query took 40 s. */
	public const PICTURES = 2000;

	/** Entries of a list. The site shows four to a row. */
	public const ENTRIES = 200;

	/** Bytes of a rest that is cleaned without parsing it. Cleaning takes 5 µs a tag. */
	public const REST = 100000;
}
