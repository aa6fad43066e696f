import { ofProcess } from '../base/of-process.ts';
import { absoluteUrl } from '../seo/site.ts';
import type { SitemapUrl } from '../seo/sitemap.ts';
import { isUnlisted } from '../seo/visibility.ts';
import { readCustomPages } from './client/custom-pages.ts';
import { type IndexEntry, readContentIndex } from './index/content-index.ts';
import { isHidden, readHidden } from './index/hidden-items.ts';
import { readTypes } from './index/site-types.ts';
import { readAuthors, readTerms, termsInUse } from './index/terms.ts';
import { normalizePath } from './model/paths.ts';
import { derivedStrategy as strategy } from './model/seo-strategy.ts';
import { toMoment } from './model/to-view.ts';

/** Each address is listed once, by its key. */
interface Row extends SitemapUrl {
  key: string;
}

/** An item of the index is the same object until its span is read again: of 100,000 a publication reads 512. */
const rowsOfItems = ofProcess('sitemap-rows', () => new WeakMap<IndexEntry, Row | null>());

/** Every public address that search engines may show: the homepage, items, archives, terms, authors and the custom pages. */
export async function readSitemap(): Promise<SitemapUrl[]> {
  const items = await readContentIndex(strategy);
  const [hidden, types, terms, authors] = await Promise.all([
    readHidden(items),
    readTypes(strategy),
    readTerms(strategy),
    readAuthors(strategy),
  ]);
  const open = items.filter(
    ({ hasPassword, isUnlisted, databaseId }) => !hasPassword && !isUnlisted && !hidden.has(databaseId),
  );
  const used = await termsInUse(items, terms);
  const rows = [
    // Where the homepage is a page it stands among the items, if search engines may show it.
    ...(items.some(({ path }) => path === '/') ? [] : [toRow('/')]),
    ...open.map(rowOfItem),
    // A type without an archive has nothing at its base.
    ...types.custom.flatMap(({ uri }) => (uri ? [toRow(uri)] : [])),
    ...[...used, ...authors].filter((node) => !isHidden(node)).map(({ uri }) => toRow(uri ?? '')),
    // Last: at the address of an item the site shows the owner's page.
    ...(await readCustomPages(items)).map(({ path, modified }) => toRow(path, modified)),
  ];
  const found = new Map<string, Row>();
  for (const row of rows) if (row) found.set(row.key, row);
  return [...found.values()];
}

function rowOfItem(item: IndexEntry): Row | null {
  const known = rowsOfItems.get(item);
  if (known !== undefined) return known;
  const row = toRow(item.path, toMoment(item.modified));
  rowsOfItems.set(item, row);
  return row;
}

/** @returns null for what no sitemap names */
function toRow(path: string, modifiedAt = ''): Row | null {
  const key = normalizePath(path);
  return key === null || isUnlisted(key) ? null : { key, url: absoluteUrl(path), modifiedAt };
}
