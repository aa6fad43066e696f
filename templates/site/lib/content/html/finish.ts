import { embed } from './embeds';
import { highlight } from './highlight';

export interface Heading {
  id: string;
  text: string;
  /** 2, 3 or 4. */
  level: number;
}

/** Ids of the page around the content, and globals of scripts that an element with their name would hide. */
const RESERVED = new Set([
  'content',
  'site-menu',
  'next',
  'va',
  'vaq',
  'gtag',
  'dataLayer',
  'TURBOPACK',
  'Sentry',
]);

const ID = /\sid="([^"]*)"/;

/**
 * Works on the sanitiser's output only, which is well-formed and escapes `<` and `>` in attribute values: gives
 * headings ids, wraps tables so that they scroll on a phone, highlights code, and puts facades in place of frames.
 */
export function finishHtml(clean: string, idPrefix: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const ids = new Set<string>();
  const numbers = new Map<string, number>();
  let tables = 0;
  /** Where a `<code>` would stand that is the whole of a `<pre>`. */
  let pre = -1;
  let out = '';
  let position = 0;
  for (const match of clean.matchAll(/<(\/?)([a-z][a-z0-9]*)\b([^>]*)>/g)) {
    const [whole, slash, name = '', attributes = ''] = match;
    if (match.index < position) continue;
    out += clean.slice(position, match.index);
    position = match.index + whole.length;
    if (name === 'pre') pre = position;
    if (name === 'iframe' && !slash) {
      const end = clean.indexOf('</iframe>', position);
      if (end !== -1) position = end + '</iframe>'.length;
      out += facade(attributes);
    } else if (name === 'code' && !slash && match.index === pre) {
      const end = clean.indexOf('<', position);
      out += whole + highlight(decode(clean.slice(position, end)));
      position = end;
    } else if (slash) {
      out += whole;
      if (name === 'table' && --tables === 0) out += '</div>';
    } else if (/^h[2-4]$/.test(name)) {
      const text = textOf(clean.slice(position, clean.indexOf(`</${name}>`, position)));
      const own = decode(attribute(attributes, 'id'));
      const id =
        usable(own) && !ids.has(own) ? own : unique(idPrefix + (slug(text) || 'section'), ids, numbers);
      ids.add(id);
      if (text) headings.push({ id, text, level: Number(name[1]) });
      out += `<${name} id="${id}"${attributes.replace(ID, '')}>`;
    } else {
      if (name === 'table' && tables++ === 0) out += '<div class="table-scroll" tabindex="0">';
      // An id written in the CMS is kept, once.
      const id = ID.exec(attributes)?.[1];
      const keep = id === undefined || (usable(id) && !ids.has(id));
      if (id !== undefined && keep) ids.add(id);
      out += keep ? whole : `<${name}${attributes.replace(ID, '')}>`;
    }
  }
  return { html: out + clean.slice(position), headings };
}

/** WordPress adds a frame behind the quote that links to a post of another site; the quote says it all. */
function facade(attributes: string): string {
  if (attribute(attributes, 'class').includes('wp-embedded-content')) return '';
  return embed(attribute(attributes, 'src'), attribute(attributes, 'title'));
}

/** Letters and digits of any script, `-` and `_`, not beginning with `__`: that is where the framework keeps its own. */
function usable(id: string): boolean {
  return id.length <= 200 && /^(?!__)[\p{L}\p{N}_][\p{L}\p{N}_-]*$/u.test(id) && !RESERVED.has(id);
}

/** Counts on from the last number given, because ten thousand equal headings must not cost a hundred million look-ups. */
function unique(id: string, taken: Set<string>, numbers: Map<string, number>): string {
  if (usable(id) && !taken.has(id)) return id;
  let number = (numbers.get(id) ?? 1) + 1;
  while (taken.has(`${id}-${number}`)) number++;
  numbers.set(id, number);
  return `${id}-${number}`;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, '-')
    .replace(/[^\p{L}\p{N}\p{M}-]/gu, '')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
}

function textOf(html: string): string {
  return decode(html.replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
}

function attribute(attributes: string, name: string): string {
  return decode(new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
}

/** The five that the sanitiser writes; it decodes every other entity. */
function decode(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');
}
