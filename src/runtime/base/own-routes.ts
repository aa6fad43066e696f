/**
 * The addresses of the site itself, for its runtime, the CLI and the companion plugin: `npm run generate` writes the plugin's
 * `Redirects/OwnRoutes.php` from this file.
 */

/** First parts of addresses that the site keeps for itself: no content lives below them. */
export const OWN_FOLDERS = ['api', 'preview', 'og', 'sitemap', '_next', '_vercel', '.well-known'] as const;

/** Those whose addresses do something, or answer one visitor: neither robots nor speculative requests go there. */
export const CLOSED_FOLDERS = ['api', 'preview'] as const;

/** Those without a page: the API, and the bundler's files. `proxy.ts` and `deploy/nginx.conf` of a site name them, too. */
export const FOLDERS_WITHOUT_PAGES = ['api', '_next'] as const;

/** Pages of the site. A page of the CMS at one of them supplies its content. */
export const OWN_PAGES = ['contact', 'search'] as const;

/** Routes of the API. A name that is none of them is free. */
const API = ['comments', 'contact', 'exit-preview', 'forms', 'preview', 'revalidate'];

const escaped = (names: readonly string[]) => `(?:${names.join('|').replaceAll('.', '\\.')})`;

const withoutPages = new RegExp(`^/${escaped(FOLDERS_WITHOUT_PAGES)}(?:[/?]|$)`);

/** @param url path, with or without a query */
export const isWithoutPage = (url: string): boolean => withoutPages.test(url);

/** A pattern of what follows the first slash: an address in one of the folders, or below the search page. */
export const BELOW_OWN_FOLDERS = `${escaped(OWN_FOLDERS)}(?![^/?])|search/.`;

/** The same of the bundler's files and of the API, which answer for themselves even where nothing stands. */
export const NEXT_AND_API = `_next(?![^/?])|api/${escaped(API)}(?![^/?])`;

/** The same of all that stands in every site. */
export const OWN_ROUTES = `${NEXT_AND_API}|og/?$|search/${escaped(['results', 'texts.json', 'titles.json'])}/?$|sitemap/[1-9]\\d{0,3}\\.xml$`;
