import { createHash } from 'node:crypto';
import path from 'node:path';
import { LineStore } from '../base/line-store.ts';
import { ofProcess } from '../base/of-process.ts';
import { isBuild, siteConfig } from '../config/site.ts';
import { read } from '../wordpress/client/read.ts';
import { isSearched, searchedEntries } from '../wordpress/fields/custom-answer.ts';
import type { IndexEntry } from '../wordpress/index/content-index.ts';
import { contentTypeEnum } from '../wordpress/model/content-type-enum.ts';
import { listsItems } from '../wordpress/model/listing.ts';
import { normalizePath } from '../wordpress/model/paths.ts';
import { changedSince, lastChange, siteCache } from '../wordpress/model/site-cache.ts';
import { lasting } from '../wordpress/model/strategy.ts';
import { tags } from '../wordpress/model/tags.ts';
import { type CmsText, listTexts } from '../wordpress/queries/search.ts';
import { snapshotNow } from '../wordpress/snapshot/now.ts';
import { chunksOf } from './chunks.ts';
import { customTextsOf, excerptOf } from './excerpt.ts';
import { MAX_ITEMS } from './files.ts';

/** Items a request asks for. Fewer pages, because for them the whole text comes along. */
const AT_ONCE = { page: 20, other: 100 };
/** Texts that are missing beyond which they are asked for in groups that Next's cache keeps: a build has filled it. */
const MANY = 300;
/** Milliseconds for which texts of custom fields hold where the platform brings the cache. */
const UNHEARD_MS = 60_000;

/**
 * The text of an item, and when the item was modified that had it. For pages, and where custom fields of its type are searched, also
 * their text and when it was read (milliseconds since 1970): they change without the item being modified. 1 for a text that lists other items.
 */
export type Text = [modified: string, excerpt: string, custom?: string[], at?: number, lists?: 1];

interface Texts {
  byId: Map<number, Text>;
  store: LineStore;
}

const shared = ofProcess<{ texts?: Promise<Texts> }>('search-texts', () => ({}));

export interface KnownTexts {
  /** By database id; nothing for what is protected, or not there any more. */
  texts: ReadonlyMap<number, Text>;
  /** Whether none is missing that could be read. */
  isComplete: boolean;
}

/**
 * The excerpts of items, as plain text. Kept by the process and on disk: a change costs a request for what has changed.
 * @param most groups of missing texts to read now, those with the highest ids first
 */
export async function readTexts(
  entries: readonly IndexEntry[],
  most = Number.POSITIVE_INFINITY,
): Promise<KnownTexts> {
  // The server reads all texts that the build has not: no file of the build holds so many.
  if (isBuild && entries.length > MAX_ITEMS && !snapshotNow()?.isWhole)
    return { texts: new Map(), isComplete: true };
  shared.texts ??= load();
  const { byId, store } = await shared.texts;
  const open = entries.filter(({ hasPassword }) => !hasPassword);
  const missing = open.filter((entry) => isOutOfDate(entry, byId.get(entry.databaseId)));
  const ids = new Set(open.map(({ databaseId }) => databaseId));
  const gone = [...byId.keys()].filter((id) => !ids.has(id));
  for (const id of gone) byId.delete(id);
  const save = (changed: readonly number[]) =>
    store.save(
      changed.map((id) => [String(id), byId.get(id)]),
      () => [...byId].map(([id, text]) => [String(id), text]),
    );
  if (gone.length > 0) save(gone);
  const take = (group: readonly IndexEntry[], texts: readonly CmsText[], at: number) => {
    const come = new Map(texts.map((text) => [text.databaseId, text]));
    for (const { databaseId, modified, type } of group) {
      const text = come.get(databaseId);
      const lists: [] | [1] = text && listsItems(text) ? [1] : [];
      const custom: [] | [string[], number, 1?] =
        isSearched(type) || isPage(type) ? [text ? customTextsOf(text, type) : [], at, ...lists] : [];
      byId.set(databaseId, [modified, text ? excerptOf(text) : '', ...custom]);
    }
    save(group.map(({ databaseId }) => databaseId));
  };
  const isKept = missing.length > MANY || !siteCache();
  const groups = groupsOf(missing).reverse();
  // One by one, so that no visitor's question stands behind all of them: an import brings hundreds. An aborted read goes on from there.
  for (const group of groups.slice(0, most)) {
    const at = Date.now();
    take(group, await askGroup(group, isKept), at);
  }
  return { texts: byId, isComplete: groups.length <= most };
}

/**
 * A webhook that names an item may mean its own fields alone, or what a page lists by a block. Next's cache is asked again for the fields
 * where nobody knows what webhooks said.
 */
function isOutOfDate(entry: IndexEntry, text: Text | undefined): boolean {
  if (text?.[0] !== entry.modified) return true;
  const [, , , at = 0, lists] = text;
  if (lists && changedSince([tags.hidden], at)) return true;
  if (!isSearched(entry.type)) return isPage(entry.type) && changedSince([tags.path(pathOf(entry))], at);
  return siteCache() ? changedSince(tagsOf(entry), at) : Date.now() - at > UNHEARD_MS;
}

/** The text of a page is that of its rendered blocks, and one may list what is hidden by now. */
const isPage = (type: string): boolean => type === 'page';

const pathOf = ({ path }: IndexEntry): string => normalizePath(path) ?? path;

const known = new WeakMap<IndexEntry, string[]>();

/** Tags which say that an item may have changed. */
function tagsOf(entry: IndexEntry): string[] {
  const path = pathOf(entry);
  const all = known.get(entry) ?? [tags.path(path), ...tags.below(path)];
  known.set(entry, all);
  return all;
}

async function load(): Promise<Texts> {
  const folder = isBuild ? undefined : siteCache()?.folder;
  const head = JSON.stringify(['texts', 2, siteConfig.wordpress.graphqlUrl, ...searchedEntries]);
  const store = new LineStore(folder && path.join(folder, 'index', 'texts.jsonl'), head);
  const lines = (await store.load()) ?? [];
  return { byId: new Map([...lines].map(([id, text]) => [Number(id), text as Text])), store };
}

function groupsOf(entries: readonly IndexEntry[]): IndexEntry[][] {
  const types = [...new Set(entries.map(({ type }) => type))];
  return types.flatMap((type) => {
    const some = entries.filter((entry) => entry.type === type);
    return chunksOf(some, type === 'page' ? AT_ONCE.page : AT_ONCE.other);
  });
}

/**
 * Kept under a key that changes with its items, so it needs no interval, and a tag only where custom fields are searched and the platform
 * brings the cache: those change without the item being modified.
 */
async function askGroup(entries: readonly IndexEntry[], isKept: boolean): Promise<CmsText[]> {
  const [{ type } = { type: 'post' }] = entries;
  const changes = entries.map((entry) =>
    isSearched(type) ? [entry.modified, ...tagsOf(entry).map(lastChange)].join() : entry.modified,
  );
  const { list } = await read({
    operation: listTexts,
    variables: {
      ids: entries.map(({ databaseId }) => String(databaseId)),
      types: [contentTypeEnum(type)],
      stamp: createHash('sha256').update(changes.join()).digest('hex').slice(0, 16),
    },
    tags: isSearched(type) ? [tags.list(type)] : [],
    strategy: lasting,
    keep: () => isKept,
  });
  return (list?.nodes ?? []).filter((node) => node !== null);
}
