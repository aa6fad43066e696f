import { formatDate, type SearchResult, typeLabel } from 'headless-site/browser';

interface ResultLinesProps {
  result: SearchResult;
  /** Of the page, for the date. */
  language: string;
}

/** What stands below the title of a result, on the page and in the dialog: type, date, two lines of text. */
export function ResultLines({ result: { type, date, excerpt }, language }: ResultLinesProps) {
  return (
    <>
      <span className="label mt-1 block">
        {typeLabel(type)}
        {date && (
          <>
            {' · '}
            <time dateTime={date}>{formatDate(date, language)}</time>
          </>
        )}
      </span>
      {excerpt && <span className="mt-1.5 line-clamp-2 max-w-text text-sm text-soft">{excerpt}</span>}
    </>
  );
}
