import type { Maybe } from '../../content/types.ts';
import type { CmsListed } from '../model/types.ts';
import type { IndexRow } from './index-rows.ts';

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
  /** Raw from the CMS: may hold markup, may be empty. Show it through `plainText()`. */
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
  /** Database id of the item above it, where the companion plugin does not say what that means. */
  parent?: number;
}

/** @returns nothing for what has no address: the page that stands for the blog index */
export function fromRows(type: string, rows: readonly IndexRow[]): IndexEntry[] {
  return rows.flatMap((row) => (hasAddress(type, row[1]) ? [fromRow(type, row, row[1])] : []));
}

/** A custom type can be public and have no pages: without the companion its items are at `/?post_type=…`. */
export const hasAddress = (type: string, path: Maybe<string>): path is string =>
  Boolean(path) && (type === 'post' || type === 'page' || !path?.includes('?'));

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

/** @param listed all items of a type: what lies above one says whether it is in lists */
export function fromListed(type: string, listed: readonly CmsListed[]): IndexEntry[] {
  return withUnlisted(
    listed.flatMap((row) => (hasAddress(type, row.uri) ? [toEntry(type, row, row.uri)] : [])),
  );
}

/** @param entries all of a type */
export function withUnlisted(entries: readonly IndexEntry[]): IndexEntry[] {
  const parents = new Map(entries.map(({ databaseId, parent = 0 }) => [databaseId, parent]));
  return entries.map((entry) =>
    entry.parent ? { ...entry, isUnlisted: namesHidden(entry.databaseId, entry.path, parents) } : entry,
  );
}

type Dated = Pick<IndexEntry, 'date' | 'databaseId'>;

/** Newest first, as WPGraphQL's lists are. */
export function newestFirst(a: Dated, b: Dated): number {
  return a.date < b.date ? 1 : a.date > b.date ? -1 : b.databaseId - a.databaseId;
}

export function toEntry(type: string, row: CmsListed, path: string): IndexEntry {
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
    isUnlisted: false,
    ...(row.parentDatabaseId ? { parent: row.parentDatabaseId } : {}),
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
