import { cache } from 'react';
import { cmsOrigin, siteConfig } from '../config/site.ts';
import type { OverrideContent } from '../content/blocks/override.ts';
import { type ContentForm, siteFields } from '../content/form.ts';
import { BUDGETS, newSpending, type Spending } from '../content/html/budgets.ts';
import {
  type Heading,
  type HtmlOptions,
  localHref,
  partsOf,
  prepareHtml,
  wholeText,
  withoutLooseText,
} from '../content/html.ts';
import { nameUnknownHosts } from '../content/images/hosts.ts';
import { optimizeImages } from '../content/images/in-text.ts';
import { type ShownItem, sayOverBudget } from '../content/shown-item.ts';
import { logNotShown } from '../wordpress/snapshot/store.ts';
import type { Body } from './ContentBody.tsx';
import { completeLayout, type ShownForm } from './FormLayout.tsx';
import { showField } from './form-control.ts';

const places = { cmsOrigin, search: siteConfig.features.search.enabled };

/** Where a link of the CMS leads on this site. */
export const toHref = (url: string) => localHref(url, cmsOrigin);

/** Content of the page being rendered, and its use of the budgets. React makes one for each page. */
const shown = cache((): { item?: ShownItem; spending: Spending; forms: number } => ({
  spending: newSpending(),
  forms: 0,
}));

/** Says whose content the HTML below is; to be called before any of it is prepared. */
export function beginItem(item: ShownItem): void {
  shown().item = item;
}

interface ContentOptions {
  idPrefix?: string;
  /** Nothing but a heading stands above: its first image is loaded at once. */
  lead?: boolean;
  /** The same content where components show some of its blocks. */
  mapped?: OverrideContent | null;
}

export interface PreparedContent {
  html: string;
  headings: Heading[];
  /** Shown by `ContentBody` in place of `html`, where components show some of it. */
  body?: Body;
}

/** HTML of the CMS, safe to show, and its headings. */
export function prepareContent(
  html: string,
  { mapped, idPrefix = '', lead }: ContentOptions = {},
): PreparedContent {
  const marks = mapped ? (['block', 'form'] as const) : (['form'] as const);
  const prepare = (html: string, idPrefix: string, lead?: boolean) => {
    const { forms, ...prepared } = cleaned(html, { idPrefix, lead, marks });
    return { prepared, forms };
  };
  const { prepared, forms } = prepare(mapped?.html ?? html, idPrefix, lead);
  prepared.html = withoutLooseText(prepared.html);
  if (!mapped && forms.length === 0) return prepared;
  const body: Body = {
    parts: partsOf(prepared.html),
    forms,
    blocks: mapped?.blocks ?? [],
    below: mapped?.blocks.length ?? 0,
    prepare: (inside, number) => {
      const { prepared, forms } = prepare(inside, `${idPrefix}block-${number}-`);
      return { parts: partsOf(prepared.html), forms };
    },
    showForm,
    uri: shown().item?.uri ?? '/',
  };
  return { ...prepared, body };
}

/** A form as it stands on this page. */
function showForm({ definition }: ContentForm): ShownForm {
  const { html, version: _, hidden, fields, ...form } = definition;
  const id = `form-${++shown().forms}`;
  const layout = partsOf(cleaned(html, { idPrefix: `${id}-`, marks: ['field'] }).html);
  return {
    ...form,
    id,
    action: `/api/forms/${definition.id}`,
    // The site's own come first: the route has read them before an upload begins.
    hidden: { [siteFields.page]: shown().item?.uri ?? '/', [siteFields.form]: id, ...hidden },
    fields: fields.map((field, index) => showField(field, `${id}-${index}`)),
    layout: completeLayout(layout, fields.length),
  };
}

/** HTML inside a form: the condition of a box that must be ticked. */
export const prepareInForm = (html: string) => cleaned(html, {}).html;

function cleaned(
  html: string,
  { lead = false, ...options }: Pick<HtmlOptions, 'idPrefix' | 'marks'> & { lead?: boolean },
): Omit<PreparedContent, 'body'> & { forms: ContentForm[] } {
  const { item, spending } = shown();
  const prepared = prepareHtml(html, { ...options, ...places, uri: item?.uri, spending });
  for (const budget of spending.over) sayOverBudget(item, budget);
  if (item && prepared.notShown.length > 0) logNotShown(item.uri, prepared.notShown);
  nameUnknownHosts(prepared.html);
  return {
    html: optimizeImages(prepared.html, lead),
    headings: prepared.headings,
    forms: prepared.forms,
  };
}

/** The title of what is shown, for its heading: all of it, as text. */
export function prepareTitle(html: string): string {
  const title = wholeText(html);
  if (title.length > BUDGETS.title) sayOverBudget(shown().item, 'title');
  return title;
}

/** The same for what visitors wrote, each paragraph in the direction of its own language. */
export const prepareComment = (html: string) =>
  prepareHtml(html, { cmsOrigin, from: 'visitor' }).html.replace(/<(p|li|pre)(?=[\s>])/g, '<$1 dir="auto"');
