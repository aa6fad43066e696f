import { decodeHTML } from 'entities';
import { stripHtml } from '../format';

/** What a title, name or excerpt of the CMS says: tags gone, entities decoded, white space folded. */
export function plainText(html: string): string {
  return decodeHTML(stripHtml(html)).replace(/\s+/g, ' ').trim();
}
