import { createHash } from 'node:crypto';
import { type IndexEntry, readContentIndex } from '../cms/content-index.ts';
import { contentTypeEnum } from '../cms/content-type-enum.ts';
import { readOwnPages } from '../cms/own-pages.ts';
import { normalizePath } from '../cms/paths.ts';
import { type CmsText, listTexts } from '../cms/queries/search.ts';
import { read } from '../cms/read.ts';
import { lasting } from '../cms/strategy.ts';
import { readTerms } from '../cms/terms.ts';
import { getStrategy, type RenderingStrategy, renderingDefaults } from '../config/index.ts';
import { siteConfig } from '../config/site.ts';
import { chunksOf } from './chunks.ts';
import type { SearchItem } from './files.ts';
import { toOwnItem, toSearchItem } from './item.ts';

/** Items a request asks for. Fewer pages, because for them the whole text comes along. */
const AT_ONCE = { page: 20, other: 100 };

/**
 * How search keeps what it knows: like archives. Where those are asked again for every request, their default instead,
 * because no visitor's typing may make the CMS read out all its content.
 */
export function searchStrategy(): RenderingStrategy {
  const archives = getStrategy(siteConfig, 'archives');
  return archives.strategy === 'ssr' ? renderingDefaults.archives : archives;
}

/** Every public item, newest first within its type, without excerpt and terms. */
export async function readTitles(): Promise<SearchItem[]> {
  const items = (await readListed(searchStrategy())).map((entry) => toItem(entry, {}, []));
  return withOwnPages(items);
}

/** Every public item with all that can be found of it. */
export async function readItems(strategy = searchStrategy()): Promise<SearchItem[]> {
  const entries = await readListed(strategy);
  const [texts, terms] = await Promise.all([readAllTexts(entries), readTermNames(strategy)]);
  const items = entries.map((entry) => {
    const names = entry.terms.flatMap((id) => terms.get(id) ?? []);
    return toItem(entry, texts.get(entry.databaseId) ?? {}, names);
  });
  return withOwnPages(items);
}

/** At the address of an item the site shows the owner's page. */
async function withOwnPages(items: SearchItem[]): Promise<SearchItem[]> {
  const own = await readOwnPages(items);
  const taken = new Set(own.map(({ path }) => normalizePath(path)));
  return [...items.filter(({ path }) => !taken.has(normalizePath(path))), ...own.map(toOwnItem)];
}

const readListed = async (strategy: RenderingStrategy) =>
  (await readContentIndex(strategy)).filter(({ isUnlisted }) => !isUnlisted);

const toItem = ({ databaseId, ...entry }: IndexEntry, text: Partial<CmsText>, terms: string[]) =>
  toSearchItem({ ...entry, id: databaseId, text, terms });

async function readAllTexts(entries: readonly IndexEntry[]): Promise<Map<number, CmsText>> {
  const types = [...new Set(entries.map(({ type }) => type))];
  const chunks = types.flatMap((type) => {
    const open = entries.filter((entry) => entry.type === type && !entry.hasPassword);
    return chunksOf(open, type === 'page' ? AT_ONCE.page : AT_ONCE.other);
  });
  const texts = await Promise.all(chunks.map(readTexts));
  return new Map(texts.flat().map((text) => [text.databaseId, text]));
}

/** Kept under a key that changes with its items, so it needs neither tag nor interval. */
async function readTexts(entries: readonly IndexEntry[]): Promise<CmsText[]> {
  const changes = entries.map(({ modified }) => modified).join();
  const { list } = await read({
    operation: listTexts,
    variables: {
      ids: entries.map(({ databaseId }) => String(databaseId)),
      types: entries.slice(0, 1).map(({ type }) => contentTypeEnum(type)),
      stamp: createHash('sha256').update(changes).digest('hex').slice(0, 16),
    },
    tags: [],
    strategy: lasting,
  });
  return (list?.nodes ?? []).filter((node) => node !== null);
}

async function readTermNames(strategy: RenderingStrategy): Promise<Map<number, string>> {
  const terms = await readTerms(strategy);
  return new Map(terms.map(({ databaseId, name }) => [databaseId, name ?? '']));
}
