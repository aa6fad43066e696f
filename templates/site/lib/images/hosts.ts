import imageHosts from '@/image-hosts.json';
import { siteConfig } from '@/site.config';

/** Exact hosts whose images Next may optimise: the CMS's own and the ones listed in `image-hosts.json`. */
export const allowedHosts: readonly string[] = [...new Set([siteConfig.wordpress.domain, ...imageHosts])];

/**
 * Whether Next may optimise this image. Any other host falls back to a plain `<img>`: asking the optimiser for an
 * unknown host fails the whole page. SVG is never optimised, it can carry scripts.
 */
export function isOptimizable(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, pathname } = new URL(url);
  return /^https?:$/.test(protocol) && allowedHosts.includes(hostname) && !/\.svgz?$/i.test(pathname);
}

/** Whether an address is on this machine: Next refuses to fetch images from there unless told otherwise. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}
