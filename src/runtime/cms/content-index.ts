import { itemTypes, type RenderingStrategy } from '../config/index.ts';
import { siteConfig } from '../config/site.ts';
import { contentTypeEnum } from './content-type-enum.ts';
import { type IndexRow, readRows } from './index-rows.ts';
import { getIndex, listContent, listPages, listPosts } from './queries/lists.ts';
import { read } from './read.ts';
import { tags } from './tags.ts';
import type { CmsListed } from './types.ts';
import { walk } from './walk.ts';

/**
 * One row of the index of all public items: what archives, sitemap, feeds and search need to know of each.
 * The companion plugin says of a password-protected item what WordPress's own archives show; WPGraphQL alone hides its
 * dates, terms and author.
 */
export interface IndexEntry {
  databaseId: number;
  /** WordPress's name of the type: `post`, `page`, `project`. */
  type: string;
  /** The path as the CMS writes it. */
  path: string;
  /** As the CMS gives it: may hold markup, may be empty. Show it through `plainText()`. */
  title: string;
  /** Site-local time without zone, `2026-11-20T22:17:49`; empty where it is hidden. */
  date: string;
  /** UTC, without zone; empty where it is hidden. */
  modified: string;
  /** Database ids of its terms, of every taxonomy; without the companion plugin those of posts only. */
  terms: number[];
  /** Database id; null where it is hidden or gone, and of pages without the companion plugin. */
  author: number | null;
  hasPassword: boolean;
  /** Its address names a parent that visitors may not see: there for who knows it, and in no list. */
  isUnlisted: boolean;
}

/**
 * The index of all public items of some types, newest first. Archives, sitemap, feeds and search live on it; it is
 * refreshed when any item of the type changes.
 * @param types WordPress's names; all that the configuration knows when left out
 */
export async function readContentIndex(
  strategy: RenderingStrategy,
  types: readonly string[] = itemTypes(siteConfig),
): Promise<IndexEntry[]> {
  const lists = await Promise.all(types.map((type) => readType(type, strategy)));
  return lists.flat();
}

async function readType(type: string, strategy: RenderingStrategy): Promise<IndexEntry[]> {
  const rows = await readRows((after) => readIndexPage(type, after, strategy));
  if (rows) return rows.flatMap((row) => (row[1] === null ? [] : [fromRow(type, row, row[1])]));
  const listed = await rowsOf(type, strategy);
  const parents = new Map(listed.map((row) => [row.databaseId, row.parentDatabaseId ?? 0]));
  return listed.flatMap((row) => (row.uri ? [toEntry(type, row, row.uri, parents)] : []));
}

async function readIndexPage(type: string, after: number | undefined, strategy: RenderingStrategy) {
  const variables = after === undefined ? { type } : { type, after };
  return (await read({ operation: getIndex, variables, tags: [tags.list(type)], strategy })).index;
}

function fromRow(type: string, row: IndexRow, path: string): IndexEntry {
  const [databaseId, , title, date, modified, terms, author, isProtected = 0, isUnlisted = 0] = row;
  return {
    databaseId,
    type,
    path,
    title,
    date: date ?? '',
    modified: modified ?? '',
    terms,
    author,
    hasPassword: isProtected === 1,
    isUnlisted: isUnlisted === 1,
  };
}

function rowsOf(type: string, strategy: RenderingStrategy): Promise<CmsListed[]> {
  const tag = [tags.list(type)];
  if (type === 'post') return walk(listPosts, {}, tag, strategy);
  if (type === 'page') return walk(listPages, {}, tag, strategy);
  return walk(listContent, { types: [contentTypeEnum(type)] }, tag, strategy);
}

function toEntry(
  type: string,
  row: CmsListed,
  path: string,
  parents: ReadonlyMap<number, number>,
): IndexEntry {
  return {
    databaseId: row.databaseId,
    type,
    path,
    title: row.title ?? '',
    date: row.date ?? '',
    modified: row.modifiedGmt ?? '',
    terms: (row.terms?.nodes ?? []).flatMap((term) => (term ? [term.databaseId] : [])),
    author: row.author?.node?.databaseId ?? null,
    hasPassword: row.isRestricted ?? false,
    isUnlisted: namesHidden(row.databaseId, path, parents),
  };
}

/** Whether one above an item is in no list. At the top of the site it is gone, and in no address. */
function namesHidden(id: number, path: string, parents: ReadonlyMap<number, number>): boolean {
  const seen = new Set<number>();
  let above = parents.get(id) ?? 0;
  while (above !== 0 && !seen.has(above)) {
    seen.add(above);
    const next = parents.get(above);
    if (next === undefined) return path.split('/').filter(Boolean).length > 1;
    above = next;
  }
  return false;
}
