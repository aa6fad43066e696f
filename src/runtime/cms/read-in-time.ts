import { getRevalidateValue } from '../config/index.ts';
import { type Read, read } from './read.ts';
import type { Changing } from './types.ts';

/**
 * Reads what may change without the CMS telling of it (a shortcode, a feed of another site, an own field that failed): it is kept no
 * longer than the CMS says. Only its answer says so: then the same question is asked again with that interval, of the cache.
 * @param changing what of the answer may say so
 */
export async function readInTime<Data, Variables extends object>(
  question: Read<Data, Variables>,
  changing: (data: Data) => readonly (Changing | null | undefined)[],
): Promise<Data> {
  const data = await read(question);
  const { strategy } = question;
  const own = getRevalidateValue(strategy.revalidate) || Number.POSITIVE_INFINITY;
  const seconds = Math.min(
    ...changing(data).map((item) => item?.companionInterval ?? Number.POSITIVE_INFINITY),
  );
  if (strategy.strategy !== 'isr' || own <= seconds) return data;
  return read({ ...question, strategy: { ...strategy, revalidate: seconds } });
}
