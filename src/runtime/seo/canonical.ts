import { localHref } from '../content/html/links.ts';

/**
 * The address that search engines should know a page by. A custom canonical of the SEO plugin wins; plugins put those
 * of their own pages on the CMS, which become paths of this site, and a link to another host stays.
 * @param path where the page lives on this site
 */
export function canonicalUrl(custom: string | undefined, path: string, siteUrl: string, cmsUrl: string) {
  const own = new URL(siteUrl + path).href;
  if (!custom) return own;
  const local = localHref(custom, cmsUrl);
  if (local.startsWith('/')) {
    // `/?p=7`: WordPress's address of what has none yet.
    return local.includes('?') ? own : new URL(siteUrl + local).href;
  }
  return URL.canParse(local) && /^https?:/i.test(local) ? local : own;
}
