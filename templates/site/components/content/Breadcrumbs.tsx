import type { LinkView } from 'headless-site/content';
import { plainText } from 'headless-site/html';
import { shellWords } from '@/components/words';

/** The way from the top to the page; the page itself is the heading below and is not repeated. */
export function Breadcrumbs({ items }: { items: LinkView[] }) {
  if (items.length === 0) return null;
  return (
    <nav aria-label={shellWords.breadcrumbs} className="container pt-8 -mb-4 md:-mb-12">
      <ol className="label flex flex-wrap gap-x-2">
        {items.map((item) => (
          <li key={item.path} className="flex gap-x-2">
            <a href={item.path} className="link inline-block py-1">
              {plainText(item.name)}
            </a>
            <span aria-hidden="true" className="py-1">
              /
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
