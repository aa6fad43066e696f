import imageHosts from '../../image-hosts.json';

/** In `image-hosts.json`: browsers may load a picture from any https host. Next still optimises exact hosts only. */
export const ANY_HTTPS = 'https:';

/** `image-hosts.json` as it is. */
export const listedHosts: readonly string[] = imageHosts;

/** Exact hosts whose images Next may optimise: the CMS's own and the ones listed in `image-hosts.json`. */
export function allowedHosts(cmsDomain: string): string[] {
  return [...new Set([cmsDomain, ...imageHosts])].filter((host) => host !== ANY_HTTPS);
}

/** Whether an address is on this machine: Next refuses to fetch images from there unless told otherwise. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}
