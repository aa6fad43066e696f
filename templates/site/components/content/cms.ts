import { type Heading, localHref, prepareHtml } from '@/lib/content/html';
import { nameUnknownHosts } from '@/lib/images/hosts';
import { siteConfig } from '@/site.config';

/** Address of the CMS; WordPress in a folder keeps the folder: `https://example.com/wp`. */
const cmsOrigin = new URL('.', siteConfig.wordpress.graphqlUrl).href.replace(/\/$/, '');

/** Where a link of the CMS leads on this site. */
export const toHref = (url: string) => localHref(url, cmsOrigin);

/** HTML of the CMS, safe to show, and its headings. */
export function prepareContent(html: string, idPrefix?: string): { html: string; headings: Heading[] } {
  const prepared = prepareHtml(html, { cmsOrigin, idPrefix });
  nameUnknownHosts(prepared.html);
  return prepared;
}

/** The same for what visitors wrote. */
export const prepareComment = (html: string) => prepareHtml(html, { cmsOrigin, from: 'visitor' }).html;
