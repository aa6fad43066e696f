import { absoluteUrl } from '../seo/site.ts';
import type { SitemapUrl } from '../seo/sitemap.ts';
import { isUnlisted } from '../seo/visibility.ts';
import { readContentIndex } from './content-index.ts';
import { isHidden, readHidden } from './hidden-items.ts';
import { readOwnPages } from './own-pages.ts';
import { normalizePath } from './paths.ts';
import { derivedStrategy as strategy } from './seo-strategy.ts';
import { readTypes } from './site-types.ts';
import { readAuthors, readTerms, termsInUse } from './terms.ts';
import { toMoment } from './to-view.ts';

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
    ...(items.some(({ path }) => path === '/') ? [] : [{ path: '/' }]),
    ...open.map(({ path, modified }) => ({ path, modifiedAt: toMoment(modified) })),
    // A type without an archive has nothing at its base.
    ...types.custom.flatMap(({ uri }) => (uri ? [{ path: uri }] : [])),
    ...[...used, ...authors].filter((node) => !isHidden(node)).map(({ uri }) => ({ path: uri ?? '' })),
    // Last: at the address of an item the site shows the owner's page.
    ...(await readOwnPages(items)).map(({ path, modified }) => ({ path, modifiedAt: modified })),
  ];
  const found = new Map<string, SitemapUrl>();
  for (const { path, modifiedAt = '' } of rows as { path: string; modifiedAt?: string }[]) {
    const key = normalizePath(path);
    if (key !== null && !isUnlisted(key)) found.set(key, { url: absoluteUrl(path), modifiedAt });
  }
  return [...found.values()];
}
