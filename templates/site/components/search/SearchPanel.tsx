import type { SearchResults } from 'headless-site/browser';
import { MAX_QUERY, say } from 'headless-site/browser';
import { searchWords, wordsLanguage } from '@/components/words';
import { ResultLines } from './ResultLines';

interface SearchPanelProps {
  query: string;
  language: string;
  /** Null: the search failed. */
  found: SearchResults | null;
}

/** The form and the results of /search. */
export function SearchPanel({ query, language, found }: SearchPanelProps) {
  return (
    <div className="container pb-section">
      <SearchForm query={query} />
      {query && <Outcome query={query} language={language} found={found} />}
    </div>
  );
}

/** A plain GET form, so that it needs no JavaScript. */
export function SearchForm({ query = '' }: { query?: string }) {
  return (
    <search>
      <form action="/search" className="ask">
        <input
          type="search"
          name="q"
          defaultValue={query}
          aria-label={searchWords.field}
          placeholder={searchWords.field}
          dir="auto"
          maxLength={MAX_QUERY}
          autoComplete="off"
          enterKeyHint="search"
          className="field"
        />
        <button type="submit" className="button">
          {searchWords.submit}
        </button>
      </form>
    </search>
  );
}

function Outcome({ query, language, found }: SearchPanelProps) {
  if (!found) return <Message title={searchWords.unavailable}>{searchWords.restWorks}</Message>;
  const { results, total } = found;
  if (results.length === 0)
    return (
      <Message title={say(searchWords.nothing, { query }, wordsLanguage)}>
        {searchWords.otherWordsOrBeginning}
      </Message>
    );
  return (
    <>
      <p className="label mt-8 mb-3 [overflow-wrap:anywhere]">
        {say(searchWords.found, { count: total, query }, wordsLanguage)}
        {total > results.length && searchWords.best(results.length)}
      </p>
      <ol className="max-w-wide divide-y divide-line border-y border-line">
        {results.map((result) => (
          <li key={result.path} className="relative py-6">
            <h2 className="text-lg">
              <a
                href={result.path}
                className="link decoration-transparent after:absolute after:inset-0 hover:text-accent"
              >
                {result.title}
              </a>
            </h2>
            <ResultLines result={result} language={language} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Message({ title, children }: { title: string; children: string }) {
  return (
    <div className="mt-10 max-w-wide border-y border-line py-12">
      <h2 className="text-xl [overflow-wrap:anywhere]">{title}</h2>
      <p className="mt-2 max-w-text text-soft">{children}</p>
    </div>
  );
}
