import type { ShellView } from 'headless-site/content';
import { isSearchEnabled } from 'headless-site/content';
import { logoAttributes } from 'headless-site/images';
import { Icon } from '@/components/content/Icon';
import { SearchLink } from '@/components/search/SearchLink';
import { SearchForm } from '@/components/search/SearchPanel';
import { shellWords } from '@/components/words';
import { isSamePath, MenuTree } from './MenuTree';
import { ThemeToggle } from './ThemeToggle';

/** Entries of the first level, and letters in them, that fit beside the logo at 992 pixels. More stand on a line of their own. */
const FITS = { entries: 8, letters: 70 };

interface HeaderProps {
  shell: ShellView;
  currentPath?: string;
}

/** Logo or site title, primary menu and tools. On a phone the menu is a sheet; see shell.css for how one tree serves both. */
export function Header({ shell, currentPath }: HeaderProps) {
  const { primary, title, logo } = shell;
  const letters = primary.reduce((sum, { label }) => sum + label.length, 0);
  const isLong = primary.length > FITS.entries || letters > FITS.letters;
  const isCurrent = isSamePath('/', currentPath);
  return (
    <header className={isLong ? 'site-header long' : 'site-header'}>
      <div className="container">
        <SiteTitle title={title} logo={logo} isCurrent={isCurrent} />
        {primary.length > 0 && (
          <nav id="site-menu" popover="auto" aria-label={shellWords.mainMenu} className="site-menu">
            <div className="menu-top">
              <SiteTitle title={title} isCurrent={isCurrent} />
              <button type="button" popoverTarget="site-menu" popoverTargetAction="hide" className="tool">
                <Icon name="close" />
                {shellWords.close}
              </button>
            </div>
            <MenuTree nodes={primary} currentPath={currentPath} className="menu-list" />
            <div className="menu-end">
              {isSearchEnabled && <SearchForm />}
              <ThemeToggle />
            </div>
          </nav>
        )}
        <div className={primary.length > 0 ? 'tools' : 'tools alone'}>
          {isSearchEnabled && <SearchLink />}
          {primary.length > 0 && (
            <button type="button" popoverTarget="site-menu" className="tool menu-button">
              <Icon name="menu" />
              {shellWords.menu}
            </button>
          )}
        </div>
      </div>
    </header>
  );
}

interface SiteTitleProps {
  title: string;
  logo?: ShellView['logo'];
  isCurrent: boolean;
}

function SiteTitle({ title, logo, isCurrent }: SiteTitleProps) {
  return (
    <a href="/" aria-current={isCurrent ? 'page' : undefined} className={logo ? 'site-logo' : 'site-title'}>
      {/* biome-ignore lint/performance/noImgElement: Next's own image component would cost 6 KiB */}
      {/* biome-ignore lint/a11y/useAltText: in the attributes */}
      {logo ? <img {...logoAttributes(logo)} /> : title}
    </a>
  );
}
