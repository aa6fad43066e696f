import { decodeHTML } from 'entities';
import { BUDGETS } from './budgets.ts';
import { escapeHtml } from './escape.ts';
import { limitNesting } from './limit.ts';
import { stripHtml } from './strip.ts';

/** Between two of these a reader pauses, and a text that is one line has a space. */
const APART =
  /<\/?(?:address|article|aside|blockquote|br|d[dlt]|div|fig(?:caption|ure)|footer|h[1-6]|header|hr|li|main|ol|p|pre|section|t[dhr]|ul)\b/gi;

/**
 * The number of a footnote: a raised link within the page, as WordPress and its plugins write it. It changes with the footnotes above, and is
 * no word of the text. Bounded, because the HTML may not yet be cleaned.
 */
const LINK = '<a\\b[^<>]{0,300}?\\shref=["\'][^"\'#<>]{0,300}#[^<>]{0,300}>';
const NUMBER = '(?:<\\w[^<>]{0,300}>)?[^<>]{0,99}(?:</\\w{1,9}>)?';
const NOTE = new RegExp(
  [
    `<sup\\b[^<>]{0,300}>[^<>]{0,9}${LINK}${NUMBER}</a>[^<>]{0,9}</sup>`,
    `${LINK}\\s{0,9}<sup\\b[^<>]{0,300}>[^<>]{0,99}</sup>\\s{0,9}</a>`,
    // Without a link, by a script.
    '<sup\\b[^<>]{0,300}?\\sclass=["\'][^"\'<>]{0,100}footnote[^<>]{0,300}>[^<>]{0,9}</sup>',
    // A word processor's.
    '<a\\b[^<>]{0,300}?\\shref=["\']#_ftn\\d[^<>]{0,300}>[^<>]{0,99}</a>',
  ].join('|'),
  'gi',
);

/** HTML that is about to become text, without the numbers of its footnotes. */
export const withoutNotes = (html: string) => html.replace(NOTE, '');

/**
 * The text of a title, name or excerpt of the CMS: tags gone, entities decoded, white space folded. It is for places beside the
 * text, and ends at the budget of a title.
 */
export function plainText(html: string): string {
  return cutText(wholeText(html));
}

/** The same, however long it is. */
export function wholeText(html: string): string {
  return oneLine(decodeHTML(stripHtml(withoutNotes(html).replace(APART, ' $&'))));
}

/** The beginning of a text that is longer than the budget of a title; never half of a character. */
export function cutText(text: string): string {
  if (text.length <= BUDGETS.title) return text;
  return `${text.slice(0, BUDGETS.title).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The beginning of some HTML: no half tag, entity or character. Tags that are open there stay open, and the sanitiser closes them. */
export const cutHtml = (html: string, length: number) =>
  `${html.slice(0, length).replace(/(?:<[^<>]*|&[^&;\s]{0,31}|[\ud800-\udbff])$/, '')}…`;

/** HTML beyond its budget: its words, a line a paragraph, with nothing that makes a page larger than its text. */
export function textOnly(html: string): string {
  const text = decodeHTML(stripHtml(withoutNotes(limitNesting(html)).replace(APART, '\n$&')));
  const lines = text.split('\n').map(oneLine).filter(Boolean);
  return lines.length > 0 ? `<p class="text-only">${escapeHtml(lines.join('\n\n'))}</p>` : '';
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
