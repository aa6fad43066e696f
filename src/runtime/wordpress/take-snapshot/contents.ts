import { isCustomType, prerenderedItems, type SiteConfig } from '../../config/index.ts';
import type { Maybe } from '../../content/types.ts';
import { hasAddress } from '../index/index-entry.ts';
import { contentTypeEnum } from '../model/content-type-enum.ts';
import { AT_ONCE } from '../model/paging.ts';
import type { CmsIndexPage, CmsPostCard } from '../model/types.ts';
import { listContent, listPages, listPosts } from '../queries/lists.ts';
import type { Operation } from '../queries/operation.ts';
import { getContentById, getPostsById } from '../queries/posts.ts';
import type { SiteParts } from '../snapshot/types.ts';
import { commentsOf } from './comments.ts';
import { leaveOut, takeIndex } from './content-index.ts';
import { readItems } from './items.ts';
import { ask, type Item, type List, type Source } from './pages.ts';
import {
  checkPages,
  checkPosts,
  type Page,
  snapshotContent,
  snapshotPages,
  snapshotPosts,
} from './queries.ts';
import { type Walk, walkItems } from './walk.ts';
import { Choice } from './wanted.ts';

/** Newest posts whose ids are kept where there is no index. */
const NEWEST = 100;

/** A type in the snapshot. */
export interface Taken {
  count: number;
  isWhole: boolean;
  newest: number[];
}

/** Data of the site that is known before its items. */
export interface Site {
  parts: SiteParts;
  /** The first page of each type's index. */
  index: ReadonlyMap<string, Maybe<CmsIndexPage>>;
}

/**
 * The items of all types. Where the companion has an index, it says first which ones there are; then the custom types, of which most
 * sites have several with a few items each, share their requests.
 * @param types WordPress's names
 */
export async function readContents(
  source: Source,
  config: SiteConfig,
  types: readonly string[],
  site: Promise<Site>,
): Promise<Record<string, Taken>> {
  const most = (type: string) => prerenderedItems(config, contentTypeOf(type));
  const together = [['post'], ['page'], types.filter(isCustomType)];
  const taken = await (source.capabilities.index
    ? Promise.all(together.map((some) => readIndexed(source, some, most, site)))
    : Promise.all(types.map(async (type) => [[type, await readWalked(source, type, most(type))] as const])));
  return Object.fromEntries(taken.flat());
}

/** The configuration's name for a type. */
const contentTypeOf = (type: string) => ({ post: 'posts', page: 'pages' })[type] ?? type;

/** @param types that one question asks for */
async function readIndexed(
  source: Source,
  types: readonly string[],
  most: (type: string) => number,
  site: Promise<Site>,
): Promise<(readonly [string, Taken])[]> {
  const { parts, index } = await site;
  const chosen = await Promise.all(
    types.map((type) => choose(source, type, most(type), { ...parts, index: index.get(type) })),
  );
  const comments = commentsOf(source);
  const wanted = chosen.flatMap(({ items }) => items);
  const missing = await readItems(source, operationOf(types[0] ?? ''), wanted, comments.add);
  const cards = chosen.flatMap(({ choice, type }) => choice.cards(most(type)));
  await Promise.all([comments.read(), readCards(source, types, cards)]);
  return chosen.map(({ type, choice, places, items }) => {
    const gone = new Set(missing.flatMap((item) => (item.type === type ? item.databaseId : [])));
    leaveOut(source, type, places, [...gone]);
    const taken = {
      count: choice.size - gone.size,
      isWhole: items.length === choice.size,
      newest: choice.newest().filter((id) => !gone.has(id)),
    };
    return [type, taken] as const;
  });
}

/** Chooses the items of a type to read. */
async function choose(
  source: Source,
  type: string,
  most: number,
  { index, ...site }: Pick<SiteParts, 'reading' | 'sticky'> & { index: Maybe<CmsIndexPage> | undefined },
) {
  const choice = new Choice(type, site);
  const places = await takeIndex(source, type, index, (row) => {
    // The page of the blog index has none, and lends its title.
    if (type !== 'page' && !hasAddress(type, row[1])) return;
    choice.add(row);
  });
  return { type, choice, places, items: choice.items(most) };
}

async function readWalked(source: Source, type: string, most: number): Promise<Taken> {
  const comments = commentsOf(source);
  const taken: Taken = { count: 0, isWhole: true, newest: [] };
  taken.isWhole = await walkItems(source, walkOf(source, type), most, (node) => {
    taken.count += 1;
    if (taken.newest.length < NEWEST) taken.newest.push(node.databaseId);
    if ('commentCount' in node) comments.add(node);
  });
  await comments.read();
  return taken;
}

function operationOf(type: string): Operation<List<Item>, Page> {
  const operation = { post: snapshotPosts, page: snapshotPages }[type] ?? snapshotContent;
  return operation as Operation<List<Item>, Page>;
}

function walkOf(source: Source, type: string): Walk {
  const operation = operationOf(type);
  const cursor = (after: string | undefined) => (after ? { after } : {});
  if (type === 'post') {
    const light = async (after: string | undefined) => (await ask(source, listPosts, cursor(after))).list;
    return { type, operation, light, check: checkPosts };
  }
  if (type === 'page') {
    const light = async (after: string | undefined) => (await ask(source, listPages, cursor(after))).list;
    return { type, operation, light, check: checkPages };
  }
  const types = [contentTypeEnum(type)];
  const light = async (after: string | undefined) =>
    (await ask(source, listContent, { types, ...cursor(after) })).list;
  return { type, operation, light };
}

/** Reads the fields that lists show of items whose contents are not read. @param types that one question asks for */
async function readCards(source: Source, types: readonly string[], ids: readonly number[]): Promise<void> {
  const groups = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, i) =>
    ids.slice(i * AT_ONCE, (i + 1) * AT_ONCE).map(String),
  );
  await Promise.all(
    groups.map(async (some) => {
      const list =
        types[0] === 'post'
          ? (await ask(source, getPostsById, { ids: some })).posts
          : (await ask(source, getContentById, { ids: some, types: types.map(contentTypeEnum) }))
              .contentNodes;
      for (const card of (list?.nodes ?? []) as (CmsPostCard | null)[]) if (card) source.file.setCard(card);
    }),
  );
}
