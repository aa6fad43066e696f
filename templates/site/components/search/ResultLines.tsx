import { formatDate, type SearchResult, typeLabel } from 'headless-site/browser';

interface ResultLinesProps {
  result: SearchResult;
  /** Of the page, for the date. */
  language: string;
}

/** What stands below the title of a result, on the page and in the dialog, whose script fills the slots: type, date, two lines of text. */
export function ResultLines({ result: { type, date, excerpt }, language }: ResultLinesProps) {
  return (
    <>
      <span className="label mt-1 block">
        <span data-slot="type">{typeLabel(type)}</span>
        {date && (
          <span data-slot="date">
            {' · '}
            <time dateTime={date}>{formatDate(date, language)}</time>
          </span>
        )}
      </span>
      {excerpt && (
        <span data-slot="excerpt" className="mt-1.5 line-clamp-2 max-w-text text-sm text-soft">
          {excerpt}
        </span>
      )}
    </>
  );
}
