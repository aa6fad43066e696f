import type { LinkView } from 'headless-site/content';
import { plainText } from 'headless-site/html';
import { shellWords } from '@/components/words';

/** The way from the top to the page; the page itself is the heading below and is not repeated. */
export function Breadcrumbs({ items }: { items: LinkView[] }) {
  if (items.length === 0) return null;
  return (
    <nav aria-label={shellWords.breadcrumbs} className="container crumbs">
      <ol className="label">
        {items.map((item) => (
          <li key={item.path}>
            <a href={item.path} className="link">
              {plainText(item.name)}
            </a>
            <span aria-hidden="true">/</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
