import { type SearchResult, typeLabel } from 'headless-site/browser';
import { dateFormat, dayInWords } from 'headless-site/content';

interface ResultLinesProps {
  result: SearchResult;
  /** Language of the page, for the date. */
  language: string;
}

/** The lines below the title of a result, on the page and in the dialog, whose script fills the slots: type, date, two lines of text. */
export function ResultLines({ result: { type, date, excerpt }, language }: ResultLinesProps) {
  return (
    <>
      <span className="label result-about">
        <span data-slot="type">{typeLabel(type)}</span>
        {date && (
          <span data-slot="date">
            {' · '}
            <time dateTime={date} data-format={dateFormat()}>
              {dayInWords(date, language)}
            </time>
          </span>
        )}
      </span>
      {excerpt && (
        <span data-slot="excerpt" className="result-excerpt">
          {excerpt}
        </span>
      )}
    </>
  );
}
