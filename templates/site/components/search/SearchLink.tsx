import { MAX_QUERY, say } from 'headless-site/browser';
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

/** What the script says: messages whose values it knows. */
const words = {
  language: wordsLanguage,
  start: searchWords.start,
  searching: searchWords.searching,
  unavailable: `${searchWords.unavailable}. ${searchWords.tryLater}`,
  goOn: searchWords.goOn,
  nothing: `${searchWords.nothing}. ${searchWords.otherWords}`,
  found: searchWords.found,
  all: searchWords.all,
};

/** A row of results as the script copies and fills it. */
const sample = { title: '', path: '', type: '', date: '1970-01-01', excerpt: ' ' };
const row = 'block px-5 hover:bg-muted focus:bg-muted focus-visible:outline-offset-[-2px]';

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
      className="m-0 h-dvh max-h-none w-full max-w-none flex-col overscroll-contain bg-paper text-ink backdrop:bg-[oklch(0_0_0/0.45)] open:flex sm:mx-auto sm:mt-[10dvh] sm:h-fit sm:max-h-[76dvh] sm:max-w-[40rem] sm:rounded sm:border sm:border-line"
    >
      <div className="flex items-center gap-3 border-b border-line px-5 text-soft">
        <Icon name="search" />
        <search className="min-w-0 flex-1">
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
              className="min-h-14 w-full text-base text-ink placeholder:text-soft placeholder:opacity-100 focus-visible:outline-none"
            />
          </form>
        </search>
        {/* Works before the script has come. */}
        <form method="dialog">
          <button type="submit" className="-me-2 min-h-11 px-2 text-sm hover:text-ink">
            {searchWords.close}
          </button>
        </form>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain max-sm:pb-[40dvh]">
        <div className="label flex flex-wrap gap-x-1 px-5 py-3 [overflow-wrap:anywhere]">
          <p role="status" suppressHydrationWarning>
            {words.start}
          </p>
          <p className="hidden sm:in-[dialog:has(:placeholder-shown)]:block">{searchWords.keys}</p>
        </div>
        {/* Filled by the script, which React leaves alone on pages that have a component of your own in the browser. */}
        <ul
          data-results=""
          hidden
          suppressHydrationWarning
          className="divide-y divide-line border-t border-line"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: empty
          dangerouslySetInnerHTML={{ __html: '' }}
        />
        <ul data-rows="" hidden>
          <li>
            <a href="/search" className={`${row} py-3.5`}>
              <span
                data-slot="title"
                className="block font-heading text-base font-semibold [overflow-wrap:anywhere]"
              />
              <ResultLines result={sample} language={wordsLanguage} />
            </a>
          </li>
          <li>
            <a href="/search" className={`${row} py-3.5 text-sm text-accent`}>
              {say(searchWords.all, { count: 0 }, wordsLanguage)}
            </a>
          </li>
        </ul>
      </div>
    </dialog>
  );
}
