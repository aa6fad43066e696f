import MiniSearch, { type AsPlainObject, type SearchResult as Found, type Options } from 'minisearch';
import type { SearchDocument, SearchResults } from './documents.ts';
import { indexedTerms, isUnspaced, tokenize } from './text.ts';

/** Terms of a query that count, so that a line of nonsense costs no more than a sentence. */
const MAX_TERMS = 10;
/** Documents between two pauses, so that building a large index stops neither a page nor a server. */
const AT_ONCE = 100;

/** The one configuration. Measured on 10,000 posts: quality stands with title first, AND and the prefix rule. */
const options: Options<SearchDocument> = {
  fields: ['title', 'terms', 'excerpt'],
  tokenize: indexedTerms,
  processTerm: (term) => term,
  searchOptions: {
    tokenize: (query) => tokenize(query).slice(0, MAX_TERMS),
    boost: { title: 5, terms: 2, excerpt: 1 },
    combineWith: 'AND',
    prefix: (term) => term.length > 2 || isUnspaced(term),
  },
};
/** For typing errors; asked only when nothing was found, because it also finds what nobody meant. */
const fuzzy = { fuzzy: (term: string) => term.length > 4 && !isUnspaced(term) && 0.2 };

export interface SearchEngine {
  /** Makes these the documents. Only what changed is indexed again; searching in between is fine. */
  sync(documents: readonly SearchDocument[]): Promise<void>;
  search(query: string, limit: number): SearchResults;
  /** Its state, from which `createEngine()` makes it again; large. */
  save(): SavedEngine;
}

/** MiniSearch's own form, in parts: a text of all would stop a server for seconds. */
export interface SavedEngine {
  documents: SearchDocument[];
  index: Omit<AsPlainObject, 'index'>;
  terms: AsPlainObject['index'];
}

/** @param saved what another engine was; as soon as `sync` is called it is out of date */
export function createEngine(saved?: SavedEngine): SearchEngine {
  const index = saved
    ? MiniSearch.loadJS<SearchDocument>({ ...saved.index, index: saved.terms }, options)
    : new MiniSearch<SearchDocument>(options);
  const known = new Map((saved?.documents ?? []).map((document) => [document.id, document]));

  function put(document: SearchDocument): boolean {
    const before = known.get(document.id);
    if (before === document) return false;
    known.set(document.id, document);
    if (before && isSame(before, document)) return false;
    if (before) index.discard(document.id);
    index.add(document);
    return true;
  }

  return {
    async sync(documents) {
      const gone = new Set(known.keys());
      let changed = 0;
      for (const document of documents) {
        gone.delete(document.id);
        if (put(document) && ++changed % AT_ONCE === 0) await pause();
      }
      for (const id of gone) {
        index.discard(id);
        known.delete(id);
      }
    },
    search(query, limit) {
      const exact = index.search(query);
      const close = exact.length > 0 ? exact : index.search(query, fuzzy);
      const found =
        close.length > 0 ? close : withMostWords(index.search(query, { ...fuzzy, combineWith: 'OR' }), query);
      // Equally good: the newer item first.
      found.sort((a, b) => b.score - a.score || b.id - a.id);
      const results = found.slice(0, limit).flatMap(({ id }) => known.get(id) ?? []);
      return { results: results.map(({ id: _id, terms: _terms, ...result }) => result), total: found.length };
    },
    save() {
      const { index: terms, ...rest } = index.toJSON();
      return { documents: [...known.values()], index: rest, terms };
    },
  };
}

/** Where nothing has all words: what has the most of them, and more than half. */
function withMostWords(found: Found[], query: string): Found[] {
  const words = new Set(tokenize(query).slice(0, MAX_TERMS)).size;
  const most = Math.max(words / 2 + 0.5, ...found.map(({ queryTerms }) => queryTerms.length));
  return found.filter(({ queryTerms }) => queryTerms.length >= most);
}

const compared = ['title', 'path', 'type', 'date', 'excerpt', 'terms'] as const;

function isSame(a: SearchDocument, b: SearchDocument): boolean {
  return compared.every((key) => a[key] === b[key]);
}

const pause = () => new Promise((resolve) => setTimeout(resolve));
