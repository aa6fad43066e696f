import { createHash } from 'node:crypto';
import { untitled } from 'headless-site/site/words';
import type { CustomPage } from '../config/extend/content.ts';
import { cutText, plainText } from '../content/html.ts';
import { cutExcerpt } from './excerpt.ts';
import type { SearchItem } from './files.ts';

/** An item as the CMS gives it, whichever operation asked. */
export interface FoundItem {
  id: number;
  type: string;
  path: string;
  title: string;
  date: string;
  hasPassword: boolean;
  /** Plain text. */
  excerpt: string;
  /** Names of its terms, and of its author. */
  terms: readonly string[];
}

/** The data of an item that search may know: for a protected one the title only, whatever the CMS says. */
export function toSearchItem({
  id,
  type,
  path,
  title,
  date,
  hasPassword,
  excerpt,
  terms,
}: FoundItem): SearchItem {
  const item = { id, title: plainText(title) || untitled, path, type };
  if (hasPassword) return { ...item, date: '', excerpt: '', terms: [] };
  return {
    ...item,
    // The day a page was made says nothing to a visitor.
    date: type === 'page' ? '' : date.slice(0, 10),
    excerpt,
    terms: terms.map(plainText).filter(Boolean),
  };
}

/** A page that the site has without the CMS. Its id is made from its path, and below those of the CMS. */
export function toCustomPageItem({ path, title, text = '' }: CustomPage): SearchItem {
  const id = -Number.parseInt(createHash('sha256').update(path).digest('hex').slice(0, 12), 16);
  return { id, title: cutText(title), path, type: 'page', date: '', excerpt: cutExcerpt(text), terms: [] };
}
