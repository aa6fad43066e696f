import { cache } from 'react';
import { logNotShown } from '../cms/snapshot/store.ts';
import { cmsOrigin } from '../config/site.ts';
import { BUDGETS, newSpending, type Spending } from '../content/budgets.ts';
import { type Heading, localHref, prepareHtml, wholeText } from '../content/html.ts';
import { type ShownItem, sayOverBudget } from '../content/shown-item.ts';
import { nameUnknownHosts } from '../images/hosts.ts';
import { optimizePictures } from '../images/in-text.ts';

/** Where a link of the CMS leads on this site. */
export const toHref = (url: string) => localHref(url, cmsOrigin);

/** What the page that is being rendered shows, and what it has used of its budgets. React makes one for each page. */
const shown = cache((): { item?: ShownItem; spending: Spending } => ({ spending: newSpending() }));

/** Says whose content the HTML below is; to be called before any of it is prepared. */
export function beginItem(item: ShownItem): void {
  shown().item = item;
}

/**
 * HTML of the CMS, safe to show, and its headings.
 * @param lead nothing but a heading stands above: its first picture is loaded at once
 */
export function prepareContent(
  html: string,
  { idPrefix, lead = false }: { idPrefix?: string; lead?: boolean } = {},
): { html: string; headings: Heading[] } {
  const { item, spending } = shown();
  const prepared = prepareHtml(html, { cmsOrigin, idPrefix, uri: item?.uri, spending });
  for (const budget of spending.over) sayOverBudget(item, budget);
  if (item && prepared.notShown.length > 0) logNotShown(item.uri, prepared.notShown);
  nameUnknownHosts(prepared.html);
  return { ...prepared, html: optimizePictures(prepared.html, lead) };
}

/** The title of what is shown, for its heading: all of it, as text. */
export function prepareTitle(html: string): string {
  const title = wholeText(html);
  if (title.length > BUDGETS.title) sayOverBudget(shown().item, 'title');
  return title;
}

/** The same for what visitors wrote. */
export const prepareComment = (html: string) => prepareHtml(html, { cmsOrigin, from: 'visitor' }).html;
