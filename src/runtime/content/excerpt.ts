import { cutText, wholeText } from './html/text.ts';

/** Letters that tell whether an excerpt repeats the text. */
const BEGINNING = 40;

/**
 * The excerpt of an item where somebody has written one. WordPress makes the others from the first words of the text and says to
 * nobody which is which.
 * @param excerpt HTML
 * @param content HTML of the item itself
 * @returns text; empty where the excerpt repeats the content
 */
export function writtenExcerpt(excerpt: string, content: string): string {
  const text = wholeText(excerpt);
  const isCut = /(?:\[…\]|\[\.\.\.\])$/.test(text);
  // Markup that is shown as text: an import, or an attack.
  const isMarkup = /<\/?[a-z]/i.test(text);
  const repeats = lettersOf(wholeText(content)).includes(lettersOf(text).slice(0, BEGINNING));
  return isCut || isMarkup || repeats ? '' : cutText(text);
}

/** Blocks and quotation marks are set apart in different ways. */
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
