import type { RenderingStrategy } from '../config/index.ts';
import { hasPlatformCache, isBuild, isDevelopment } from '../config/site.ts';
import { readContentIndex } from './content-index.ts';
import { nearest } from './index-beside.ts';
import type { IndexEntry } from './index-entry.ts';
import { readAtHand } from './live-index.ts';
import { normalizePath, pathOf } from './paths.ts';
import { dependOn } from './read.ts';
import { siteCache } from './site-cache.ts';
import { lasting } from './strategy.ts';
import { tags } from './tags.ts';
import type { LinkView, PostView } from './views.ts';
import { readUntagged } from './whole-index.ts';

export type Neighbours = Pick<PostView, 'previous' | 'next'>;

/**
 * The posts before and after one, by date and of its type. The content index knows them: the CMS is asked nothing more. The page is
 * made again when they change, and not whenever any post does.
 * @throws {WordPressError|GraphQLError} when the CMS fails, and a neighbour may be hidden by now
 */
export async function readNeighbours(
  { databaseId, type }: Pick<PostView, 'databaseId' | 'type'>,
  strategy: RenderingStrategy,
): Promise<Neighbours> {
  const found = neighboursOf(await readBeside(type, strategy, databaseId), databaseId);
  const links = [found.previous, found.next].flatMap((link) => link?.path ?? []);
  if (strategy.strategy !== 'static')
    await dependOn(tags.anyBeside, tags.beside(databaseId), ...links.map(linkedTag));
  return found;
}

/**
 * The index for the page of one item, which does not depend on all of it.
 * @param id of the item, which must be known
 * @returns all of the type, newest first
 * @throws {WordPressError|GraphQLError} as `readContentIndex`
 */
export async function readBeside(
  type: string,
  strategy: RenderingStrategy,
  id?: number,
): Promise<readonly IndexEntry[]> {
  const whole = () => readContentIndex(strategy.strategy === 'ssr' ? lasting : strategy, [type]);
  // There nothing keeps the index by difference, and nothing tells its pages of one: they depend on all of it.
  if (strategy.strategy === 'static' || hasPlatformCache || isDevelopment) return whole();
  if (isBuild) return readUntagged(type);
  return (siteCache() && (await readAtHand(type, id))) ?? whole();
}

export const linkedTag = (path: string): string => tags.linked(normalizePath(path) ?? path);

/** @param entries of one type, newest first */
export function neighboursOf(entries: readonly IndexEntry[], id: number): Neighbours {
  const at = entries.findIndex(({ databaseId }) => databaseId === id);
  // One without a date, which is hidden, stands nowhere between the others.
  if (at < 0 || entries[at]?.date === '') return { previous: null, next: null };
  return { previous: linkTo(nearest(entries, at, 1)), next: linkTo(nearest(entries, at, -1)) };
}

function linkTo(entry: IndexEntry | undefined): LinkView | null {
  const path = pathOf(entry?.path);
  return entry && path ? { name: entry.title, path } : null;
}
