import { BELOW_OWN_FOLDERS } from '../base/own-routes.ts';
import { addressPattern, OWN_IMAGES } from '../content/images/allowed.ts';

/** The work of Next's router before any page: one form of each address, WordPress's short links, feeds. */

interface Redirect {
  source: string;
  destination: string;
  permanent: true;
}

/**
 * The trailing slash as the CMS has it, for content only: the API never answers a redirect of its own. Files, with a dot in their last
 * part, are left alone.
 * @param slash whether the CMS ends its addresses with one; null leaves both forms alone
 */
export function slashRedirects(slash: boolean | null): Redirect[] {
  if (slash === null) return [];
  // Next takes every source with and without a slash at its end, so the one that has it is ruled out.
  return slash
    ? [
        {
          source: `/:path((?!.*/$|${BELOW_OWN_FOLDERS})(?:[^/]+/)*[^/.]+)`,
          destination: '/:path/',
          permanent: true,
        },
      ]
    : [
        {
          source: `/:path((?!${BELOW_OWN_FOLDERS})(?:[^/]+/)*[^/.]+)/`,
          destination: '/:path',
          permanent: true,
        },
      ];
}

/** `/?p=42` and its like are looked up by id; other questions at the homepage are the homepage. */
export const shortLinks = ['p', 'page_id', 'attachment_id'].map((key) => ({
  source: '/:index(index\\.php)?',
  has: [{ type: 'query' as const, key, value: '(?<id>\\d{1,15})' }],
  destination: '/preview/link/:id',
}));

/** A feed stands below its archive; a catch-all route could not end with a fixed name. */
export const feeds = [{ source: '/:path+/feed', destination: '/feed/:path+' }];

/**
 * Refuses what `images.remotePatterns` cannot: a user in the address of an image, and every second way to write one, which
 * Next would fetch and keep once more (a fragment, another encoding, `127.1`). Here and not in the proxy, which would run
 * for each image. Next answers 400 to the address that takes its place.
 */
export const knownImages = (origins: readonly string[]) => ({
  source: '/_next/image',
  missing: [{ type: 'query' as const, key: 'url', value: `(?:${addressPattern(origins)}|${OWN_IMAGES})` }],
  destination: '/_next/image?url=refused',
});
