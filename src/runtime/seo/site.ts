import { isProduction, siteConfig } from '../config/site.ts';
import { isPublicSite, robotsTag } from './visibility.ts';

/** What SEO needs to know of this site, from the configuration. */

/** Without a trailing slash. */
export const siteUrl = new URL(siteConfig.site.url ?? 'http://localhost:3000').origin;

export const isPublic = isPublicSite(siteConfig.site, isProduction);

/** `https://example.com/wp` for WordPress in a folder. */
export const cmsUrl = new URL('.', siteConfig.wordpress.graphqlUrl).href.replace(/\/$/, '');

/** @param path on this site, as the CMS writes it: `/鉋を研ぐ朝/` comes out percent-encoded */
export const absoluteUrl = (path: string) => new URL(siteUrl + path).href;

/** For pages that are no content of their own: search results, previews. */
export const hiddenFromSearch = robotsTag(isPublic, { noindex: true });
