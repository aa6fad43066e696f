import { itemTypes, type RenderingStrategy } from '@/lib/config';
import { siteConfig } from '@/site.config';
import { contentTypeEnum } from './content-type-enum';
import { listContent, listPages, listPosts } from './queries/lists';
import { tags } from './tags';
import type { CmsListed } from './types';
import { walk } from './walk';

/** One row of the index of all public items: what archives, sitemap, feeds and search need to know of each. */
export interface IndexEntry {
  databaseId: number;
  /** WordPress's name of the type: `post`, `page`, `project`. */
  type: string;
  /** The path as the CMS writes it. */
  path: string;
  /** As the CMS gives it: may hold markup, may be empty. Show it through `plainText()`. */
  title: string;
  /** Site-local time without zone, `2026-11-20T22:17:49`; empty for a password-protected item. */
  date: string;
  /** UTC, without zone; empty for a password-protected item. */
  modified: string;
  /** Database ids of its terms, of every taxonomy. WPGraphQL gives none for a password-protected item. */
  terms: number[];
  /** Database id; null for a password-protected item. */
  author: number | null;
  hasPassword: boolean;
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
  const rows = await rowsOf(type, strategy);
  return rows.flatMap((row) => (row.uri ? [toEntry(type, row, row.uri)] : []));
}

function rowsOf(type: string, strategy: RenderingStrategy): Promise<CmsListed[]> {
  const tag = [tags.list(type)];
  if (type === 'post') return walk(listPosts, {}, tag, strategy);
  if (type === 'page') return walk(listPages, {}, tag, strategy);
  return walk(listContent, { types: [contentTypeEnum(type)] }, tag, strategy);
}

function toEntry(type: string, row: CmsListed, path: string): IndexEntry {
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
  };
}
