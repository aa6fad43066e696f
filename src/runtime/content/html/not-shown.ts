import type { Attributes } from 'sanitize-html';
import { say } from '../../base/say.ts';
import { type HtmlWords, htmlWords } from '../../config/extend/html-words.ts';
import { ownContent } from '../../config/extend/own.ts';
import { type Elsewhere, elsewhereOf } from './elsewhere.ts';
import { escapeHtml } from './escape.ts';

/** Kinds of content that the sanitiser removes and a reader would miss. */
export type NotShown = 'form' | 'script' | 'frame' | Exclude<Elsewhere, 'search'>;

/** Says on an element of the sanitiser's output that something was removed here; the CMS's own attribute of this name is dropped. */
export const NOT_SHOWN = 'data-not-shown';

/** WordPress with our plugin redirects its pages to this site, but not with this in the address. */
const STAY = 'on-wordpress';

/**
 * What stands in place of an element that is removed.
 * @returns undefined for an element that is shown, or that nobody misses: hidden fields, boxes of a list of tasks
 */
export function markOf(
  tagName: string,
  attribs: Attributes,
  cmsOrigin: string,
): { tagName: string; attribs: Attributes } | undefined {
  const elsewhere = elsewhereOf(tagName, attribs, cmsOrigin);
  if (elsewhere) return { tagName: 'div', attribs: { [NOT_SHOWN]: elsewhere } };
  switch (tagName) {
    case 'form':
      // What it asks for stays readable.
      return { tagName: 'div', attribs: { [NOT_SHOWN]: 'form' } };
    case 'input':
      if (attribs.type?.toLowerCase() === 'hidden' || attribs.disabled !== undefined) return undefined;
      return { tagName: 'span', attribs: { [NOT_SHOWN]: 'input' } };
    case 'select':
    case 'textarea':
      return { tagName: 'span', attribs: { [NOT_SHOWN]: 'input' } };
    case 'script':
      return { tagName: 'span', attribs: { [NOT_SHOWN]: 'script' } };
    case 'canvas':
      // A script draws on it; what stands inside is shown where there is none.
      return { tagName: 'div', attribs: { [NOT_SHOWN]: 'script' } };
    case 'embed':
      return { tagName: 'span', attribs: { [NOT_SHOWN]: 'frame' } };
    case 'object':
      // WordPress's File block has a link to the file below its preview.
      if (/\bwp-block-file__embed\b/.test(attribs.class ?? '')) return undefined;
      return { tagName: 'div', attribs: { [NOT_SHOWN]: 'frame' } };
    default:
      return undefined;
  }
}

/** The owner's, and ours for the rest. */
export const words: HtmlWords = { ...htmlWords, ...ownContent.html?.words };

/** What is said of it, and of the way to see it. */
const said: Record<NotShown | 'design', readonly [text: string, link: string]> = {
  form: [words.form, words.openForm],
  host: [words.formOfHost, words.openForm],
  shop: [words.shop, words.openShop],
  login: [words.login, words.openLogin],
  script: [words.script, words.openPage],
  frame: [words.frame, words.openPage],
  design: [words.design, words.openPage],
};

/**
 * The words where something was removed, with the way to see it. Of elements that may stand inside a paragraph.
 * @param page address of the page on WordPress
 * @param frame address of what was embedded, if it has one
 * @param host of a form that another host takes
 */
export function notice(
  kind: NotShown | 'design',
  page: string,
  frame?: { url: URL; title: string },
  host = '',
): string {
  const [plain, open] = said[kind];
  const text = frame
    ? say(words.frameOfHost, { title: frame.title || words.frameTitle, host: frame.url.hostname })
    : say(plain, { host });
  const own = frame ? `${link(frame.url.href, words.openFrame)} ` : '';
  return `<span class="not-shown" role="note">${escapeHtml(text)} ${own}${link(withStay(page), open)}</span>`;
}

function link(href: string, text: string): string {
  return `<a href="${escapeHtml(href)}" rel="nofollow noopener">${escapeHtml(text)}</a>`;
}

function withStay(page: string): string {
  const url = new URL(page);
  url.searchParams.set(STAY, '1');
  return url.href;
}
