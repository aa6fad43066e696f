/** What components in the browser need: nothing here reads the CMS, the environment or Node. */
export { type Message, say } from '../base/say.ts';
export { formatDate } from '../content/format.ts';
export { type SearchResult, type SearchResults, typeLabel } from '../search/documents.ts';
export { MAX_QUERY } from '../search/text.ts';
