import type { Pagination as PaginationView } from 'headless-site/content';
import { Icon } from '@/components/content/Icon';
import { archiveWords } from '@/components/words';

/** Older and newer, and the pages around the current one. */
export function Pagination({ pagination }: { pagination: PaginationView }) {
  const { page, pages, pathOf } = pagination;
  if (pages <= 1) return null;
  return (
    <nav aria-label={archiveWords.pages} className="container pb-section">
      <ul className="flex flex-wrap items-center gap-1 text-sm tabular-nums">
        {page > 1 && (
          <li className="me-3">
            <a
              href={pathOf(page - 1)}
              rel="prev"
              className="inline-flex min-h-10 items-center gap-2 hover:text-accent"
            >
              <Icon name="arrow-left" size={18} className="rtl:-scale-x-100" />
              {archiveWords.newer}
            </a>
          </li>
        )}
        {around(page, pages).map((number, index, all) => (
          <li key={number} className="flex items-center">
            {index > 0 && number - (all[index - 1] ?? 0) > 1 && (
              <span aria-hidden="true" className="px-2 text-soft">
                …
              </span>
            )}
            <a
              href={pathOf(number)}
              aria-label={archiveWords.page(number)}
              aria-current={number === page ? 'page' : undefined}
              className="inline-flex size-10 items-center justify-center rounded border border-transparent hover:border-line aria-[current]:border-ink"
            >
              {number}
            </a>
          </li>
        ))}
        {page < pages && (
          <li className="ms-3">
            <a
              href={pathOf(page + 1)}
              rel="next"
              className="inline-flex min-h-10 items-center gap-2 hover:text-accent"
            >
              {archiveWords.older}
              <Icon name="arrow-right" size={18} className="rtl:-scale-x-100" />
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** First, last, and the neighbours of the current page. */
function around(page: number, pages: number): number[] {
  const wanted = new Set([1, page - 1, page, page + 1, pages]);
  return [...wanted].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b);
}
