import { newestFirst } from '../index/index-entry.ts';
import type { IndexRow } from '../index/index-rows.ts';
import { builtIn, normalizePath } from '../model/paths.ts';
import { RELATED } from '../model/related-count.ts';
import type { SiteParts } from '../snapshot/types.ts';
import { sumOf } from './content-index.ts';
import type { Wanted } from './items.ts';

/** Items whose cards are read where their contents are not: they stand on the homepage and in the archive of their type. */
const NEWEST = 100;
/** Posts on a page of an archive where WordPress does not say. */
const POSTS_PER_PAGE = 10;

interface Row extends Wanted {
  date: string;
}

/** Chooses what a build reads of a type, while the rows of its index come in. */
export class Choice {
  readonly #type: string;
  readonly #perPage: number;
  readonly #sticky: number[];
  readonly #rows: Row[] = [];
  #isSorted = false;
  /** Those that pages of the site's own show: always read. */
  readonly #fixed = new Set<number>();
  /** The newest of each archive. */
  readonly #archives = new Map<string, Row[]>();

  /**
   * @param type WordPress's name
   * @param site says how long archives are, and which posts are sticky
   */
  constructor(type: string, { reading, sticky }: Pick<SiteParts, 'reading' | 'sticky'>) {
    this.#type = type;
    // Below a post stand the newest of its category, without itself.
    this.#perPage = Math.max(reading?.postsPerPage || POSTS_PER_PAGE, RELATED + 1);
    this.#sticky = type === 'post' ? (sticky?.nodes ?? []).flatMap((node) => node?.databaseId ?? []) : [];
  }

  add(row: IndexRow): void {
    const [databaseId, path, , date, , terms, author] = row;
    const known = { type: this.#type, databaseId, date: date ?? '', sum: sumOf(row) };
    this.#rows.push(known);
    if (this.#type === 'page' && (path === null || builtIn.has(normalizePath(path) ?? path)))
      this.#fixed.add(databaseId);
    if (this.#type !== 'post') return;
    for (const archive of [...terms.map((term) => `term ${term}`), `author ${author}`])
      this.#enter(archive, known);
  }

  /** How many there are. */
  get size(): number {
    return this.#rows.length;
  }

  /**
   * @param most how many of them the build renders
   * @returns whose contents are wanted, the newest first
   */
  items(most: number): Wanted[] {
    return this.#sorted().filter(({ databaseId }, i) => i < most || this.#fixed.has(databaseId));
  }

  /**
   * @param most how many of them the build renders
   * @returns the ids of those that a list shows, and whose contents are not wanted
   */
  cards(most: number): number[] {
    // Lists show no pages.
    if (this.#type === 'page') return [];
    const shown = new Set([...this.#sticky, ...this.newest()]);
    for (const rows of this.#archives.values())
      for (const { databaseId } of rows.sort(newestFirst).slice(0, this.#perPage)) shown.add(databaseId);
    const read = new Set(this.items(most).map(({ databaseId }) => databaseId));
    return [...shown].filter((id) => !read.has(id));
  }

  newest(): number[] {
    return this.#sorted()
      .slice(0, NEWEST)
      .map(({ databaseId }) => databaseId);
  }

  #sorted(): readonly Row[] {
    if (!this.#isSorted) this.#rows.sort(newestFirst);
    this.#isSorted = true;
    return this.#rows;
  }

  /** More than are shown, so that it is cut only now and then. */
  #enter(archive: string, row: Row): void {
    const rows = this.#archives.get(archive) ?? [];
    this.#archives.set(archive, rows);
    rows.push(row);
    if (rows.length < 10 * this.#perPage) return;
    rows.sort(newestFirst);
    rows.length = this.#perPage;
  }
}
