import { cache, type ReactNode } from 'react';
import type { MappedContent } from '../blocks/mapped.ts';
import { logNotShown } from '../cms/snapshot/store.ts';
import { cmsOrigin, siteConfig } from '../config/site.ts';
import { BUDGETS, newSpending, type Spending } from '../content/budgets.ts';
import { type Heading, localHref, partsOf, prepareHtml, wholeText } from '../content/html.ts';
import { type ShownItem, sayOverBudget } from '../content/shown-item.ts';
import { nameUnknownHosts } from '../images/hosts.ts';
import { optimizePictures } from '../images/in-text.ts';
import { MappedParts } from './MappedParts.tsx';

const places = { cmsOrigin, search: siteConfig.features.search.enabled };

/** Where a link of the CMS leads on this site. */
export const toHref = (url: string) => localHref(url, cmsOrigin);

/** What the page that is being rendered shows, and what it has used of its budgets. React makes one for each page. */
const shown = cache((): { item?: ShownItem; spending: Spending } => ({ spending: newSpending() }));

/** Says whose content the HTML below is; to be called before any of it is prepared. */
export function beginItem(item: ShownItem): void {
  shown().item = item;
}

interface ContentOptions {
  idPrefix?: string;
  /** Nothing but a heading stands above: its first picture is loaded at once. */
  lead?: boolean;
  /** The same content where components show some of its blocks. */
  mapped?: MappedContent | null;
}

export interface PreparedContent {
  html: string;
  headings: Heading[];
  /** What is to be shown in place of `html` where components show some of it. */
  body?: ReactNode;
}

/** HTML of the CMS, safe to show, and its headings. */
export function prepareContent(
  html: string,
  { mapped, idPrefix = '', lead }: ContentOptions = {},
): PreparedContent {
  if (!mapped) return cleaned(html, { idPrefix, lead });
  const prepared = cleaned(mapped.html, { idPrefix, lead, marks: true });
  const body = (
    <MappedParts
      parts={partsOf(prepared.html)}
      blocks={mapped.blocks}
      below={mapped.blocks.length}
      prepare={(inside, number) =>
        partsOf(cleaned(inside, { idPrefix: `${idPrefix}block-${number}-`, marks: true }).html)
      }
      uri={shown().item?.uri ?? '/'}
    />
  );
  return { ...prepared, body };
}

function cleaned(
  html: string,
  { lead = false, ...options }: Omit<ContentOptions, 'mapped'> & { marks?: boolean },
): PreparedContent {
  const { item, spending } = shown();
  const prepared = prepareHtml(html, { ...options, ...places, uri: item?.uri, spending });
  for (const budget of spending.over) sayOverBudget(item, budget);
  if (item && prepared.notShown.length > 0) logNotShown(item.uri, prepared.notShown);
  nameUnknownHosts(prepared.html);
  return { html: optimizePictures(prepared.html, lead), headings: prepared.headings };
}

/** The title of what is shown, for its heading: all of it, as text. */
export function prepareTitle(html: string): string {
  const title = wholeText(html);
  if (title.length > BUDGETS.title) sayOverBudget(shown().item, 'title');
  return title;
}

/** The same for what visitors wrote. */
export const prepareComment = (html: string) => prepareHtml(html, { cmsOrigin, from: 'visitor' }).html;
