import { type IndexRow, nextAfter, spanOf, sumsFrom } from '../index-rows.ts';
import { getIndex } from '../queries/lists.ts';
import type { CmsIndexPage } from '../types.ts';
import { ask, type Source } from './pages.ts';
import type { Snapshot } from './types.ts';

/**
 * The companion's index of a type, page by page to its end.
 * @param first the first page, which came with the rest of the site's data; nothing where the CMS has no index
 */
export async function restOfIndex(
  source: Source,
  type: string,
  first: CmsIndexPage | null | undefined,
): Promise<CmsIndexPage[]> {
  const pages: CmsIndexPage[] = [];
  for (let page = first ?? null; page; ) {
    pages.push(page);
    const after = nextAfter(page, pages.at(-2)?.endCursor);
    page = after === null ? null : (await ask(source, getIndex, { type, after })).index;
  }
  return pages;
}

/**
 * The index without what was published while the snapshot was taken: its address would be built as a 404. A span that lacks
 * something has no digest, so that the first look after the build brings it.
 */
export function knownOnly(
  index: Snapshot['index'],
  { posts, pages, content }: Pick<Snapshot, 'posts' | 'pages' | 'content'>,
): Snapshot['index'] {
  const items = [...posts, ...pages, ...Object.values(content).flat()];
  const known = new Set(items.map(({ databaseId }) => databaseId));
  const only = (list: CmsIndexPage[]) => {
    const rows = list.map((page) => JSON.parse(page.rows ?? '[]') as IndexRow[]);
    const lacking = rows.flat().flatMap(([id]) => (known.has(id) ? [] : [spanOf(id)]));
    return list.map((page, i) => ({
      ...page,
      rows: JSON.stringify((rows[i] ?? []).filter(([id]) => known.has(id))),
      ...(page.sums ? { sums: without(page, lacking) } : {}),
    }));
  };
  return Object.fromEntries(Object.entries(index).map(([type, list]) => [type, only(list)]));
}

function without(page: CmsIndexPage, lacking: readonly number[]): string {
  const sums = sumsFrom(page) ?? new Map();
  for (const span of lacking) sums.delete(span);
  return JSON.stringify(Object.fromEntries(sums));
}
