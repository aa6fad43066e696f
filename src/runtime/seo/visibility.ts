import type { Metadata } from 'next';
import { isPrivateHost } from '../base/hosts.ts';
import { CLOSED_FOLDERS } from '../base/own-routes.ts';
import type { SiteConfig } from '../config/index.ts';

/**
 * Whether search engines may index this deployment: a production build whose own address others can reach, and that is not closed. A preview
 * deployment of a host usually carries the production address, and with it a canonical that leads there; Vercel adds
 * `X-Robots-Tag: noindex` to its previews itself.
 */
export function isPublicSite({ url, noindex }: SiteConfig['site'], isProduction: boolean): boolean {
  return isProduction && !noindex && !!url && !isPrivateHost(new URL(url).hostname);
}

const CLOSED = CLOSED_FOLDERS.map((folder) => `/${folder}/`);

/** Addresses that no sitemap names: the closed ones and the search page. */
export const isUnlisted = (path: string) =>
  [...CLOSED, '/search/'].some((folder) => `${path}/`.startsWith(folder));

/**
 * The robots.txt. Where everything is closed, the file says why.
 * @param url of this site, without a trailing slash
 */
export function robotsTxt(url: string, isPublic: boolean): string {
  if (isPublic) {
    const closed = CLOSED.map((folder) => `Disallow: ${folder}`);
    return ['User-agent: *', ...closed, '', `Sitemap: ${url}/sitemap.xml`, ''].join('\n');
  }
  const why = `# Closed to search engines: this is no production site, NEXT_PUBLIC_SITE_URL is private (${url}), or SITE_NOINDEX or site.noindex closes it.`;
  return [why, 'User-agent: *', 'Disallow: /', ''].join('\n');
}

/** The robots tag of a page. Previews in search results may be large, as WordPress itself says of its pages. */
export function robotsTag(
  isPublic: boolean,
  { noindex = false, nofollow = false }: { noindex?: boolean; nofollow?: boolean } = {},
): NonNullable<Metadata['robots']> {
  if (!isPublic) return { index: false, follow: false };
  if (noindex || nofollow) return { index: !noindex, follow: !nofollow };
  return { index: true, follow: true, 'max-image-preview': 'large' };
}
