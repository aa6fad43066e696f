import { revalidateTag } from 'next/cache';
import { siteCache } from './site-cache.ts';

/**
 * Says that what carries these tags is out of date.
 * @param now is never shown again
 * @param behind is shown once more, to the visitor behind whom it is refreshed
 * @throws {Error} when a restart would forget it: whoever said it should say it again
 */
export async function invalidate(now: ReadonlySet<string>, behind: ReadonlySet<string>): Promise<void> {
  const soft = [...behind].filter((tag) => !now.has(tag));
  const cache = siteCache();
  // Next would call the handler only after the answer is on its way: a kill in between loses the change.
  if (cache) return cache.invalidate(now, soft);
  for (const tag of now) revalidateTag(tag, { expire: 0 });
  for (const tag of soft) revalidateTag(tag, 'max');
}
