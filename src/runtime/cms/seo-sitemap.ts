import { siteConfig } from '../config/site.ts';
import { absoluteUrl } from '../seo/site.ts';
import type { SitemapUrl } from '../seo/sitemap.ts';
import { isUnlisted } from '../seo/visibility.ts';
import { findAddress } from './address.ts';
import { readContentIndex } from './content-index.ts';
import { isHidden, readHidden } from './hidden-items.ts';
import { readOwnPages } from './own-pages.ts';
import { normalizePath } from './paths.ts';
import { derivedStrategy as strategy } from './seo-strategy.ts';
import { readAuthors, readTerms, termsOfPosts } from './terms.ts';
import { toMoment } from './to-view.ts';

/** Every public address that search engines may show: the homepage, items, archives, terms, authors and the owner's own pages. */
export async function readSitemap(): Promise<SitemapUrl[]> {
  const items = await readContentIndex(strategy);
  const [hidden, archives, terms, authors] = await Promise.all([
    readHidden(items),
    typeArchives(),
    readTerms(strategy),
    readAuthors(strategy),
  ]);
  const open = items.filter(
    ({ hasPassword, isUnlisted, databaseId }) => !hasPassword && !isUnlisted && !hidden.has(databaseId),
  );
  const used = termsOfPosts(items);
  const rows = [
    // Where the homepage is a page it stands among the items, if search engines may show it.
    ...(items.some(({ path }) => path === '/') ? [] : [{ path: '/' }]),
    ...open.map(({ path, modified }) => ({ path, modifiedAt: toMoment(modified) })),
    ...archives.map((path) => ({ path })),
    ...[...terms.filter(({ databaseId }) => used.has(databaseId)), ...authors]
      .filter((node) => !isHidden(node))
      .map(({ uri }) => ({ path: uri ?? '' })),
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

/** Archives of custom types; a type without one has nothing at its base. */
async function typeArchives(): Promise<string[]> {
  const types = Object.keys(siteConfig.rendering.custom ?? {});
  const found = await Promise.all(types.map((type) => findAddress(`/${type}`)));
  return found.flatMap((address) => (address?.kind === 'contentType' ? [address.uri] : []));
}
