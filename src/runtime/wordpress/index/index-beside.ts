import { pathAbove } from '../model/paths.ts';
import { siteCache } from '../model/site-cache.ts';
import { tags } from '../model/tags.ts';
import type { IndexEntry } from './index-entry.ts';
import type { Changed, LiveIndex } from './index-spans.ts';

/** The pages of so many of the newest items follow what is published: there visitors are, and they lead to the newest. */
const NEWEST = 10;
/** After more changes than this all pages are made again: each name is a line in the log of tags. */
const MOST_NAMED = 100;

/** Whether visitors may be led to an item: it is for everybody, and in lists. */
export const isLinkable = ({ hasPassword, isUnlisted, date }: IndexEntry): boolean =>
  !hasPassword && !isUnlisted && date !== '';

/**
 * The nearest item that visitors may be led to.
 * @param entries of one type, newest first
 * @param at place of the item whose neighbour it is
 * @param step 1 towards the older ones, -1 towards the newer ones
 */
export function nearest(entries: readonly IndexEntry[], at: number, step: 1 | -1): IndexEntry | undefined {
  let i = at + step;
  for (let entry = entries[i]; entry && !isLinkable(entry); entry = entries[i]) i += step;
  return entries[i];
}

/**
 * Finds the pages that lead to items which a look has found changed. A publication among ten thousand touches the page before it and those of
 * the newest few, never all; a page touches the one above it.
 * @param live as it was before the look
 * @returns says it, given all items as they are now, by ids; `all` after too many changes
 */
export function besideChanges(
  live: LiveIndex,
  changed: Changed,
): (now: readonly IndexEntry[]) => ReadonlySet<number> | 'all' {
  // Everything would be new where nothing was known.
  if (live.version === '') return () => new Set();
  const before = live.entries;
  const differing = new Set<number>();
  for (const [span, found] of changed)
    for (const id of differingIds(live.spans.get(span)?.entries ?? [], found?.entries ?? []))
      differing.add(id);
  return (now) => {
    if (differing.size > MOST_NAMED) return 'all';
    if (live.type === 'page') return new Set([...aboveIn(before, differing), ...aboveIn(now, differing)]);
    const around = new Set([...aroundIn(before, differing), ...aroundIn(now, differing)]);
    const moved = [...around].filter((id) => hasOtherNeighbours(id, before, now));
    return new Set([...moved, ...newestOf(now, differing)]);
  };
}

/** Tells the pages of these items that what they lead to has changed; they are shown until they are made again. */
export async function refreshBeside(ids: ReadonlySet<number> | 'all'): Promise<void> {
  const stale = ids === 'all' ? [tags.anyBeside] : [...ids].map(tags.beside);
  if (stale.length > 0) await siteCache()?.invalidate([], stale);
}

/** The items that came, went, or are not named or placed as they were. */
function differingIds(before: readonly IndexEntry[], after: readonly IndexEntry[]): number[] {
  const were = new Map(before.map((entry) => [entry.databaseId, linkOf(entry)]));
  const now = new Map(after.map((entry) => [entry.databaseId, linkOf(entry)]));
  return [...new Set([...were.keys(), ...now.keys()])].filter((id) => were.get(id) !== now.get(id));
}

/** All that decides how others lead to it. */
const linkOf = (entry: IndexEntry): string =>
  JSON.stringify([entry.path, entry.title, entry.date, entry.terms, isLinkable(entry)]);

/** The pages right above these. */
function aboveIn(entries: readonly IndexEntry[], ids: ReadonlySet<number>): number[] {
  const paths = new Set(
    entries.filter(({ databaseId }) => ids.has(databaseId)).map(({ path }) => pathAbove(path)),
  );
  return entries.filter(({ path }) => paths.has(path)).map(({ databaseId }) => databaseId);
}

/** The items whose neighbours these may be, and they themselves. */
function aroundIn(entries: readonly IndexEntry[], ids: ReadonlySet<number>): number[] {
  const found: number[] = [];
  entries.forEach(({ databaseId }, at) => {
    if (!ids.has(databaseId)) return;
    found.push(databaseId);
    // Those without links between them and their neighbour have pages, too.
    for (const step of [1, -1] as const) {
      for (let i = at + step; ; i += step) {
        const entry = entries[i];
        if (entry) found.push(entry.databaseId);
        if (!entry || isLinkable(entry)) break;
      }
    }
  });
  return found;
}

/** Looks at items that were there before: a new one has not been shown with others. */
function hasOtherNeighbours(id: number, before: readonly IndexEntry[], now: readonly IndexEntry[]): boolean {
  const [were, are] = [before, now].map((entries) => {
    const at = entries.findIndex(({ databaseId }) => databaseId === id);
    if (at < 0) return undefined;
    const links = ([1, -1] as const).map((step) => nearest(entries, at, step));
    return JSON.stringify(links.map((entry) => entry && [entry.path, entry.title]));
  });
  return were !== undefined && are !== undefined && were !== are;
}

/** The newest that visitors may be led to, where another one among them has changed. */
function newestOf(entries: readonly IndexEntry[], differing: ReadonlySet<number>): number[] {
  const newest = entries.filter(isLinkable).slice(0, NEWEST);
  const ids = newest.map(({ databaseId }) => databaseId);
  const changed = ids.filter((id) => differing.has(id));
  return ids.filter((id) => changed.some((other) => other !== id));
}
