import type { ImageView } from '../../base/image.ts';
import { isRecord } from '../../base/is-record.ts';
import { safeUrl } from '../../base/url.ts';
import type { FieldLink, FieldReader } from '../../config/extend/content.ts';
import { cmsOrigin } from '../../config/site.ts';
import { fileHref, localHref, prepareHtml } from '../../content/html.ts';
import { nameUnknownHosts } from '../../content/images/hosts.ts';
import { noReader, withReaders } from './unknown-reader.ts';

/**
 * Readers of an answer of the CMS.
 * @param answer what the paths lead into
 * @param uri of the item on this site, where notices lead in place of what the sanitiser removes
 */
export function fieldReader(
  answer: unknown,
  uri: string,
  unknown: (name: string) => unknown = refuse,
): FieldReader {
  const at = (path = '') => find(answer, path);
  const readers: FieldReader = {
    text: (path) => toText(at(path)),
    html: (path) => toHtml(toText(at(path)), uri),
    number: (path) => toNumber(at(path)),
    boolean: (path) => toBoolean(at(path)),
    date: (path) => toDate(toText(at(path))),
    image: (path) => toImage(at(path)),
    link: (path) => toLink(at(path)),
    list: (path, read) =>
      toRows(at(path)).flatMap((row) => {
        const shown = read(fieldReader(row, uri, unknown));
        return shown === null || shown === undefined ? [] : [shown];
      }),
    raw: at,
  };
  return withReaders(readers, unknown);
}

function refuse(name: string): never {
  throw new Error(noReader(name));
}

function find(answer: unknown, path: string): unknown {
  let value: unknown = answer;
  for (const step of path === '' ? [] : path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
    value = (value as Record<string, unknown>)[step];
  }
  return value ?? null;
}

function toText(value: unknown): string | null {
  const first = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'number') return String(first);
  return typeof first === 'string' && first.trim() !== '' ? first : null;
}

function toHtml(html: string | null, uri: string): string | null {
  if (html === null) return null;
  const prepared = prepareHtml(html, { cmsOrigin, uri, idPrefix: 'field-' });
  nameUnknownHosts(prepared.html);
  return prepared.html;
}

function toNumber(value: unknown): number | null {
  const number = typeof value === 'number' ? value : Number(toText(value) ?? Number.NaN);
  return Number.isFinite(number) ? number : null;
}

function toBoolean(value: unknown): boolean | null {
  if (value === true || value === 1 || value === '1' || value === 'true') return true;
  return value === false || value === 0 || value === '0' || value === 'false' ? false : null;
}

/** ISO 8601, WordPress's form of it, and ACF's `Ymd`. */
function toDate(text: string | null): string | null {
  const iso = text
    ?.trim()
    .replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
    .replace(' ', 'T');
  return iso && /^\d{4}-\d\d-\d\d(?:T|$)/.test(iso) && !Number.isNaN(Date.parse(iso)) ? iso : null;
}

function toImage(value: unknown): ImageView | null {
  const image = isRecord(value) && isRecord(value.node) ? value.node : value;
  const source = isRecord(image) ? image.sourceUrl : image;
  const safe = typeof source === 'string' ? safeUrl(source) : undefined;
  if (safe === undefined) return null;
  const url = fileHref(safe, cmsOrigin);
  if (!/^https?:/i.test(url)) return null;
  if (!isRecord(image)) return { url, alt: '' };
  const [width, height] = ['width', 'height'].map((name) => toNumber(find(image, `mediaDetails.${name}`)));
  return {
    url,
    alt: toText(image.altText) ?? '',
    ...(width && height ? { width, height } : {}),
    ...(typeof image.blurDataUrl === 'string' ? { blurDataUrl: image.blurDataUrl } : {}),
  };
}

function toLink(value: unknown): FieldLink | null {
  const link = isRecord(value) && isRecord(value.node) ? value.node : value;
  const address = isRecord(link) ? (link.url ?? link.uri) : link;
  const safe = typeof address === 'string' ? safeUrl(address) : undefined;
  if (safe === undefined) return null;
  return { href: localHref(safe, cmsOrigin), text: (isRecord(link) && toText(link.title)) || '' };
}

function toRows(value: unknown): unknown[] {
  const rows = isRecord(value) ? value.nodes : value;
  return Array.isArray(rows) ? rows : [];
}
