import { revalidateTag } from 'next/cache';

/** What `cache/handler.mjs` offers; Next bundles this file and not that one, so they meet in the process. */
interface SiteCache {
  /** Resolves when it is on disk, and when the other instances have been told. */
  invalidate(now: Iterable<string>, behind: Iterable<string>): Promise<void>;
  changedSince(tags: readonly string[], at: number): boolean;
}

const key = Symbol.for('headless-site.cache');
/** Undefined in development, and where the platform brings a cache of its own. */
const siteCache = () => (globalThis as unknown as Record<symbol, SiteCache | undefined>)[key];

/**
 * Says that what carries these tags is out of date.
 * @param now is never shown again
 * @param behind is shown once more, to the visitor behind whom it is refreshed
 */
export async function invalidate(now: ReadonlySet<string>, behind: ReadonlySet<string>): Promise<void> {
  const soft = [...behind].filter((tag) => !now.has(tag));
  const cache = siteCache();
  // Next would call the handler only after the answer is on its way: a kill in between loses the change.
  if (cache) return cache.invalidate(now, soft);
  for (const tag of now) revalidateTag(tag, { expire: 0 });
  for (const tag of soft) revalidateTag(tag, 'max');
}

/** Whether one of the tags was invalidated since; `at` in milliseconds since 1970. */
export function changedSince(tags: readonly string[], at: number): boolean {
  return siteCache()?.changedSince(tags, at) ?? false;
}
