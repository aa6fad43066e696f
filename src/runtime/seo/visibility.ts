import type { Metadata } from 'next';

/** Names and addresses that only a developer's own network knows. */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|test|internal|home\.arpa)$/;
const PRIVATE_ADDRESS = /^(?:0|10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+){2,3}$/;

/**
 * Whether search engines may index this deployment: a production build whose own address others can reach. A preview
 * deployment of a host usually carries the production address, and with it a canonical that leads there; Vercel adds
 * `X-Robots-Tag: noindex` to its previews itself.
 */
export function isPublicSite(url: string | undefined, isProduction: boolean): boolean {
  if (!isProduction || !url) return false;
  const { hostname } = new URL(url);
  // Without a dot: a name of this machine or of a container, or an IPv6 address.
  return hostname.includes('.') && !PRIVATE_NAME.test(hostname) && !PRIVATE_ADDRESS.test(hostname);
}

/** Paths of this site that are no content. */
const CLOSED = ['/api/', '/preview/'];

/** Addresses that no sitemap names: the closed ones and the search page. */
export const isUnlisted = (path: string) =>
  [...CLOSED, '/search/'].some((folder) => `${path}/`.startsWith(folder));

/**
 * The robots.txt. Off production everything is closed, and the file says why.
 * @param url of this site, without a trailing slash
 */
export function robotsTxt(url: string, isPublic: boolean): string {
  if (isPublic) {
    const closed = CLOSED.map((folder) => `Disallow: ${folder}`);
    return ['User-agent: *', ...closed, '', `Sitemap: ${url}/sitemap.xml`, ''].join('\n');
  }
  const why = `# Closed to search engines: this is no production site, or NEXT_PUBLIC_SITE_URL is private (${url}).`;
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
