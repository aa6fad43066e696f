import type { SearchResults } from 'headless-site/browser';
import type { ReactNode } from 'react';
import { searchWords } from '@/components/words';
import { ResultLines } from './ResultLines';

/** What is known, and for which query; `found` null: the search failed. */
export interface Answer {
  query: string;
  found: SearchResults | null;
}

/** Below the field: one line that says how it went, read out as it changes, and the links. */
export function DialogResults({ query, answer }: { query: string; answer: Answer }) {
  // While the next answer is on its way, the last one stays: nothing flickers between two keys.
  const results = query ? (answer.found?.results ?? []) : [];
  const total = answer.found?.total ?? 0;
  const all = `/search?${new URLSearchParams({ q: query })}`;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain max-sm:pb-[40dvh]">
      <p role="status" className="label px-5 py-3 [overflow-wrap:anywhere]">
        {statusOf(query, answer)}
      </p>
      {results.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {results.map((result) => (
            <li key={result.path}>
              <a href={result.path} className={`${row} py-3.5`}>
                <span className="block font-heading text-base font-semibold [overflow-wrap:anywhere]">
                  {result.title}
                </span>
                <ResultLines result={result} language={document.documentElement.lang} />
              </a>
            </li>
          ))}
          {total > results.length && (
            <li>
              <a href={all} className={`${row} py-3.5 text-sm text-accent`}>
                {searchWords.all(total)}
              </a>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

const row = 'block px-5 hover:bg-muted focus:bg-muted focus-visible:outline-offset-[-2px]';

function statusOf(query: string, answer: Answer): ReactNode {
  if (query === '')
    return (
      <>
        {searchWords.start}
        <span className="max-sm:hidden"> {searchWords.keys}</span>
      </>
    );
  if (answer.query !== query) return searchWords.searching;
  if (!answer.found) return `${searchWords.unavailable}. ${searchWords.tryLater}`;
  const { total } = answer.found;
  if (total > 0) return searchWords.found(total, query);
  return query.length < 3 ? searchWords.goOn : `${searchWords.nothing(query)}. ${searchWords.otherWords}`;
}
