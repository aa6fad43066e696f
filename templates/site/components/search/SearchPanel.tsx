import type { SearchResults } from 'headless-site/browser';
import { MAX_QUERY, say } from 'headless-site/browser';
import { readCategories, searchStrategy } from 'headless-site/content';
import { plainText } from 'headless-site/html';
import { searchWords, wordsLanguage } from '@/components/words';
import { ResultLines } from './ResultLines';

interface SearchPanelProps {
  query: string;
  language: string;
  /** Null: the search failed. */
  found: SearchResults | null;
}

/** The form and the results of /search, and categories to go on with before a search. */
export function SearchPanel({ query, language, found }: SearchPanelProps) {
  return (
    <div className="container search-panel page-part">
      <SearchForm query={query} />
      {query ? <Outcome query={query} language={language} found={found} /> : <Categories />}
    </div>
  );
}

async function Categories() {
  const categories = await readCategories(searchStrategy());
  if (categories.length === 0) return null;
  return (
    <nav aria-label={searchWords.categories} className="chips">
      {categories.map(({ path, name }) => (
        <a key={path} href={path} className="chip">
          {plainText(name)}
        </a>
      ))}
    </nav>
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
    <div className="found">
      <p className="label">
        {say(searchWords.found, { count: total, query }, wordsLanguage)}
        {total > results.length && searchWords.best(results.length)}
      </p>
      <ol className="results">
        {results.map((result) => (
          <li key={result.path}>
            <h2>
              <a href={result.path}>{result.title}</a>
            </h2>
            <ResultLines result={result} language={language} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Message({ title, children }: { title: string; children: string }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  );
}
