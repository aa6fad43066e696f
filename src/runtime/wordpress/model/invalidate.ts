import { revalidateTag } from 'next/cache';
import { type Invalidated, siteCache } from './site-cache.ts';

/**
 * Says that what carries these tags is out of date.
 * @param now is never shown again
 * @param behind is shown until it is rendered again
 * @param paths whose pages are rendered again first, in this order
 */
export async function invalidate(
  now: ReadonlySet<string>,
  behind: ReadonlySet<string>,
  paths: readonly string[],
): Promise<Invalidated> {
  const soft = [...behind].filter((tag) => !now.has(tag));
  const cache = siteCache();
  // Next would call the handler only after the answer is on its way: a kill in between loses the change.
  if (cache) return cache.invalidate(now, soft, paths);
  for (const tag of now) revalidateTag(tag, { expire: 0 });
  for (const tag of soft) revalidateTag(tag, 'max');
  return { isTold: true };
}
