import type { RenderingStrategy } from '../../config/index.ts';
import { isBuild } from '../../config/site.ts';
import type { IndexEntry } from './index-entry.ts';
import { readLive } from './live-index.ts';
import { readItemTypes } from './site-types.ts';
import { readOfBuild, readWhole } from './whole-index.ts';

export type { IndexEntry };

/**
 * The index of all public items of some types, newest first. Archives, sitemap, feeds and search live on it; it is
 * refreshed when any item of the type changes.
 * @param types WordPress's names; all that the site shows when left out
 */
export async function readContentIndex(
  strategy: RenderingStrategy,
  types?: readonly string[],
): Promise<readonly IndexEntry[]> {
  const wanted = types ?? (await readItemTypes(strategy));
  const lists = await Promise.all(wanted.map((type) => readType(type, strategy)));
  const [only] = lists;
  return lists.length === 1 && only ? only : lists.flat();
}

/** A build has its snapshot, and what is `static` shows what the build has read. */
async function readType(type: string, strategy: RenderingStrategy): Promise<readonly IndexEntry[]> {
  if (isBuild) return readOfBuild(type, strategy);
  if (strategy.strategy === 'static') return readWhole(type, strategy);
  return readLive(type, strategy);
}
