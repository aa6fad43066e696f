import { getRevalidateValue } from '../../config/index.ts';
import { listsItems } from '../model/listing.ts';
import { tags } from '../model/tags.ts';
import type { Changing } from '../model/types.ts';
import { type Read, read } from './read.ts';

/**
 * Reads what may change without being named: what the CMS tells nobody of (a shortcode, a feed of another site, a custom field that
 * failed) is kept no longer than it says, and a text that lists other items is dropped when one of them is hidden. Only the answer says
 * so: then the same question is asked again with that, of the cache.
 * @param changing what of the answer may say so
 */
export async function readInTime<Data, Variables extends object>(
  question: Read<Data, Variables>,
  changing: (data: Data) => readonly (Changing | null | undefined)[],
): Promise<Data> {
  const data = await read(question);
  const { strategy, preview } = question;
  if (strategy.strategy !== 'isr' || preview) return data;
  const items = changing(data).flatMap((item) => item ?? []);
  const own = getRevalidateValue(strategy.revalidate) || Number.POSITIVE_INFINITY;
  const seconds = Math.min(
    ...items.map(({ companionInterval }) => companionInterval ?? Number.POSITIVE_INFINITY),
  );
  const lists = items.some(listsItems) ? [tags.anyShown] : [];
  if (own <= seconds && lists.length === 0) return data;
  return read({
    ...question,
    tags: [...question.tags, ...lists],
    strategy: seconds < own ? { ...strategy, revalidate: seconds } : strategy,
  });
}
