import sanitizeHtml from 'sanitize-html';
import { finishHtml, type Heading } from './html/finish';
import { limitNesting } from './html/limit';
import { editorRules, visitorRules } from './html/rules';

export { embedHosts } from './html/embeds';
export type { Heading } from './html/finish';
export { localHref } from './html/links';
export { plainText } from './html/text';

export interface HtmlOptions {
  /** Address of the CMS, without a trailing slash; with its folder when WordPress lives in one: `https://example.com/wp`. */
  cmsOrigin: string;
  /** Keeps made-up heading ids apart when a page shows several pieces of HTML: `section-2-`. */
  idPrefix?: string;
  /** `visitor` (a comment) gets text, links, lists and code only; the default is everything the block editor writes. */
  from?: 'editor' | 'visitor';
}

/**
 * Makes CMS HTML safe and at home on this site: an allow-list (sanitize-html), links to the CMS turned into paths,
 * lazy images, click-to-load videos, ids on headings. Pure, and linear in the length of the HTML.
 * @returns the HTML to show, and its h2 to h4 for a table of contents
 */
export function prepareHtml(html: string, options: HtmlOptions): { html: string; headings: Heading[] } {
  const rules = options.from === 'visitor' ? visitorRules(options.cmsOrigin) : editorRules(options.cmsOrigin);
  const clean = sanitizeHtml(limitNesting(html), rules);
  return finishHtml(clean, options.idPrefix ?? '');
}
