import type { Heading } from 'headless-site/html';
import { postWords } from '@/components/words';

/** Fewer headings than this need no map. */
const WORTH_IT = 3;
/** With more entries it starts folded: the text comes first. */
const LONG = 20;

/** Links to the sections of a long text; its finest level is left out when the list would be long. */
export function TableOfContents({ headings }: { headings: Heading[] }) {
  if (headings.length < WORTH_IT) return null;
  const top = Math.min(...headings.map((heading) => heading.level));
  const depth = headings.length > 12 ? top : top + 1;
  const shown = headings.filter((heading) => heading.level <= depth);
  return (
    <nav aria-labelledby="contents-title" className="article-column mb-10">
      <details open={shown.length <= LONG} className="border-y border-line py-1 text-sm">
        <summary className="flex min-h-11 items-center justify-between gap-4">
          <span id="contents-title" className="font-semibold">
            {postWords.contents}
          </span>
          <span aria-hidden="true" className="label">
            {postWords.sections(shown.length)}
          </span>
        </summary>
        <ol className="pb-4">
          {shown.map((heading) => (
            <li key={heading.id} className={heading.level > top ? 'ps-5' : ''}>
              <a
                href={`#${heading.id}`}
                className="link inline-block py-1 text-soft decoration-transparent hover:text-ink"
              >
                {heading.text}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
