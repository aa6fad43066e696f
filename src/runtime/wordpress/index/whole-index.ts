import { ofProcess } from '../../base/of-process.ts';
import type { RenderingStrategy } from '../../config/index.ts';
import { read } from '../client/read.ts';
import { walk } from '../client/walk.ts';
import { contentTypeEnum } from '../model/content-type-enum.ts';
import { tags } from '../model/tags.ts';
import type { CmsIndexPage, CmsListed } from '../model/types.ts';
import { getIndex, listContent, listPages, listPosts } from '../queries/lists.ts';
import { fromListed, fromRows, type IndexEntry, newestFirst } from './index-entry.ts';
import { readRows, type Sums, sumsFrom } from './index-rows.ts';
import { everything } from './index-walk.ts';

export interface WholeIndex {
  /** Newest first. */
  entries: IndexEntry[];
  /** The companion's digests of them; undefined where it gives none. */
  sums: Sums | undefined;
}

/**
 * All of the index of a type, page by page: for a build, and where nothing is there to begin with.
 * @throws {WordPressError|GraphQLError} when the CMS fails
 */
export async function readWhole(type: string, strategy: RenderingStrategy): Promise<readonly IndexEntry[]> {
  const on = [tags.list(type)];
  const indexed = await readIndexed(type, strategy, on);
  return indexed?.entries ?? fromListed(type, await rowsOf(type, strategy, on));
}

const ofBuild = ofProcess('index-of-build', () => new Map<string, Promise<readonly IndexEntry[]>>());

/**
 * The same in a build, whose snapshot does not change: each process makes it once. The pages read its first part for themselves,
 * because tags and interval come with reading.
 * @throws {WordPressError|GraphQLError} when the CMS fails
 */
export async function readOfBuild(type: string, strategy: RenderingStrategy): Promise<readonly IndexEntry[]> {
  // Such a page is not made in a build, and its reading never ends.
  if (strategy.strategy === 'ssr') return readWhole(type, strategy);
  const known = ofBuild.get(type);
  if (known) {
    await read({ operation: getIndex, variables: { type }, tags: [tags.list(type)], strategy });
    return known;
  }
  const made = readWhole(type, strategy);
  ofBuild.set(type, made);
  made.catch(() => ofBuild.delete(type));
  return made;
}

/** The same in a build, for pages that do not depend on all of it: no tag comes along. */
export async function readUntagged(type: string): Promise<readonly IndexEntry[]> {
  const known = ofBuild.get(type) ?? untagged.get(type) ?? readEverything(type);
  untagged.set(type, known);
  known.catch(() => untagged.delete(type));
  return known;
}

const untagged = ofProcess(
  'untagged-index-of-build',
  () => new Map<string, Promise<readonly IndexEntry[]>>(),
);

const readEverything = async (type: string) => (await everything(type)).sort(newestFirst);

/**
 * The same, of the companion alone.
 * @param on which changes make it old
 * @returns null where the CMS has no companion
 */
export async function readIndexed(
  type: string,
  strategy: RenderingStrategy,
  on: readonly string[],
): Promise<WholeIndex | null> {
  let first: CmsIndexPage | null = null;
  const rows = await readRows(async (after) => {
    const variables = after === undefined ? { type } : { type, after };
    const { index } = await read({ operation: getIndex, variables, tags: on, strategy });
    if (after === undefined) first = index;
    return index;
  });
  return rows && { entries: fromRows(type, rows).sort(newestFirst), sums: sumsFrom(first) };
}

function rowsOf(type: string, strategy: RenderingStrategy, on: readonly string[]): Promise<CmsListed[]> {
  if (type === 'post') return walk(listPosts, {}, on, strategy);
  if (type === 'page') return walk(listPages, {}, on, strategy);
  return walk(listContent, { types: [contentTypeEnum(type)] }, on, strategy);
}
