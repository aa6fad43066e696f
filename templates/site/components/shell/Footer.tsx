import type { MenuNode, ShellView } from 'headless-site/content';
import { shellWords } from '@/components/words';
import { hasToken, MenuLink, MenuTree } from './MenuTree';
import { ThemeToggle } from './ThemeToggle';

/** Links in columns beyond which they are set smaller. */
const MANY = 40;

/** The site's title and description, the footer menu, the theme button. Entries with children are columns of their own. */
export function Footer({ shell, currentPath }: { shell: ShellView; currentPath?: string }) {
  const base = shell.footer.filter(isPrivacy);
  const entries = shell.footer.filter((node) => !isPrivacy(node));
  const columns = entries.filter(({ children }) => children.length > 0);
  const single = entries.filter(({ children }) => children.length === 0);
  const links = columns.reduce((sum, { children }) => sum + children.length, single.length);
  return (
    <footer className="site-footer">
      <div className="container">
        <div className={columns.length > 0 ? 'foot' : 'foot foot-flat'}>
          <div className="foot-about">
            <p className="site-title">{shell.title}</p>
            {shell.description && <p>{shell.description}</p>}
          </div>
          {entries.length > 0 && (
            <nav aria-label={shellWords.footerMenu} className={links > MANY ? 'foot-menu many' : 'foot-menu'}>
              {columns.map((node) => (
                <div key={node.id}>
                  <h2>
                    <MenuLink node={node} currentPath={currentPath} />
                  </h2>
                  <MenuTree nodes={node.children} currentPath={currentPath} depth={1} />
                </div>
              ))}
              {single.length > 0 && (
                <MenuTree nodes={single} currentPath={currentPath} className="foot-list" depth={1} />
              )}
            </nav>
          )}
        </div>
        <div className="base">
          <p className="label">
            © {new Date().getFullYear()} {shell.title}
          </p>
          {/* It stands at the end, and what arrives behind it does not push it. */}
          <ThemeToggle />
          {base.map((node) => (
            <span key={node.id} className="label">
              <MenuLink node={node} currentPath={currentPath} />
            </span>
          ))}
        </div>
      </div>
    </footer>
  );
}

/** WordPress's own privacy page has this slug unless somebody gave it another, and then the class says so. */
const isPrivacy = (node: MenuNode): boolean =>
  node.children.length === 0 &&
  (hasToken(node, 'privacy') || /^\/(.*\/)?privacy(-policy)?\/?$/.test(node.href));
