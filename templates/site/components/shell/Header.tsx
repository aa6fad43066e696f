import type { ShellView } from 'headless-site/content';
import { isSearchEnabled } from 'headless-site/content';
import { Icon } from '@/components/content/Icon';
import { SearchLink } from '@/components/search/SearchLink';
import { shellWords } from '@/components/words';
import { isSamePath, MenuTree } from './MenuTree';

interface HeaderProps {
  shell: ShellView;
  currentPath?: string;
}

/** Site title and primary menu. On a phone the menu is a sheet; see menu.css for how one tree serves both. */
export function Header({ shell, currentPath }: HeaderProps) {
  return (
    <header className="border-b border-line">
      <div className="container flex min-h-16 items-center justify-between gap-x-6 py-3 md:min-h-20">
        <SiteTitle title={shell.title} isCurrent={isSamePath('/', currentPath)} />
        {/* As wide as it can be from the start: what arrives after the first paint moves nothing. */}
        <div className="flex grow items-center justify-end gap-x-6 [&>:not(nav)]:shrink-0">
          {shell.primary.length > 0 && (
            <>
              <button
                type="button"
                popoverTarget="site-menu"
                className="order-last -me-2 inline-flex min-h-11 items-center gap-2 px-2 text-sm min-[60rem]:hidden"
              >
                <Icon name="menu" />
                {shellWords.menu}
              </button>
              <nav id="site-menu" popover="auto" aria-label={shellWords.mainMenu} className="site-menu">
                <div className="flex min-h-16 items-center justify-between py-3 min-[60rem]:hidden">
                  <SiteTitle title={shell.title} isCurrent={isSamePath('/', currentPath)} />
                  <button
                    type="button"
                    popoverTarget="site-menu"
                    popoverTargetAction="hide"
                    className="-me-2 inline-flex min-h-11 items-center gap-2 px-2"
                  >
                    <Icon name="close" />
                    {shellWords.close}
                  </button>
                </div>
                <MenuTree nodes={shell.primary} currentPath={currentPath} className="menu-list" />
              </nav>
            </>
          )}
          {isSearchEnabled && <SearchLink />}
        </div>
      </div>
    </header>
  );
}

function SiteTitle({ title, isCurrent }: { title: string; isCurrent: boolean }) {
  return (
    <a
      href="/"
      aria-current={isCurrent ? 'page' : undefined}
      className="min-w-0 py-1 min-[60rem]:max-w-72 min-[60rem]:shrink-0 font-heading text-lg leading-tight font-semibold tracking-tight text-ink! no-underline!"
    >
      {title}
    </a>
  );
}
