import type { Heading } from 'headless-site/html';
import { postWords } from '@/components/words';

/** Fewer headings than this need no map. */
const WORTH_IT = 3;

/** The headings that a map shows: the finest level is left out when the list would be long. None where the text needs no map. */
export function shownHeadings(headings: Heading[]): Heading[] {
  if (headings.length < WORTH_IT) return [];
  const top = topOf(headings);
  const depth = headings.length > 12 ? top : top + 1;
  return headings.filter((heading) => heading.level <= depth);
}

const topOf = (headings: Heading[]) => Math.min(...headings.map((heading) => heading.level));

interface TableOfContentsProps {
  /** From `shownHeadings`. */
  headings: Heading[];
}

/** Links to the sections of a long text: folded above it, and open beside it where there is room (by the styles: nothing may move). */
export function TableOfContents({ headings }: TableOfContentsProps) {
  if (headings.length === 0) return null;
  const top = topOf(headings);
  return (
    <nav aria-label={postWords.contents} className="toc">
      <details>
        <summary>
          {postWords.contents}
          <span aria-hidden="true" className="label">
            {postWords.sections(headings.length)}
          </span>
        </summary>
        <ol>
          {headings.map((heading) => (
            <li key={heading.id} className={heading.level > top ? 'deeper' : undefined}>
              <a href={`#${heading.id}`} className="toc-link">
                {heading.text}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
