/** The path of a page in the key that Next stores it by, and in a request: `/journal`, decoded, without its slash. */

/** @param key a folder of the route's own, `/$`, and the path; of data, a digest */
export const pathOfKey = (key: string): string => decoded(key.slice(key.indexOf('/$') + 2));

export function pathOfRequest(url: string): string {
  const path = (url.split('?', 1)[0] ?? '').replace(/\/+$/, '');
  return decoded(path.replace(FEED, '/feed$1') || '/index');
}

/** A feed below its archive, which a rewrite leads to a route of its own: `feeds` in `pages/redirects.ts`. */
const FEED = /^(\/.+)\/feed$/;

/** @param path as `pathOfKey` has it */
export const urlOfPath = (path: string): string =>
  path === '/index' ? '/' : path.split('/').map(encodeURIComponent).join('/');

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
