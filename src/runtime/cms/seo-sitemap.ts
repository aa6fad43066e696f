import { itemTypes } from '../config/index.ts';
import { siteConfig } from '../config/site.ts';
import { toSeoData } from '../content/seo-from-cms.ts';
import type { CmsSeo, Maybe } from '../content/types.ts';
import { canonicalUrl } from '../seo/canonical.ts';
import { absoluteUrl, cmsUrl, siteUrl } from '../seo/site.ts';
import type { SitemapUrl } from '../seo/sitemap.ts';
import { isUnlisted } from '../seo/visibility.ts';
import { findAddress } from './address.ts';
import { readContentIndex } from './content-index.ts';
import { contentTypeEnum } from './content-type-enum.ts';
import { readOwnPages } from './own-pages.ts';
import { normalizePath } from './paths.ts';
import { listRobots } from './queries/seo.ts';
import { derivedStrategy as strategy } from './seo-strategy.ts';
import { tags } from './tags.ts';
import { readAuthors, readTerms, termsOfPosts } from './terms.ts';
import { toMoment } from './to-view.ts';
import { walk } from './walk.ts';

/** Every public address that search engines may show: the homepage, items, archives, terms, authors and the owner's own pages. */
export async function readSitemap(): Promise<SitemapUrl[]> {
  const [items, hidden, archives, terms, authors] = await Promise.all([
    readContentIndex(strategy),
    hiddenItems(),
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

/** Database ids of the items that the SEO plugin keeps away. */
async function hiddenItems(): Promise<Set<number>> {
  const rows = await Promise.all(
    itemTypes(siteConfig).map((type) =>
      walk(listRobots, { types: [contentTypeEnum(type)] }, [tags.list(type)], strategy),
    ),
  );
  return new Set(rows.flat().flatMap((row) => (isHidden(row) ? [row.databaseId] : [])));
}

/** Not to be indexed, or to be known by another address. */
function isHidden({ uri, seo }: { uri: Maybe<string>; seo?: Maybe<CmsSeo> }): boolean {
  const { noindex, canonical } = toSeoData(seo) ?? {};
  if (noindex) return true;
  const { origin, pathname } = new URL(canonicalUrl(canonical, uri ?? '', siteUrl, cmsUrl));
  return origin !== siteUrl || normalizePath(pathname) !== normalizePath(uri ?? '');
}
