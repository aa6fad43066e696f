import { plainText } from '../content/html.ts';
import { searchedTexts } from '../wordpress/fields/custom-answer.ts';
import type { CmsText } from '../wordpress/queries/search.ts';

/** Characters of an excerpt in the index: two lines of a result. */
const LENGTH = 160;

/** The beginning of an item's excerpt, or of its text where it has none, as plain text that ends with a word. */
export function excerptOf({ excerpt, content }: Pick<CmsText, 'excerpt' | 'content'>): string {
  // WordPress ends its own excerpts with an ellipsis in brackets.
  return cutExcerpt(plainText(excerpt || content || '').replace(/\s*\[…\]$/, '…'));
}

/** Characters of an item's own fields in the index. */
const CUSTOM_LENGTH = 300;

/**
 * The text of an item's own fields that is searched, as plain text, cut at a word.
 * @returns a list of one, or an empty one; always empty for a protected item
 */
export function customTextsOf(item: Pick<CmsText, 'isRestricted'>, type: string): string[] {
  if (item.isRestricted) return [];
  const text = searchedTexts(item, type).map(plainText).filter(Boolean).join(' ');
  return text === '' ? [] : [cutExcerpt(text, CUSTOM_LENGTH)];
}

/** The beginning of a plain text that ends with a word. */
export function cutExcerpt(text: string, length = LENGTH): string {
  const characters = Array.from(text);
  if (characters.length <= length) return text;
  const cut = characters.slice(0, length).join('');
  // Where there are no spaces, a word cannot be cut in two.
  const words = cut.replace(/\s+\S*$/, '');
  return `${(words.length > length / 2 ? words : cut).replace(/[\s.,:;!?…]+$/, '')}…`;
}
