import type { IndexEntry } from './index-entry.ts';
import type { Changed, LiveIndex } from './index-spans.ts';
import { normalizePath } from './paths.ts';
import { changedSince, siteCache } from './site-cache.ts';
import { shownBy, tags } from './tags.ts';

/**
 * Drops the pages of items that the index no longer shows to everybody, and what lists them, where no webhook named them: it was lost,
 * or it was one for the whole site (`/*`). Stored pages would show them until rendered again, and a restart would bring them back.
 * @param live as it was before the look
 * @param changed what the look found
 * @param since when the CMS was asked before, in milliseconds since 1970
 */
export async function dropVanished(live: LiveIndex, changed: Changed, since: number): Promise<void> {
  const vanished = [...changed]
    .flatMap(([span, found]) => hiddenBetween(live.spans.get(span)?.entries ?? [], found?.entries ?? []))
    .filter(({ path }) => !changedSince([tags.missing(path)], since));
  if (vanished.length === 0) return;
  const now = vanished.flatMap(({ databaseId, path }) => [
    ...[tags.missing(path), tags.address(path), tags.path(path)],
    ...shownBy(databaseId, path),
  ]);
  await siteCache()?.invalidate(new Set(now), [tags.list(live.type), tags.anyList]);
}

/** @returns what is gone, has a password now or left the lists, by normalized path */
function hiddenBetween(before: readonly IndexEntry[], after: readonly IndexEntry[]): IndexEntry[] {
  const found = new Map(after.map((entry) => [entry.databaseId, entry]));
  return before.flatMap((entry) => {
    const now = found.get(entry.databaseId);
    const isShown = now && (entry.hasPassword || !now.hasPassword) && (entry.isUnlisted || !now.isUnlisted);
    const path = normalizePath(entry.path);
    return isShown || path === null ? [] : [{ ...entry, path }];
  });
}
