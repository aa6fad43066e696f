import type { CmsText } from '../cms/queries/search.ts';
import { plainText } from '../content/html.ts';

/** Characters of an excerpt in the index: two lines of a result. */
const LENGTH = 160;

/** The beginning of an item's excerpt, or of its text where it has none, as plain text that ends with a word. */
export function excerptOf({ excerpt, content }: Pick<CmsText, 'excerpt' | 'content'>): string {
  // WordPress ends its own excerpts with an ellipsis in brackets.
  return cutExcerpt(plainText(excerpt || content || '').replace(/\s*\[…\]$/, '…'));
}

/** The beginning of a plain text that ends with a word. */
export function cutExcerpt(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= LENGTH) return text;
  const cut = characters.slice(0, LENGTH).join('');
  // Where there are no spaces, a word cannot be cut in two.
  const words = cut.replace(/\s+\S*$/, '');
  return `${(words.length > LENGTH / 2 ? words : cut).replace(/[\s.,:;!?…]+$/, '')}…`;
}
