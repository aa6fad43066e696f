import { MAX_QUERY } from 'headless-site/browser';
import { searchData, searchModule } from 'headless-site/theme';
import { Icon } from '@/components/content/Icon';
import { searchWords, shellWords, wordsLanguage } from '@/components/words';
import { ResultLines } from './ResultLines';

/** The way to search, in the header: a link to /search, which opens the dialog instead where JavaScript runs. */
export function SearchLink() {
  return (
    <>
      <a
        href="/search"
        aria-haspopup="dialog"
        aria-controls="search-dialog"
        aria-keyshortcuts="Control+K Meta+K"
        data-module={searchModule}
        data-fetch={searchData}
        className="tool"
      >
        <Icon name="search" />
        <span className="visually-hidden">{shellWords.search}</span>
      </a>
      <SearchDialog />
    </>
  );
}

/** Messages of the script, whose values it knows. */
const words = {
  language: wordsLanguage,
  searching: searchWords.searching,
  unavailable: `${searchWords.unavailable}. ${searchWords.tryLater}`,
  goOn: searchWords.goOn,
  nothing: `${searchWords.nothing}. ${searchWords.otherWords}`,
  found: searchWords.found,
  all: searchWords.all,
};

/** A row of results as the script copies and fills it. */
const sample = { title: '', path: '', type: '', date: ' ', excerpt: ' ' };

/**
 * Search in a native dialog. How it looks is here; what it does is `browser/search-dialog.ts` of the runtime, which needs the field
 * `q`, the status, the empty list and the two rows, with their `data-` names.
 */
function SearchDialog() {
  return (
    <dialog
      id="search-dialog"
      aria-label={searchWords.title}
      data-words={JSON.stringify(words)}
      {...{ closedby: 'any' }}
      className="search-dialog"
    >
      <div className="search-top">
        <Icon name="search" />
        <search>
          <form action="/search">
            <input
              name="q"
              aria-label={searchWords.field}
              placeholder={searchWords.field}
              dir="auto"
              inputMode="search"
              enterKeyHint="search"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={MAX_QUERY}
            />
          </form>
        </search>
        {/* Works before the script has come. */}
        <form method="dialog">
          <button type="submit">{searchWords.close}</button>
        </form>
      </div>
      <div className="search-found">
        <div className="label">
          <p role="status" suppressHydrationWarning>
            {searchWords.start}
          </p>
          <p className="search-keys">{searchWords.keys}</p>
        </div>
        {/* Filled by the script, which React leaves alone on pages that have a component of your own in the browser. */}
        <ul
          data-results=""
          hidden
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: empty
          dangerouslySetInnerHTML={{ __html: '' }}
        />
        <ul data-rows="" hidden>
          <li>
            <a href="/search">
              <span data-slot="title" />
              <ResultLines result={sample} language={wordsLanguage} />
            </a>
          </li>
          <li>
            <a href="/search" className="more-found">
              {searchWords.submit}
            </a>
          </li>
        </ul>
      </div>
    </dialog>
  );
}
