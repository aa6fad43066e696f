import type { MenuNode, ShellView } from 'headless-site/content';
import { isSearchEnabled } from 'headless-site/content';
import { plainText } from 'headless-site/html';
import { SearchForm } from './search/SearchPanel';
import { missingWords } from './words';

/** Ways on beside the words. */
const MOST_WAYS = 12;

interface NotFoundProps {
  /** The address; null where nobody knows it. */
  path: string | null;
  /** Null where nothing was read of the CMS. */
  shell: ShellView | null;
}

/** There is nothing at this address. The menu's entries are the ways on; nothing more is read of the CMS. */
export function NotFound({ path, shell }: NotFoundProps) {
  const ways = shell ? waysOf(shell.primary).slice(0, MOST_WAYS) : [];
  const hasSearch = isSearchEnabled && shell !== null;
  return (
    <div className="container lost">
      <div>
        <p className="label">{missingWords.code}</p>
        <h1>{missingWords.title}</h1>
        <p className="lead">
          {missingWords.text}{' '}
          {ways.length > 0 ? (
            missingWords.goOn
          ) : (
            <a href="/" className="link">
              {missingWords.frontPage}
            </a>
          )}
        </p>
        {hasSearch && <SearchForm query={wordsOf(path)} />}
      </div>
      <Ways nodes={ways} />
    </div>
  );
}

/** Links to go on with. */
export function Ways({ nodes }: { nodes: readonly MenuNode[] }) {
  if (nodes.length === 0) return null;
  return (
    <nav aria-label={missingWords.ways} className="ways">
      <ul>
        {nodes.map(({ id, href, label }) => (
          <li key={id}>
            <a href={href}>{plainText(label)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Entries of the site itself, of the first two levels. */
function waysOf(nodes: readonly MenuNode[]): MenuNode[] {
  const all = nodes.flatMap((node) => [node, ...node.children]).filter(({ href }) => /^\/(?!\/)/.test(href));
  return all.filter(({ href }, i) => all.findIndex((other) => other.href === href) === i);
}

/** The last part of an address as words: `/oak-chairs/` as "oak chairs". */
function wordsOf(path: string | null): string {
  const last = path?.split('/').filter(Boolean).at(-1) ?? '';
  try {
    return decodeURIComponent(last)
      .replace(/[-_.+]+/g, ' ')
      .trim();
  } catch {
    return '';
  }
}
