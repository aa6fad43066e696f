import { createHash } from 'node:crypto';
import { OWN_PAGES } from '../../base/own-routes.ts';

/** Addresses that the site has of its own; a page of the CMS at one of them supplies its content. */
export const builtIn: ReadonlySet<string> = new Set(['', ...OWN_PAGES].map((name) => `/${name}`));

/**
 * The normal form of a path, the same here and in the companion plugin (`tests/vectors/webhook.json` of the tool):
 * leading `/`, no query or fragment, lower-case percent-encoding, no trailing slash except `/`, `/*` kept at the end.
 * @returns null for what is no path of this site: another host, dot segments, control characters, bad encoding
 */
export function normalizePath(input: string): string | null {
  const path = input.replace(/[?#].*$/s, '');
  if (path === '' || path.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(path)) return null;
  const segments: string[] = [];
  for (const raw of path.split('/')) {
    if (raw === '') continue;
    const segment = normalizeSegment(raw);
    if (segment === null) return null;
    segments.push(segment);
  }
  const wildcard = segments.indexOf('*');
  if (wildcard !== -1 && wildcard !== segments.length - 1) return null;
  return `/${segments.join('/')}`;
}

function normalizeSegment(raw: string): string | null {
  if (raw === '*') return raw;
  const text = decoded(raw);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (text === null || text === '.' || text === '..' || /[\u0000-\u001f\u007f/\\*]/.test(text)) return null;
  return encodeURIComponent(text)
    .replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
    .replace(/%(?:21|24|26|27|28|29|2b|2c|3a|3b|3d|40)/g, (code) => decodeURIComponent(code));
}

/** @returns null for broken encoding, and for half of a character, which JSON can hold and an address cannot */
function decoded(text: string): string | null {
  try {
    const plain = decodeURIComponent(text);
    encodeURIComponent(plain);
    return plain;
  } catch {
    return null;
  }
}

/** The part of a CMS link that is a path on this site; null when it leads elsewhere. */
export function pathOf(uri: string | null | undefined, cmsOrigin?: string): string | null {
  if (!uri) return null;
  if (uri.startsWith('/') && !uri.startsWith('//')) return uri;
  if (!cmsOrigin || !URL.canParse(uri)) return null;
  const url = new URL(uri);
  return url.host === new URL(cmsOrigin).host ? url.pathname + url.hash : null;
}

/** The path right above one, written as the CMS writes both: `/about/` of `/about/team/`. Empty or `/` at the top of the site. */
export const pathAbove = (path: string): string => path.replace(/\/[^/]+(\/?)$/, '$1');

/** An address as WPGraphQL must be asked for it: pages and terms of other alphabets are found by the decoded form only. */
export function decodedUri(uri: string): string {
  try {
    return decodeURI(uri);
  } catch {
    return uri;
  }
}

/** An address as a header or a link carries it: encoded once, in lower case, whichever form the CMS gave. */
export function encodedUri(uri: string): string {
  return encodeURI(decodedUri(uri)).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

/** A path that may be long as a key of bounded length: Next refuses tags over 256 characters. */
export function shortKey(path: string): string {
  return path.length <= 180 ? path : createHash('sha256').update(path).digest('hex');
}

/** `/journal/` and `page/2` make `/journal/page/2/`: the slash stays as the CMS has it. */
export function pathBelow(uri: string, rest: string): string {
  return `${uri.replace(/\/$/, '')}/${rest}${uri.endsWith('/') ? '/' : ''}`;
}

/** `/a-post/comment-page-2` may be page 2 of the comments of `/a-post`; null for any other path. `007` and `0` are no page, 0. */
export function splitCommentPage(path: string): { base: string; page: number } | null {
  const [, base, page] = /^(\/.+)\/comment-page-(\d+)$/.exec(path) ?? [];
  return base && page ? { base, page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 0 } : null;
}

/** `/journal/page/2` is page 2 of `/journal`. */
export function splitPage(path: string): { base: string; page: number } {
  const match = /^(.*)\/page\/([1-9]\d{0,5})$/.exec(path);
  return match ? { base: match[1] || '/', page: Number(match[2]) } : { base: path, page: 1 };
}
