import { siteConfig } from '../config/site.ts';
import { ANY_HTTPS, listedHosts, pictureAddress, pictureOrigins } from './allowed.ts';

const origins = pictureOrigins(siteConfig.wordpress);
const named = new Set<string>();
/** A post with ten thousand hosts fills no log. */
const MAX_NAMED = 100;

/**
 * The address under which Next optimises this image. Any other falls back to a plain `<img>`: the optimiser refuses what it
 * does not know, and the picture would be broken. SVG is never optimised, it can carry scripts.
 * @returns null where Next may not
 */
export function optimizable(url: string): string | null {
  if (!URL.canParse(url)) return null;
  nameIfUnknown(new URL(url));
  return /\.svgz?$/i.test(new URL(url).pathname) ? null : pictureAddress(url, origins);
}

/** Names the hosts of pictures and media in prepared HTML that visitors will not see. */
export function nameUnknownHosts(html: string): void {
  for (const [, url = ''] of html.matchAll(/<(?:img|video|audio|source)\b[^>]*?\ssrc="(https?:[^"]+)"/g)) {
    if (URL.canParse(url)) nameIfUnknown(new URL(url));
  }
}

/** Once per origin and process: the Content-Security-Policy stops such a picture, which only a browser's console tells. */
function nameIfUnknown({ protocol, origin, host }: URL): void {
  if (!/^https?:$/.test(protocol) || named.has(origin) || listedHosts.includes(ANY_HTTPS)) return;
  if (named.size >= MAX_NAMED) return;
  // Plain http is let through with https, or raised to it.
  if (['http', 'https'].some((scheme) => origins.includes(`${scheme}://${host}`))) return;
  named.add(origin);
  console.warn(
    `[images] pictures from ${protocol === 'https:' ? host : origin} are not shown: add it to image-hosts.json, or "${ANY_HTTPS}" for any host`,
  );
}
