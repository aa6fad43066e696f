import { siteConfig } from '@/site.config';
import { allowedHosts } from './allowed';

const hosts = new Set(allowedHosts(siteConfig.wordpress.domain));

/**
 * Whether Next may optimise this image. Any other host falls back to a plain `<img>`: asking the optimiser for an
 * unknown host fails the whole page. SVG is never optimised, it can carry scripts.
 */
export function isOptimizable(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, pathname } = new URL(url);
  return /^https?:$/.test(protocol) && hosts.has(hostname) && !/\.svgz?$/i.test(pathname);
}
