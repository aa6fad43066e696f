import type { MenuNode, ShellView } from 'headless-site/content';
import { shellWords } from '@/components/words';
import { MenuLink, MenuTree } from './MenuTree';
import { ThemeToggle } from './ThemeToggle';

/** A menu with more entries is set in columns. */
const LONG = 10;

/** Who this is, the footer menu, the theme button. Entries with children are columns of their own. */
export function Footer({ shell, currentPath }: { shell: ShellView; currentPath?: string }) {
  const columns = shell.footer.filter((node) => node.children.length > 0);
  const single = shell.footer.filter((node) => node.children.length === 0);
  return (
    <footer className="border-t border-line">
      <div className="container flex flex-col gap-x-16 gap-y-10 py-12 text-sm md:flex-row md:justify-between md:py-16">
        <div className="max-w-[22rem] md:min-w-40">
          <p className="font-heading text-lg font-semibold tracking-tight">{shell.title}</p>
          {shell.description && <p className="mt-2 text-soft">{shell.description}</p>}
        </div>
        {shell.footer.length > 0 && (
          <nav
            aria-label={shellWords.footerMenu}
            className={shell.footer.length > LONG ? grid : 'flex flex-wrap gap-x-16 gap-y-8'}
          >
            {columns.map((node) => (
              <FooterColumn key={node.id} node={node} currentPath={currentPath} />
            ))}
            {single.length > 0 && (
              <MenuTree
                nodes={single}
                currentPath={currentPath}
                className={single.length > LONG ? `${list} ${flowing}` : list}
              />
            )}
          </nav>
        )}
      </div>
      <div className="container">
        <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line py-2">
          <ThemeToggle />
          <a href="#content" className="label inline-flex min-h-8 items-center hover:text-ink">
            {shellWords.backToTop}
          </a>
        </div>
      </div>
    </footer>
  );
}

const list =
  '[&_a]:inline-block [&_a]:py-1 [&_a:hover]:text-accent [&_a[aria-current]]:text-accent [&_ul]:ps-4 text-soft';

const grid = 'grid grow grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-8 gap-y-8 md:max-w-[48rem]';
const flowing = 'col-span-full basis-full columns-[7.5rem] gap-x-8 [&>li]:break-inside-avoid';

function FooterColumn({ node, currentPath }: { node: MenuNode; currentPath?: string }) {
  return (
    <div className="[&>a]:inline-block [&>a]:py-1 [&>.menu-text]:inline-block [&>.menu-text]:py-1 font-semibold">
      <MenuLink node={node} currentPath={currentPath} />
      <div className="font-normal">
        <MenuTree nodes={node.children} currentPath={currentPath} className={list} depth={1} />
      </div>
    </div>
  );
}
