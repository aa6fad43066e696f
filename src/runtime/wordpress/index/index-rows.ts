import type { Maybe } from '../../content/types.ts';
import type { CmsIndexPage } from '../model/types.ts';

/** A row of the companion plugin's index. The plugin's `IndexText` writes it, the sample CMS in `resolvers/companion.mjs`. */
export type IndexRow = [
  id: number,
  /** Same as `uri`; null for the page that stands for the blog index, and for a type without pages. */
  path: string | null,
  title: string,
  /** Site-local. */
  date: string | null,
  /** UTC. */
  modified: string | null,
  terms: number[],
  author: number | null,
  /** Left out for an item without a password. */
  isProtected?: 0 | 1,
  /** 1 for an item whose address names a parent that is not public, otherwise left out. */
  isUnlisted?: 0 | 1,
];

/**
 * All rows of the index, by ascending id: so no page skips or repeats an item whatever changes meanwhile.
 * @param page asks for the rows behind an id
 * @returns null when the CMS has no such index
 * @throws {Error} when the CMS answers anything but rows: half an index must never replace a whole one
 */
export async function readRows(
  page: (after: number | undefined) => Promise<CmsIndexPage | null>,
): Promise<IndexRow[] | null> {
  const rows: IndexRow[] = [];
  for (let after: number | undefined; ; ) {
    const answer = await page(after);
    if (answer === null) {
      if (after === undefined) return null;
      throw new Error('GetIndex: a part of the index is missing');
    }
    rows.push(...toRows(answer.rows));
    const next = nextAfter(answer, after);
    if (next === null) return rows;
    after = next;
  }
}

/**
 * The `after` of the page behind one; null behind the last.
 * @param after of the page itself
 * @throws {Error} when the CMS goes in circles
 */
export function nextAfter({ hasNextPage, endCursor }: CmsIndexPage, after: Maybe<number>): number | null {
  if (!hasNextPage) return null;
  if (typeof endCursor !== 'number' || endCursor <= (after ?? 0))
    throw new Error(`GetIndex: the CMS repeats the id ${endCursor}`);
  return endCursor;
}

function toRows(text: string | null | undefined): IndexRow[] {
  const rows: unknown = JSON.parse(text ?? 'null');
  if (!Array.isArray(rows)) throw new Error('GetIndex: the CMS answered no rows');
  return rows;
}

/** Ids of one span of the index. The plugin's `IndexSums` knows it too. */
const SPAN = 512;

export const spanOf = (id: number): number => id - (id % SPAN);

/** Each span up to that of an id, whether it has items or not. */
export function spansUpTo(id: number): number[] {
  return Array.from({ length: spanOf(id) / SPAN + 1 }, (_, i) => i * SPAN);
}

/** Digests of the rows of each span, by its first id. */
export type Sums = Map<number, string>;

/** @returns undefined where the CMS says none */
export function sumsFrom(page: CmsIndexPage | null): Sums | undefined {
  if (!page?.sums) return undefined;
  const sums: unknown = JSON.parse(page.sums);
  if (typeof sums !== 'object' || sums === null) throw new Error('GetIndex: the CMS answered no sums');
  return new Map(Object.entries(sums).map(([span, sum]) => [Number(span), String(sum)]));
}
