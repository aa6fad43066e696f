import type { Attributes } from 'sanitize-html';
import { type Elsewhere, elsewhereOf } from './elsewhere.ts';
import { escapeHtml } from './escape.ts';

/** What the cleaner removes and a reader would miss. */
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

/** Whether a script does something that a reader sees: data (JSON-LD, templates) is for others. */
export function runs(tag: string): boolean {
  const type = /\stype\s*=\s*["']?([^"'\s>]*)/i.exec(tag)?.[1] ?? '';
  return /^$|^module$|script/i.test(type);
}

const TEXTS: Record<NotShown | 'design', string> = {
  form: 'This form can only be filled in on the original page.',
  script: 'A part of this page is not shown: it needs a script that does not run here.',
  frame: 'Embedded content is not shown here.',
  host: 'This form is sent to %. It can be filled in on the original page.',
  shop: 'Cart and checkout are in the shop itself.',
  login: 'Members log in on the original site.',
  design: 'This is shown as plain text, because it is too large for anything else.',
};

const LINKS: Partial<Record<NotShown | 'design', string>> = {
  form: 'Open the form',
  host: 'Open the form',
  shop: 'Open the shop',
  login: 'Open the login',
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
  const text = frame
    ? `${frame.title || 'Embedded content'} from ${frame.url.hostname} is not shown here.`
    : TEXTS[kind].replace('%', () => host);
  const own = frame ? `${link(frame.url.href, 'Open it on its own page')} ` : '';
  const original = link(withStay(page), LINKS[kind] ?? 'See the original page');
  return `<span class="not-shown" role="note">${escapeHtml(text)} ${own}${original}</span>`;
}

function link(href: string, text: string): string {
  return `<a href="${escapeHtml(href)}" rel="nofollow noopener">${text}</a>`;
}

function withStay(page: string): string {
  const url = new URL(page);
  url.searchParams.set(STAY, '1');
  return url.href;
}
