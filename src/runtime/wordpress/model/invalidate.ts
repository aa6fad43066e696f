import { revalidateTag } from 'next/cache';
import { type Invalidated, siteCache } from './site-cache.ts';

/**
 * Says that what carries these tags is out of date.
 * @param expire is never shown again
 * @param stale is shown until it is rendered again
 * @param paths whose pages are rendered again first, in this order
 */
export async function invalidate(
  expire: ReadonlySet<string>,
  stale: ReadonlySet<string>,
  paths: readonly string[],
): Promise<Invalidated> {
  const onlyStale = [...stale].filter((tag) => !expire.has(tag));
  const cache = siteCache();
  // Next would call the handler only after the answer is on its way: a kill in between loses the change.
  if (cache) return cache.invalidate(expire, onlyStale, paths);
  for (const tag of expire) revalidateTag(tag, { expire: 0 });
  for (const tag of onlyStale) revalidateTag(tag, 'max');
  return { isTold: true };
}
