import { formatDate } from 'headless-site';
import type { LinkView } from 'headless-site/content';
import { plainText } from 'headless-site/html';

/** A day of the CMS. Nothing for a post without one, such as a protected one. */
export function PostDate({ date, language }: { date: string; language: string }) {
  const text = formatDate(date, language);
  return text ? <time dateTime={date.slice(0, 10)}>{text}</time> : null;
}

/** Links to categories or tags, separated by commas; above a card whose title covers it as one large link. */
export function TermLinks({ terms }: { terms: LinkView[] }) {
  return terms.map((term, index) => (
    <span key={term.path} className="relative z-10">
      {index > 0 && ', '}
      <a href={term.path} className="link inline-block py-1 hover:text-ink">
        {plainText(term.name)}
      </a>
    </span>
  ));
}
