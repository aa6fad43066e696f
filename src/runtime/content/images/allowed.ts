import imageHosts from 'headless-site/site/image-hosts';
import { isLoopbackHost } from '../../base/hosts.ts';
import { originAmong } from './origins.ts';

/** `image-hosts.json` as it is. */
export const listedHosts: readonly string[] = imageHosts;

/** Characters of a file's name as `encodeURIComponent` leaves them, and what it makes of all others but slashes. */
const CHARACTER = "[\\w.!~*'()-]|%(?:2[02-6BC]|3[A-F]|40|5[BDE]|60|7[B-D]|[89A-F][\\dA-F])";

/**
 * The one way to write the address of an image, which is the only one that the optimiser takes: each other way would be
 * fetched and kept once more.
 * @returns null where Next may not optimise it: another origin, a password, a question, an odd path
 */
export function imageAddress(url: string, origins: readonly string[]): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, search, pathname } = new URL(url);
  const origin = originAmong(origins, new URL(url));
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
 * The answers of `imageAddress` as a regular expression.
 * @param origins the CMS's first: all else at its address may be PHP, and is refused
 */
export function addressPattern(origins: readonly string[]): string {
  const [cms, ...others] = origins.map((origin) => origin.replace(/[.[\]]/g, '\\$&'));
  return `(?:${[`${cms}${UPLOADS}`, ...others].join('|')})(?:/(?:${CHARACTER})+)+`;
}

/** Next's own files, of images that are imported. */
export const OWN_IMAGES = `/_next/static/(?:immutable/)?media/(?:[^/?#%\\\\]|${CHARACTER})+`;

/** Whether an address is on this machine: Next refuses to fetch images from there unless told otherwise. */
export function isLoopback(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname);
}
