import { ofProcess } from '../base/of-process.ts';
import { type IndexEntry, readContentIndex } from '../cms/content-index.ts';
import { searchedEntries } from '../cms/own-answer.ts';
import { readOwnPages } from '../cms/own-pages.ts';
import { normalizePath } from '../cms/paths.ts';
import { changedSince, siteCache } from '../cms/site-cache.ts';
import { tags } from '../cms/tags.ts';
import { readAuthors, readTerms } from '../cms/terms.ts';
import { getStrategy, type RenderingStrategy, renderingDefaults } from '../config/index.ts';
import { siteConfig } from '../config/site.ts';
import type { Maybe } from '../content/types.ts';
import { MAX_ITEMS, type SearchItem } from './files.ts';
import { toOwnItem, toSearchItem } from './item.ts';
import { readTexts, type Text } from './texts.ts';

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
  const items = (await readContentIndex(searchStrategy()))
    .filter(isListed)
    .map((entry) => toItem(entry, '', []));
  return withOwnPages(items);
}

/** What an item was made of; while it is the same, so is the item. */
interface Made {
  excerpt: string;
  names: readonly string[];
  item: SearchItem;
}

const made = ofProcess('search-items', () => new WeakMap<IndexEntry, Made>());

/** What was made last, and of what. */
const latest = ofProcess<{ of?: readonly IndexEntry[]; at: number; items: SearchItem[] }>(
  'search-latest',
  () => ({
    at: 0,
    items: [],
  }),
);
/** Milliseconds for which names of terms and authors, and own fields, hold that no webhook has told of. */
const NAMES_MS = 60_000;

/** Every public item with all that can be found of it. What has not changed is the same object as before. */
export async function readItems(strategy = searchStrategy()): Promise<SearchItem[]> {
  return (await readKnown(Number.POSITIVE_INFINITY, strategy)).items;
}

interface KnownItems {
  items: SearchItem[];
  /** Whether every item has its text. */
  isComplete: boolean;
}

/**
 * As `readItems`, but of a large site some items may have no text yet.
 * @param most groups of texts that are read now, as `readTexts` says
 */
export async function readKnown(most: number, strategy = searchStrategy()): Promise<KnownItems> {
  const at = Date.now();
  const all = await readContentIndex(strategy);
  const isSame = all.length === latest.of?.length && all.every((entry, i) => entry === latest.of?.[i]);
  const named = ['term', 'author', ...searchedEntries.flatMap(([type]) => type ?? [])].map(tags.list);
  if (isSame && siteCache() && at - latest.at < NAMES_MS && !changedSince(named, latest.at))
    return { items: latest.items, isComplete: true };
  const entries = all.filter(isListed);
  const [{ texts, isComplete }, nameOf] = await Promise.all([
    readTexts(entries, entries.length > MAX_ITEMS ? most : Number.POSITIVE_INFINITY),
    readNames(strategy),
  ]);
  const items = await withOwnPages(makeItems(entries, texts, nameOf));
  if (isComplete) Object.assign(latest, { of: all, at, items });
  return { items, isComplete };
}

function makeItems(
  entries: readonly IndexEntry[],
  texts: ReadonlyMap<number, Text>,
  nameOf: (entry: IndexEntry) => string[],
): SearchItem[] {
  return entries.map((entry) => {
    const [, excerpt = '', own = []] = (!entry.hasPassword && texts.get(entry.databaseId)) || [];
    const names = [...own, ...nameOf(entry)];
    const known = made.get(entry);
    if (known?.excerpt === excerpt && names.join() === known.names.join()) return known.item;
    const item = toItem(entry, excerpt, names);
    made.set(entry, { excerpt, names, item });
    return item;
  });
}

/** At the address of an item the site shows the owner's page. */
async function withOwnPages(items: SearchItem[]): Promise<SearchItem[]> {
  const own = await readOwnPages(items);
  if (own.length === 0) return items;
  const taken = new Set(own.map(({ path }) => normalizePath(path)));
  return [...items.filter(({ path }) => !taken.has(normalizePath(path))), ...own.map(toOwnItem)];
}

const isListed = ({ isUnlisted }: IndexEntry) => !isUnlisted;

const toItem = ({ databaseId, ...entry }: IndexEntry, excerpt: string, terms: readonly string[]) =>
  toSearchItem({ ...entry, id: databaseId, excerpt, terms });

/** Names of the terms of an item, and of its author: who looks for a name looks for what is theirs. */
async function readNames(strategy: RenderingStrategy): Promise<(entry: IndexEntry) => string[]> {
  const [terms, authors] = await Promise.all([readTerms(strategy), readAuthors(strategy)]);
  const names = (rows: readonly { databaseId: number; name: Maybe<string> }[]) =>
    new Map(rows.map(({ databaseId, name }) => [databaseId, name ?? '']));
  const [ofTerm, ofAuthor] = [names(terms), names(authors)];
  return (entry) => [
    ...entry.terms.flatMap((id) => ofTerm.get(id) ?? []),
    ...(entry.author !== null && entry.type !== 'page' ? [ofAuthor.get(entry.author) ?? ''] : []),
  ];
}
