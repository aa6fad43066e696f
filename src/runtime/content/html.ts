import sanitizeHtml from 'sanitize-html';
import { warnOnce } from '../base/warn-once.ts';
import { type ContentForm, costOf, definitionIn } from './form.ts';
import { BUDGETS, newSpending, type Spending, spend } from './html/budgets.ts';
import { type FinishedHtml, finishHtml } from './html/finish.ts';
import { limitNesting, type TakeForm } from './html/limit.ts';
import { isCut, type NotShown, notice } from './html/not-shown.ts';
import { MARKS, type Mark } from './html/parts.ts';
import { editorRules, ownTags, visitorRules } from './html/rules.ts';
import { textOnly } from './html/text.ts';

export { embedHosts } from './html/embeds.ts';
export type { Heading } from './html/finish.ts';
export { fileHref, localHref } from './html/links.ts';
export { withoutLooseText } from './html/loose.ts';
export type { NotShown } from './html/not-shown.ts';
export { type ContentPart, partsOf } from './html/parts.ts';
export { cutText, plainText, wholeText } from './html/text.ts';

export interface HtmlOptions {
  /** Address of the CMS, without a trailing slash; with its folder when WordPress lives in one: `https://example.com/wp`. */
  cmsOrigin: string;
  /** Path of the page that shows this, as the CMS writes it: what cannot be shown here is to be seen there. */
  uri?: string;
  /** Keeps made-up heading ids apart when a page shows several pieces of HTML: `section-2-`. */
  idPrefix?: string;
  /** `visitor` (a comment) gets text, links, lists and code only; the default is everything the block editor writes. */
  from?: 'editor' | 'visitor';
  /** Marks that stay (`partsOf`). With `form`, forms become marks. */
  marks?: readonly Mark[];
  /** Search forms of WordPress lead to the site's own search. */
  search?: boolean;
  /** Budgets of the page, for several pieces of HTML. */
  spending?: Spending;
}

export interface PreparedHtml extends FinishedHtml {
  /** By the numbers of the marks. */
  forms: ContentForm[];
}

/**
 * Makes CMS HTML safe and at home on this site: an allow-list (sanitize-html), links to the CMS turned into paths,
 * lazy images, click-to-load videos, ids on headings, notices for forms and scripts. Linear in the length of the HTML, and
 * within BUDGETS. Pure, but for what it adds to `spending`.
 */
export function prepareHtml(html: string, options: HtmlOptions): PreparedHtml {
  const { cmsOrigin, idPrefix = '', spending = newSpending(), uri = '/' } = options;
  const rules = options.from === 'visitor' ? visitorRules(cmsOrigin) : editorRules(cmsOrigin, options.marks);
  if (html.length <= BUDGETS.html - spending.html) {
    const forms: ContentForm[] = [];
    const takeForm = options.marks?.includes('form') ? taking(forms, spending) : undefined;
    const clean = sanitizeHtml(limitNesting(withoutTeaser(html), takeForm, ownTags), rules);
    const { code } = spending;
    const finished = finishHtml(clean, { idPrefix, page: cmsOrigin + uri, search: options.search, spending });
    if (spend(spending, 'html', finished.html.length - (spending.code - code))) return { ...finished, forms };
  }
  spending.over.add('html');
  const notShown: NotShown[] = isCut(html) ? ['design', 'cut'] : ['design'];
  const notices = notShown.map((kind) => `<p>${notice(kind, cmsOrigin + uri)}</p>`).join('');
  return { html: notices + textOnly(withoutTeaser(html)), headings: [], notShown, forms: [] };
}

/** Cuts the text before "More", which lists show, where the editor hides it on the full page. */
function withoutTeaser(html: string): string {
  const more = html.includes('<!--noteaser-->') ? html.indexOf('<!--more') : -1;
  return more === -1 ? html : html.slice(more);
}

/** A definition that does not fit, and a form beyond a budget, stay what WordPress wrote: a notice. */
function taking(forms: ContentForm[], spending: Spending): TakeForm {
  return (tag) => {
    const definition = definitionIn(tag);
    if (definition === undefined) return undefined;
    if (definition === null) {
      warnOnce('[forms] A form of the CMS is not shown: its definition is not one that this version knows');
      return undefined;
    }
    if (!spend(spending, 'forms', 1) || !spend(spending, 'html', costOf(definition))) return undefined;
    return (original) => {
      forms.push({ definition, original });
      return `<div ${MARKS.form}="${forms.length - 1}"></div>`;
    };
  };
}
