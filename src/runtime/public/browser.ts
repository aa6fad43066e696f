/** What components in the browser need: nothing here reads the CMS, the environment or Node. */
export { formatDate } from '../content/format.ts';
export { createSource } from '../search/browser.ts';
export { type SearchResult, type SearchResults, typeLabel } from '../search/documents.ts';
export { MAX_QUERY } from '../search/text.ts';
