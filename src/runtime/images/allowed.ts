import imageHosts from 'headless-site/site/image-hosts';
import { isLoopbackHost } from '../base/hosts.ts';
import type { SiteConfig } from '../config/index.ts';

/** In `image-hosts.json`: browsers may load a picture from any https host. Next still optimises exact origins only. */
export const ANY_HTTPS = 'https:';

/** `image-hosts.json` as it is. */
export const listedHosts: readonly string[] = imageHosts;

/**
 * Exact origins of pictures: the CMS's own first, its media host's, and those listed in `image-hosts.json`. A host by itself is
 * meant with https; `http://pictures.local:8080` says it all. Where the CMS is read over plain http nobody has said how
 * its media host is spoken to, so both are among them.
 */
export function pictureOrigins(
  { graphqlUrl, domain }: SiteConfig['wordpress'],
  listed: readonly string[] = listedHosts,
): string[] {
  const cms = new URL(graphqlUrl);
  const media = cms.protocol === 'https:' ? [domain] : [domain, `http://${domain}`];
  const others = [
    ...(domain === cms.hostname ? [] : media),
    ...listed.filter((entry) => entry !== cms.hostname),
  ];
  return [...new Set([cms.origin, ...others.flatMap(originOf)])];
}

function originOf(entry: string): string[] {
  // What is no plain host could end a directive of the policy, or be a pattern for Next.
  if (!/^(?:https?:\/\/)?(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/i.test(entry)) return [];
  const url = entry.includes('://') ? entry : `https://${entry}`;
  return URL.canParse(url) ? [new URL(url).origin] : [];
}

/** Characters of a file's name as `encodeURIComponent` leaves them, and what it makes of all others but slashes. */
const CHARACTER = "[\\w.!~*'()-]|%(?:2[02-6BC]|3[A-F]|40|5[BDE]|60|7[B-D]|[89A-F][\\dA-F])";

/**
 * The one way to write the address of a picture, which is the only one that the optimiser takes: each other way would be
 * fetched and kept once more.
 * @returns null where Next may not optimise it: another origin, a password, a question, an odd path
 */
export function pictureAddress(url: string, origins: readonly string[]): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, host, username, password, search, pathname } = new URL(url);
  // A WordPress that does not know that it is behind TLS names its pictures with http.
  const origin = [`${protocol}//${host}`, `https://${host}`].find((one) => origins.includes(one));
  if (!origin || !/^https?:$/.test(protocol) || username || password || search) return null;
  try {
    const address = origin + pathname.split('/').map(decodeURIComponent).map(encodeURIComponent).join('/');
    return new RegExp(`^${addressPattern(origins)}$`).test(address) ? address : null;
  } catch {
    return null;
  }
}

/**
 * Where WordPress may have its uploads: `/wp-content/uploads`, `/app/uploads` (Bedrock), `/files` (an older multisite), in any folder. No folder
 * above has a dot: PHP runs `/wp-cron.php/uploads/a.jpg`.
 */
const UPLOADS = '(?:/(?!(?:uploads|files)/)[\\w-]+)*/(?:uploads|files)';

/**
 * What `pictureAddress` answers, as a regular expression.
 * @param origins the CMS's first: all else at its address may be PHP, and is refused
 */
export function addressPattern(origins: readonly string[]): string {
  const [cms, ...others] = origins.map((origin) => origin.replace(/[.[\]]/g, '\\$&'));
  return `(?:${[`${cms}${UPLOADS}`, ...others].join('|')})(?:/(?:${CHARACTER})+)+`;
}

/** Next's own files, of pictures that are imported. */
export const OWN_PICTURES = `/_next/static/(?:immutable/)?media/(?:[^/?#%\\\\]|${CHARACTER})+`;

/** Whether an address is on this machine: Next refuses to fetch images from there unless told otherwise. */
export function isLoopback(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname);
}
