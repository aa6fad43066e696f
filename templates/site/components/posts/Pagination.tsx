import type { Pagination as PaginationView } from 'headless-site/content';
import { archiveWords } from '@/components/words';

/** The number of this page, the pages around it, and the ways to newer and older posts. */
export function Pagination({ pagination }: { pagination: PaginationView }) {
  const { page, pages, pathOf } = pagination;
  if (pages <= 1) return null;
  return (
    <nav aria-label={archiveWords.pages} className="pager">
      {page > 1 && (
        <a href={pathOf(page - 1)} rel="prev" className="more back">
          {archiveWords.newer}
        </a>
      )}
      <span className="label">{archiveWords.pageOf(page, pages)}</span>
      <ul>
        {around(page, pages).map((number, index, all) => (
          <li key={number}>
            {index > 0 && number - (all[index - 1] ?? 0) > 1 && (
              <span aria-hidden="true" className="gap">
                …
              </span>
            )}
            <a
              href={pathOf(number)}
              aria-label={archiveWords.page(number)}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </a>
          </li>
        ))}
      </ul>
      {page < pages && (
        <a href={pathOf(page + 1)} rel="next" className="more">
          {archiveWords.older}
        </a>
      )}
    </nav>
  );
}

/** First, last, and the neighbours of the current page. */
function around(page: number, pages: number): number[] {
  const wanted = new Set([1, page - 1, page, page + 1, pages]);
  return [...wanted].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b);
}
