import { createHash } from 'node:crypto';
import { type IndexRow, nextAfter, spanOf, sumsFrom } from '../index/index-rows.ts';
import type { CmsIndexPage } from '../model/types.ts';
import { getIndex } from '../queries/lists.ts';
import { ask, type Source } from './pages.ts';

/**
 * The companion's index of a type, page by page to its end, onto the disk.
 * @param first the first page, which came with the rest of the site's data; nothing where the CMS has no index
 * @param onRow gets each row
 * @returns the `after` of each page
 */
export async function takeIndex(
  source: Source,
  type: string,
  first: CmsIndexPage | null | undefined,
  onRow: (row: IndexRow) => void,
): Promise<(number | undefined)[]> {
  const places: (number | undefined)[] = [];
  let at: number | undefined;
  for (let page = first ?? null; page; ) {
    source.file.setIndexPage(type, at, page);
    rowsOf(page).forEach(onRow);
    places.push(at);
    const after = nextAfter(page, at);
    if (after === null) break;
    page = (await ask(source, getIndex, { type, after })).index;
    at = after;
  }
  return places;
}

/** Says what a row says: an item with the same one has not changed. */
export const sumOf = (row: IndexRow): string =>
  createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 16);

/**
 * Takes out of the index what has gone while the snapshot was taken: its address would be built as a 404. A span that lacks
 * something has no digest, so that the first look after the build brings it.
 * @param places from `takeIndex`
 */
export function leaveOut(
  { file }: Pick<Source, 'file'>,
  type: string,
  places: readonly (number | undefined)[],
  missing: readonly number[],
): void {
  if (missing.length === 0) return;
  const gone = new Set(missing);
  for (const [i, after] of places.entries()) {
    const page = file.indexPage(type, after);
    if (!page) continue;
    const rows = rowsOf(page);
    const kept = rows.filter(([id]) => !gone.has(id));
    // All digests come with the first page.
    if (kept.length === rows.length && i > 0) continue;
    const sums = page.sums ? { sums: without(page, missing) } : {};
    file.setIndexPage(type, after, { ...page, rows: JSON.stringify(kept), ...sums });
  }
}

function without(page: CmsIndexPage, missing: readonly number[]): string {
  const sums = sumsFrom(page) ?? new Map();
  for (const id of missing) sums.delete(spanOf(id));
  return JSON.stringify(Object.fromEntries(sums));
}

const rowsOf = ({ rows }: CmsIndexPage) => JSON.parse(rows ?? '[]') as IndexRow[];
