import { decodeHTML } from 'entities';
import { stripHtml } from '../format';

/** Between two of these a reader pauses, and a text that is one line has a space. */
const APART =
  /<\/?(?:address|article|aside|blockquote|br|d[dlt]|div|fig(?:caption|ure)|footer|h[1-6]|header|hr|li|main|ol|p|pre|section|t[dhr]|ul)\b/gi;

/** What a title, name or excerpt of the CMS says: tags gone, entities decoded, white space folded. */
export function plainText(html: string): string {
  return decodeHTML(stripHtml(html.replace(APART, ' $&')))
    .replace(/\s+/g, ' ')
    .trim();
}
