/** An item that can be found. Pure: the server, the browser and Algolia's index share it. */
export interface SearchDocument {
  /** Database id. */
  id: number;
  /** Plain text, like all texts here. */
  title: string;
  /** The path as the CMS writes it. */
  path: string;
  /** WordPress's name of the type: `post`, `page`, `project`. */
  type: string;
  /** `2026-11-20`; empty for pages, whose date says nothing, and for protected items. */
  date: string;
  /** Empty until it is loaded, and always for a protected item. */
  excerpt: string;
  /** Names of its categories, tags and author, one text. */
  terms: string;
}

/** Fields that a list of results shows. */
export type SearchResult = Omit<SearchDocument, 'id' | 'terms'>;

export interface SearchResults {
  results: SearchResult[];
  /** All that were found; `results` are the best of them. */
  total: number;
}

/** Results that the dialog shows; /search has more. */
export const DIALOG_LIMIT = 8;

export const nothing: SearchResults = { results: [], total: 0 };

/** `project` and `case_study` as words: `Project`, `Case study`. */
export function typeLabel(type: string): string {
  const words = type.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
