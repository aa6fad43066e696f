import { plainText } from '../content/html/text.ts';

/** Search engines show about this much of a description. */
const DESCRIPTION_LENGTH = 160;

/** What a page without a description of its own says of itself: the beginning of its text. */
export function describe(html: string): string {
  // Enough for a description, however long the page is.
  const text = plainText(html.slice(0, 20_000));
  if (text.length <= DESCRIPTION_LENGTH) return text;
  return `${text.slice(0, DESCRIPTION_LENGTH).replace(/\s+\S*$/, '')}…`;
}

/** An excerpt as plain text; WordPress ends those that it cuts itself with `[…]`. */
export function excerptText(html: string): string {
  return plainText(html).replace(/\s*\[…\]$/, '…');
}
