import { siteConfig } from '@/site.config';
import { ANY_HTTPS, allowedHosts, listedHosts } from './allowed';

const hosts = new Set(allowedHosts(siteConfig.wordpress.domain));
const named = new Set<string>();

/**
 * Whether Next may optimise this image. Any other host falls back to a plain `<img>`: asking the optimiser for an
 * unknown host fails the whole page. SVG is never optimised, it can carry scripts.
 */
export function isOptimizable(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, pathname } = new URL(url);
  if (!/^https?:$/.test(protocol)) return false;
  nameIfUnknown(hostname);
  return hosts.has(hostname) && !/\.svgz?$/i.test(pathname);
}

/** Names the hosts of pictures and media in prepared HTML that visitors will not see. */
export function nameUnknownHosts(html: string): void {
  for (const [, url = ''] of html.matchAll(/<(?:img|video|audio|source)\b[^>]*?\ssrc="(https?:[^"]+)"/g)) {
    if (URL.canParse(url)) nameIfUnknown(new URL(url).hostname);
  }
}

/** Once per host and process: the Content-Security-Policy stops such a picture, which only a browser's console tells. */
function nameIfUnknown(host: string): void {
  if (hosts.has(host) || named.has(host) || listedHosts.includes(ANY_HTTPS)) return;
  named.add(host);
  console.warn(
    `[images] pictures from ${host} are not shown: add it to image-hosts.json, or "${ANY_HTTPS}" for any host`,
  );
}
