import { ofProcess } from '../base/of-process.ts';
import { absoluteUrl } from '../seo/site.ts';
import type { SitemapUrl } from '../seo/sitemap.ts';
import { isUnlisted } from '../seo/visibility.ts';
import { type IndexEntry, readContentIndex } from './content-index.ts';
import { isHidden, readHidden } from './hidden-items.ts';
import { readOwnPages } from './own-pages.ts';
import { normalizePath } from './paths.ts';
import { derivedStrategy as strategy } from './seo-strategy.ts';
import { readTypes } from './site-types.ts';
import { readAuthors, readTerms, termsInUse } from './terms.ts';
import { toMoment } from './to-view.ts';

/** Under what address it is listed once; null where no sitemap names it. */
interface Row extends SitemapUrl {
  key: string | null;
}

/** An item of the index is the same object until its span is read again: of 100,000 a publication reads 512. */
const rowsOfItems = ofProcess('sitemap-rows', () => new WeakMap<IndexEntry, Row>());

/** Every public address that search engines may show: the homepage, items, archives, terms, authors and the owner's own pages. */
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
    ...(await readOwnPages(items)).map(({ path, modified }) => toRow(path, modified)),
  ];
  const found = new Map<string, Row>();
  for (const row of rows) if (row.key !== null) found.set(row.key, row);
  return [...found.values()];
}

function rowOfItem(item: IndexEntry): Row {
  const known = rowsOfItems.get(item);
  if (known) return known;
  const row = toRow(item.path, toMoment(item.modified));
  rowsOfItems.set(item, row);
  return row;
}

function toRow(path: string, modifiedAt = ''): Row {
  const key = normalizePath(path);
  return key === null || isUnlisted(key)
    ? { key: null, url: '', modifiedAt }
    : { key, url: absoluteUrl(path), modifiedAt };
}
