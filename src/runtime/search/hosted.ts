import { type SearchClient, searchClient } from '@algolia/client-search';
import { untitled } from 'headless-site/site/words';
import { withTimeout } from '../base/timeout.ts';
import { siteConfig } from '../config/site.ts';
import type { SearchDocument, SearchResult, SearchResults } from './documents.ts';

/** Milliseconds. Algolia answers in some ten; its client tries four hosts, each with longer timeouts than the last. */
const TIMEOUTS = { connect: 1000, read: 2000, write: 30_000 };
const TIMEOUT_MS = 4000;

/** Algolia's record of an item. The objectID is its path, so that a deletion needs to know nothing else. */
export type HostedRecord = Omit<SearchDocument, 'id'> & { objectID: string };

/** The index that `features.search.hosted` names, opened with the public key or with the admin key. */
export function hostedIndex(key: 'search' | { admin: string }): { client: SearchClient; indexName: string } {
  const { hosted } = siteConfig.features.search;
  if (!hosted) throw new Error('features.search.hosted is missing');
  const apiKey = key === 'search' ? hosted.apiKey : key.admin;
  return { client: searchClient(hosted.appId, apiKey, { timeouts: TIMEOUTS }), indexName: hosted.indexName };
}

/**
 * Searches at Algolia, from this server: the browser gets no key and talks to nobody else.
 * @throws {Error} when Algolia refuses, fails or takes too long
 */
export async function searchHosted(query: string, limit: number): Promise<SearchResults> {
  const { client, indexName } = hostedIndex('search');
  const answer = await withTimeout(
    client.searchSingleIndex<HostedRecord>({
      indexName,
      searchParams: {
        query,
        hitsPerPage: limit,
        attributesToRetrieve: ['title', 'path', 'type', 'date', 'excerpt'],
        attributesToHighlight: [],
        analytics: false,
      },
    }),
    TIMEOUT_MS,
    () => {
      throw new Error(`no answer within ${TIMEOUT_MS} ms`);
    },
  );
  return { results: answer.hits.flatMap(toResult), total: answer.nbHits ?? answer.hits.length };
}

/** The index may hold what others wrote: only a path on this site becomes a link. */
function toResult(hit: Partial<HostedRecord>): SearchResult[] {
  const { title, path, type, date, excerpt } = hit;
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return [];
  return [
    { title: text(title) || untitled, path, type: text(type), date: text(date), excerpt: text(excerpt) },
  ];
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Message of an error, without the keys: it may end in a log that others read. */
export function withoutKeys(error: unknown, ...keys: (string | undefined)[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const secrets = [...keys, siteConfig.features.search.hosted?.apiKey].filter((key) => key !== undefined);
  return secrets.reduce((line, key) => line.replaceAll(key, '***'), message);
}
