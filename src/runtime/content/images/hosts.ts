import { ownContent } from '../../config/extend/own.ts';
import { siteConfig } from '../../config/site.ts';
import { imageAddress, listedHosts } from './allowed.ts';
import { ANY_HTTPS, imageOrigins } from './origins.ts';

const origins = imageOrigins(siteConfig.wordpress, listedHosts);
/** Images from where the owner lets them in beside `image-hosts.json`. */
const ownSources = ownContent.security?.['img-src'] ?? [];
const named = new Set<string>();
/** A post with ten thousand hosts fills no log. */
const MAX_NAMED = 100;

/**
 * The address under which Next optimises this image. Any other falls back to a plain `<img>`: the optimiser refuses what it
 * does not know, and the image would be broken. SVG is never optimised, it can carry scripts.
 * @returns null where Next may not
 */
export function optimizable(url: string): string | null {
  if (!URL.canParse(url)) return null;
  nameIfUnknown(new URL(url));
  return isDrawing(url) ? null : imageAddress(url, origins);
}

/** Whether an image is drawn by its file, in any size. @param url complete */
export const isDrawing = (url: string): boolean => /\.svgz?$/i.test(new URL(url).pathname);

/**
 * Whether the Content-Security-Policy lets browsers load an image, for what has something else to show in its place. The log
 * names a host that it does not know.
 * @param url complete
 */
export function isLetIn(url: string): boolean {
  const { protocol, host } = new URL(url);
  if (!/^https?:$/.test(protocol)) return false;
  nameIfUnknown(new URL(url));
  // Patterns of the owner's are the browser's to read.
  return isKnown(host) || listedHosts.includes(ANY_HTTPS) || ownSources.length > 0;
}

/** Names the hosts of images and media in prepared HTML that visitors will not see. */
export function nameUnknownHosts(html: string): void {
  for (const [, url = ''] of html.matchAll(/<(?:img|video|audio|source)\b[^>]*?\ssrc="(https?:[^"]+)"/g)) {
    if (URL.canParse(url)) nameIfUnknown(new URL(url));
  }
}

/** Plain http is let through with https, or raised to it. */
const isKnown = (host: string) => ['http', 'https'].some((scheme) => origins.includes(`${scheme}://${host}`));

/** Once per origin and process: the Content-Security-Policy stops such an image, which only a browser's console tells. */
function nameIfUnknown({ protocol, origin, host }: URL): void {
  if (!/^https?:$/.test(protocol) || named.has(origin) || listedHosts.includes(ANY_HTTPS)) return;
  if (named.size >= MAX_NAMED) return;
  if (isKnown(host)) return;
  named.add(origin);
  console.warn(
    `[images] pictures from ${protocol === 'https:' ? host : origin} are not shown: add it to image-hosts.json, or "${ANY_HTTPS}" for any host`,
  );
}
