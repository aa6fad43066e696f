import { type Spending, spend } from './budgets.ts';
import { onlyDrawn } from './drawn.ts';
import { inTwoColors } from './duotone.ts';
import { embed } from './embeds.ts';
import { highlight } from './highlight.ts';
import { NOT_SHOWN, type NotShown } from './not-shown.ts';
import { inPlaceOf, newRemoved, type Removed, sayFrame } from './removed.ts';
import { unscripted } from './scripted.ts';
import { withoutNotes } from './text.ts';

export interface FinishedHtml {
  html: string;
  /** Its h2 to h4, for a table of contents. */
  headings: Heading[];
  /** Kinds of removed elements that a reader would miss; a notice stands in their place. */
  notShown: NotShown[];
}

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

/** Places of comments in what WordPress renders of them: the site has its own list of them, with these ids. */
const OF_COMMENTS = /^comment(?:s|-\d+)$/;
const IN_COMMENTS = /\sclass="(?:[^"]* )?(?:wp-block-comments-title|depth-\d+)[ "]/;

const ID = /\sid="([^"]*)"/;

/** Headings that name other pages, or stand above comments, in what WordPress renders: no part of this page begins there. */
const OF_OTHERS =
  /\sclass="(?:[^"]* )?(?:wp-block-(?:post-title|term-name|site-title|comments-title)|comment-reply-title)[ "]/;

/** Characters of a heading that its id and the table of contents are made of. */
const HEADING_LENGTH = 300;

interface Page {
  idPrefix: string;
  /** Its address on WordPress. */
  page: string;
  /** Whether search forms lead to this site. */
  search?: boolean | undefined;
  spending: Spending;
}

/**
 * Works on the sanitiser's output only, which is well-formed and escapes `<` and `>` in attribute values: gives
 * headings ids, wraps tables so that they scroll on a phone, highlights code, puts facades in place of frames, and notices
 * where something was removed.
 */
export function finishHtml(cleaned: string, about: Page): FinishedHtml {
  const { page, spending } = about;
  const clean = inTwoColors(unscripted(onlyDrawn(cleaned)));
  const work: Work = {
    ...{ clean, ...about },
    ...{ headings: [], removed: newRemoved(clean, about), ids: new Set(), numbers: new Map() },
  };
  let tables = 0;
  /** Where a `<code>` would stand that is the whole of a `<pre>`. */
  let pre = -1;
  let out = '';
  let position = 0;
  for (const match of clean.matchAll(/<(\/?)([a-z][a-z0-9-]*)\b([^>]*)>/g)) {
    const [whole, slash, name = '', attributes = ''] = match;
    if (match.index < position) continue;
    out += clean.slice(position, match.index);
    position = match.index + whole.length;
    if (name === 'pre') pre = position;
    if (name === 'iframe' && !slash) {
      const end = clean.indexOf('</iframe>', position);
      if (end !== -1) position = end + '</iframe>'.length;
      const { html, isShown } = facade(attributes, page);
      if (!isShown) sayFrame(work.removed, position);
      out += html;
    } else if (name === 'code' && !slash && match.index === pre) {
      const end = clean.indexOf('<', position);
      out += whole + coloured(clean.slice(position, end), spending);
      position = end;
    } else if (slash) {
      out += whole + (work.removed.behind.get(match.index) ?? '');
      if (name === 'table' && --tables === 0) out += '</div>';
    } else if (/^h[2-4]$/.test(name) && !OF_OTHERS.test(attributes)) {
      out += spend(spending, 'headings', 1) ? heading(work, name, attributes, position) : whole;
    } else if (attributes.startsWith(MARK)) {
      const look = attributes.replace(/^[^"]*"[^"]*"/, '');
      const place = inPlaceOf(work.removed, attribute(attributes, NOT_SHOWN), name, position, look);
      out += place.html;
      position = place.next;
    } else {
      if (name === 'table' && tables++ === 0) out += '<div class="table-scroll" tabindex="0">';
      out += keepsId(work, attributes) ? whole : `<${name}${attributes.replace(ID, '')}>`;
    }
  }
  return { html: out + clean.slice(position), headings: work.headings, notShown: [...work.removed.kinds] };
}

/** The state of one content so far. */
interface Work extends Page {
  clean: string;
  headings: Heading[];
  removed: Removed;
  ids: Set<string>;
  /** The last number that an id got, by the id. */
  numbers: Map<string, number>;
}

/** The code of a `<pre>`, highlighted while there is something left to spend. */
function coloured(code: string, spending: Spending): string {
  const marked = spending.over.has('code') ? code : highlight(decode(code));
  return spend(spending, 'code', marked.length - code.length) ? marked : code;
}

/** The opening tag of a heading, with an id. @param from where its text begins */
function heading(work: Work, name: string, attributes: string, from: number): string {
  const { clean, headings, ids, numbers, idPrefix } = work;
  const text = textOf(clean, from, `</${name}>`);
  const own = decode(attribute(attributes, 'id'));
  const id = usable(own) && !ids.has(own) ? own : unique(idPrefix + (slug(text) || 'section'), ids, numbers);
  ids.add(id);
  if (text) headings.push({ id, text, level: Number(name[1]) });
  return `<${name} id="${id}"${attributes.replace(ID, '')}>`;
}

/** Whether an element stays as it is: an id written in the CMS is kept, once. */
function keepsId({ ids }: Work, attributes: string): boolean {
  const id = ID.exec(attributes)?.[1];
  if (id === undefined) return true;
  const keep = usable(id) && !ids.has(id) && !(OF_COMMENTS.test(id) && IN_COMMENTS.test(attributes));
  if (keep) ids.add(id);
  return keep;
}

const MARK = ` ${NOT_SHOWN}="`;

/** WordPress adds a frame behind the quote that links to a post of another site; the quote says it all. */
function facade(attributes: string, page: string): ReturnType<typeof embed> {
  if (attribute(attributes, 'class').includes('wp-embedded-content')) return { html: '', isShown: true };
  const [src, title] = [attribute(attributes, 'src'), attribute(attributes, 'title')];
  return embed({ src, title, height: Number(attribute(attributes, 'height')) }, page);
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

/** The text between an opening tag and the next such end; headings may stand in each other, so not all of a long one is read. */
function textOf(html: string, from: number, end: string): string {
  const inside = html.slice(from, from + 10 * HEADING_LENGTH).split(end, 1)[0] ?? '';
  const text = decode(withoutNotes(inside).replace(/<[^>]*(?:>|$)/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
  return text.length <= HEADING_LENGTH ? text : `${text.slice(0, HEADING_LENGTH).replace(/\s+\S*$/, '')}…`;
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
