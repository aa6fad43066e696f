import { isDeepStrictEqual } from 'node:util';
import { ofProcess } from '../base/of-process.ts';
import { getStrategy, type RenderingStrategy, renderingDefaults } from '../config/index.ts';
import { siteConfig } from '../config/site.ts';
import type { Maybe } from '../content/types.ts';
import { readCustomPages } from '../wordpress/client/custom-pages.ts';
import { searchedEntries } from '../wordpress/fields/custom-answer.ts';
import { type IndexEntry, readContentIndex } from '../wordpress/index/content-index.ts';
import { readAuthors, readTerms } from '../wordpress/index/terms.ts';
import { normalizePath } from '../wordpress/model/paths.ts';
import { changedSince, siteCache } from '../wordpress/model/site-cache.ts';
import { tags } from '../wordpress/model/tags.ts';
import { MAX_ITEMS, type SearchItem } from './files.ts';
import { toCustomPageItem, toSearchItem } from './item.ts';
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
  return withCustomPages(items);
}

/** Sources of an item; while they are the same, so is the item. */
interface Made {
  /** Nothing for what has none, or does not show it. */
  text: Text | undefined;
  names: Names;
  /** Searched texts and names in the item, joined. */
  terms: string;
  item: SearchItem;
}

const made = ofProcess('search-items', () => new WeakMap<IndexEntry, Made>());

/** The last result, and its sources. */
const latest = ofProcess<{
  of?: readonly IndexEntry[];
  names?: Names;
  at: number;
  began: number;
  items: SearchItem[];
}>('search-latest', () => ({ at: 0, began: 0, items: [] }));
/** Milliseconds for which names of terms and authors, and custom fields, hold that no webhook has told of. */
const NAMES_MS = 60_000;

/** Every public item with all that can be found of it. An item that has not changed is the same object as before. */
export async function readItems(strategy = searchStrategy()): Promise<SearchItem[]> {
  return (await readKnown(Number.POSITIVE_INFINITY, strategy)).items;
}

interface KnownItems {
  items: SearchItem[];
  /** Whether every item has its text. */
  isComplete: boolean;
}

/**
 * Same as `readItems`, but on a large site some items may have no text yet.
 * @param most groups of texts that are read now, as `readTexts` says
 */
export async function readKnown(most: number, strategy = searchStrategy()): Promise<KnownItems> {
  const at = Date.now();
  const began = performance.now();
  const all = await readContentIndex(strategy);
  const isSame = all.length === latest.of?.length && all.every((entry, i) => entry === latest.of?.[i]);
  const named = ['term', 'author', ...searchedEntries.flatMap(([type]) => type ?? [])].map(tags.list);
  if (isSame && siteCache() && began - latest.began < NAMES_MS && !changedSince(named, latest.at))
    return { items: latest.items, isComplete: true };
  const entries = all.filter(isListed);
  const [{ texts, isComplete }, names] = await Promise.all([
    readTexts(entries, entries.length > MAX_ITEMS ? most : Number.POSITIVE_INFINITY),
    readNames(strategy),
  ]);
  const items = await withCustomPages(makeItems(entries, texts, names));
  if (isComplete) Object.assign(latest, { of: all, at, began, items });
  return { items, isComplete };
}

function makeItems(
  entries: readonly IndexEntry[],
  texts: ReadonlyMap<number, Text>,
  names: Names,
): SearchItem[] {
  return entries.map((entry) => {
    const text = entry.hasPassword ? undefined : texts.get(entry.databaseId);
    const known = made.get(entry);
    if (known?.text === text && known?.names === names) return known.item;
    const [, excerpt = '', custom = []] = text ?? [];
    const all = [...custom, ...namesOf(entry, names)];
    const terms = all.join();
    const isSame = known?.terms === terms && known.item.excerpt === excerpt;
    const item = isSame ? known.item : toItem(entry, excerpt, all);
    made.set(entry, { text, names, terms, item });
    return item;
  });
}

/** At the address of an item the site shows the owner's page. */
async function withCustomPages(items: SearchItem[]): Promise<SearchItem[]> {
  const custom = await readCustomPages(items);
  if (custom.length === 0) return items;
  const taken = new Set(custom.map(({ path }) => normalizePath(path)));
  return [...items.filter(({ path }) => !taken.has(normalizePath(path))), ...custom.map(toCustomPageItem)];
}

const isListed = ({ isUnlisted }: IndexEntry) => !isUnlisted;

const toItem = ({ databaseId, ...entry }: IndexEntry, excerpt: string, terms: readonly string[]) =>
  toSearchItem({ ...entry, id: databaseId, excerpt, terms });

/** Names by database id. */
interface Names {
  ofTerm: ReadonlyMap<number, string>;
  ofAuthor: ReadonlyMap<number, string>;
}

/** While they are the same, so is the object: an item need not be looked at then. */
async function readNames(strategy: RenderingStrategy): Promise<Names> {
  const [terms, authors] = await Promise.all([readTerms(strategy), readAuthors(strategy)]);
  const byId = (rows: readonly { databaseId: number; name: Maybe<string> }[]) =>
    new Map(rows.map(({ databaseId, name }) => [databaseId, name ?? '']));
  const names = { ofTerm: byId(terms), ofAuthor: byId(authors) };
  if (latest.names && isDeepStrictEqual(names, latest.names)) return latest.names;
  latest.names = names;
  return names;
}

/** Names of its terms, and its author's: a visitor who looks for a name looks for what is theirs. */
function namesOf({ terms, author, type }: IndexEntry, { ofTerm, ofAuthor }: Names): string[] {
  return [
    ...terms.flatMap((id) => ofTerm.get(id) ?? []),
    ...(author !== null && type !== 'page' ? [ofAuthor.get(author) ?? ''] : []),
  ];
}
