import { plainText } from '../content/html/text.ts';

/** Search engines show about this much of a description. */
const DESCRIPTION_LENGTH = 160;

/** A link that shows nothing but its address: the companion plugin shows the URL of a custom block so. Bounded, because the HTML is not yet cleaned. */
const BARE_LINK = /<a\b[^<>]{0,300}?\bhref="([^"<>]{1,500})"[^<>]{0,300}>\s*\1\s*<\/a>/gi;

/** What a page without a description of its own says of itself: the beginning of its text. */
export function describe(html: string): string {
  // Enough for a description, however long the page is.
  const text = plainText(html.slice(0, 20_000).replace(BARE_LINK, ' '));
  if (text.length <= DESCRIPTION_LENGTH) return text;
  return `${text.slice(0, DESCRIPTION_LENGTH).replace(/\s+\S*$/, '')}…`;
}

/** An excerpt as plain text; WordPress ends those that it cuts itself with `[…]`. */
export function excerptText(html: string): string {
  return plainText(html).replace(/\s*\[…\]$/, '…');
}
