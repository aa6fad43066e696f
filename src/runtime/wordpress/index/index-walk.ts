import { createHash } from 'node:crypto';
import { askCms } from '../client/ask.ts';
import { contentTypeEnum } from '../model/content-type-enum.ts';
import { AT_ONCE, pageThrough } from '../model/paging.ts';
import { normalizePath } from '../model/paths.ts';
import { changedSince, siteCache } from '../model/site-cache.ts';
import { tags } from '../model/tags.ts';
import type { CmsListed } from '../model/types.ts';
import { getIndex, listContent, listModified, listPages, listPosts, listSome } from '../queries/lists.ts';
import { fromListed, fromRows, type IndexEntry, toEntry, withUnlisted } from './index-entry.ts';
import { readRows, spanOf } from './index-rows.ts';
import type { Changed, LiveIndex } from './index-spans.ts';

/** Below this many items all are read again: a few requests are cheap. */
const FEW = 3 * AT_ONCE;
/** Pages of changed items that are read; of more changes everything is. */
const MOST_PAGES = 5;

/**
 * The difference without the companion's digests: what was changed last, what was published last, what a webhook has named, and a
 * hundred of those that were read longest ago. That is at most eight requests, however large the site is. An item that goes away
 * without a webhook is missed until its turn comes.
 * @returns null where nothing can be kept: all instances of such a platform begin with nothing
 */
export async function walkAgain(live: LiveIndex, at: number): Promise<Changed | null> {
  if (!siteCache()) return null;
  const isTold = changedSince([tags.list(live.type), tags.everyList], live.askedAt);
  const isAll =
    live.isDoubted ||
    live.entries.length <= FEW ||
    changedSince([tags.rows(live.type), tags.everyRows], live.askedAt);
  const found = (isAll ? null : await difference(live, isTold)) ?? { entries: await everything(live.type) };
  return compare(live, found.entries, found.read, at);
}

/**
 * All items of a type, by questions that are not cached.
 * @throws {WordPressError|GraphQLError} when the CMS fails
 */
export async function everything(type: string): Promise<IndexEntry[]> {
  // A companion of an earlier version has rows, and no digests.
  const rows = await readRows(
    async (after) => (await askCms(getIndex, after ? { type, after } : { type })).index,
  );
  if (rows) return fromRows(type, rows);
  const listed = await pageThrough('the index', async (after) => {
    const cursor = after ? { after } : {};
    if (type === 'post') return (await askCms(listPosts, cursor)).list;
    if (type === 'page') return (await askCms(listPages, cursor)).list;
    return (await askCms(listContent, { types: [contentTypeEnum(type)], ...cursor })).list;
  });
  return fromListed(type, listed);
}

interface Found {
  entries: IndexEntry[];
  /** The spans that were looked at by their ids. */
  read?: ReadonlySet<number>;
}

/** @returns null where too much has changed */
async function difference(live: LiveIndex, isTold: boolean): Promise<Found | null> {
  const { type, entries, askedAt } = live;
  const types = [contentTypeEnum(type)];
  const known = new Map(entries.map((entry) => [entry.databaseId, entry]));
  const modified = await modifiedSince(known, types);
  const named = entries.filter(({ path }) =>
    changedSince([tags.missing(normalizePath(path) ?? path)], askedAt),
  );
  const asked = isTold ? named : [...named, ...longestAgo(live)];
  if (!modified || named.length > FEW) return null;
  const come: CmsListed[] = [...modified];
  for (let i = 0; i === 0 || i < asked.length; i += AT_ONCE) {
    // WordPress answers everything to an empty list.
    const ids =
      asked.length > 0 ? asked.slice(i, i + AT_ONCE).map(({ databaseId }) => String(databaseId)) : ['0'];
    const { list, newest } = await askCms(listSome, { ids, types });
    come.push(...[list, newest].flatMap((rows) => rows?.nodes.flatMap((node) => node ?? []) ?? []));
  }
  const all = new Map(known);
  for (const { databaseId } of asked) all.delete(databaseId);
  for (const row of come) if (row.uri) all.set(row.databaseId, toEntry(type, row, row.uri));
  return {
    entries: withUnlisted([...all.values()]),
    read: new Set(isTold ? [] : longestAgo(live).map(({ databaseId }) => spanOf(databaseId))),
  };
}

/** @returns null where there is more than MOST_PAGES of it */
async function modifiedSince(
  known: ReadonlyMap<number, IndexEntry>,
  types: string[],
): Promise<CmsListed[] | null> {
  const found: CmsListed[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { list } = await askCms(listModified, { types, ...(after ? { after } : {}) });
    const nodes = list?.nodes.flatMap((node) => node ?? []) ?? [];
    found.push(...nodes);
    const last = nodes.at(-1);
    const isKnown = !last || known.get(last.databaseId)?.modified === (last.modifiedGmt ?? '');
    after = list?.pageInfo?.hasNextPage ? (list.pageInfo.endCursor ?? undefined) : undefined;
    if (isKnown || !after) return found;
  }
  return null;
}

/** The spans that were read longest ago, up to a hundred items, one span at least. */
function longestAgo({ spans }: LiveIndex): IndexEntry[] {
  const found: IndexEntry[] = [];
  for (const [, { entries }] of [...spans].sort(([, a], [, b]) => a.readAt - b.readAt)) {
    if (found.length > 0 && found.length + entries.length > AT_ONCE) break;
    found.push(...entries);
  }
  return found.slice(0, FEW * 2);
}

/** @param read spans that were looked at whatever they hold; all when left out */
function compare(
  { spans }: LiveIndex,
  entries: readonly IndexEntry[],
  read: Found['read'],
  at: number,
): Changed {
  const now = new Map<number, IndexEntry[]>();
  for (const entry of [...entries].sort((a, b) => a.databaseId - b.databaseId)) {
    const span = spanOf(entry.databaseId);
    const list = now.get(span);
    if (list) list.push(entry);
    else now.set(span, [entry]);
  }
  const changed: Changed = new Map();
  for (const span of spans.keys()) if (!now.has(span)) changed.set(span, undefined);
  for (const [span, list] of now) {
    const sum = createHash('sha256').update(JSON.stringify(list)).digest('hex').slice(0, 12);
    const before = spans.get(span);
    if (before?.sum !== sum) changed.set(span, { sum, entries: list, readAt: at });
    else if (!read || read.has(span)) before.readAt = at;
  }
  return changed;
}
