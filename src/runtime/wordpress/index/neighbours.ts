import type { RenderingStrategy } from '../../config/index.ts';
import { hasPlatformCache, isBuild, isDevelopment } from '../../config/site.ts';
import { dependOn } from '../client/read.ts';
import { normalizePath, pathAbove, pathOf } from '../model/paths.ts';
import { siteCache } from '../model/site-cache.ts';
import { lasting } from '../model/strategy.ts';
import { tags } from '../model/tags.ts';
import type { LinkView, PageView, PostView } from '../model/views.ts';
import { readContentIndex } from './content-index.ts';
import { isLinkable, nearest } from './index-beside.ts';
import type { IndexEntry } from './index-entry.ts';
import { readAtHand } from './live-index.ts';
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

/** Each of them is a tag of the page, and an entry of the cache has at most 100. */
const MOST_CHILDREN = 60;

/**
 * The pages right below one, from the content index as well.
 * @throws {WordPressError|GraphQLError} when the CMS fails, and one of them may be hidden by now
 */
export async function readChildren(
  { databaseId, path }: Pick<PageView, 'databaseId' | 'path'>,
  strategy: RenderingStrategy,
): Promise<LinkView[]> {
  const found = childrenOf(await readBeside('page', strategy), path);
  if (strategy.strategy !== 'static')
    await dependOn(tags.anyBeside, tags.beside(databaseId), ...found.map((child) => linkedTag(child.path)));
  return found;
}

/**
 * @param entries all pages
 * @returns those whose address is one step longer, by title: the index does not know the order that WordPress has for pages
 */
export function childrenOf(entries: readonly IndexEntry[], path: string): LinkView[] {
  const isChild = (entry: IndexEntry) =>
    entry.path.startsWith(path) && pathAbove(entry.path) === path && isLinkable(entry);
  const found = path === '/' ? [] : entries.filter(isChild);
  return found
    .sort((a, b) => a.title.localeCompare(b.title, 'und', { numeric: true }))
    .slice(0, MOST_CHILDREN)
    .flatMap((entry) => linkTo(entry) ?? []);
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
