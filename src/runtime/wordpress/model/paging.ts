import type { Connection } from './types.ts';

/** Items that a request asks for: WPGraphQL gives no more, and does not say so. */
export const AT_ONCE = 100;

/**
 * All rows of a list, page by page to its end, for any way of asking for a page.
 * @param page asks for the rows after a cursor
 * @throws {Error} when the CMS repeats a cursor: it answers the first page again for one that it does not understand
 */
export async function pageThrough<Row>(
  name: string,
  page: (after: string | undefined) => Promise<Connection<Row> | null>,
): Promise<NonNullable<Row>[]> {
  const rows: NonNullable<Row>[] = [];
  const seen = new Set<string>();
  for (let after: string | undefined; ; ) {
    const list = await page(after);
    for (const node of list?.nodes ?? []) if (node !== null && node !== undefined) rows.push(node);
    const cursor = list?.pageInfo?.hasNextPage ? list.pageInfo.endCursor : null;
    if (!cursor) return rows;
    if (seen.has(cursor)) throw new Error(`${name}: the CMS repeats the cursor ${cursor}`);
    seen.add(cursor);
    after = cursor;
  }
}
