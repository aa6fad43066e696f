import type { PageSettings } from 'headless-site';
import type { ShellView } from 'headless-site/content';
import { directionOf } from 'headless-site/content';
import { classTokens } from 'headless-site/html';
import type { ReactNode } from 'react';
import { shellWords } from '@/components/words';
import { Footer } from './Footer';
import { Header } from './Header';

interface SiteShellProps {
  shell: ShellView;
  /** Of the page that is shown: header and footer hidden, width, class. */
  settings?: PageSettings;
  /** Address of the page that is shown, to mark it in the menus. */
  currentPath?: string;
  /** The preview banner. */
  preview?: ReactNode;
  children: ReactNode;
}

/** Everything around a page. */
export function SiteShell({ shell, settings = {}, currentPath, preview, children }: SiteShellProps) {
  const { containerWidth = 'default', customCssClass = '' } = settings;
  const classes = classTokens(customCssClass);
  return (
    // Full width takes header and footer along, so that their edges stay in line with the page's.
    <div
      lang={shell.language}
      dir={directionOf(shell.language)}
      data-width={containerWidth === 'full' ? 'full' : undefined}
      className="flex min-h-dvh flex-col"
    >
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent"
      >
        {shellWords.skip}
      </a>
      {preview}
      {!settings.hideHeader && <Header shell={shell} currentPath={currentPath} />}
      <main
        id="content"
        tabIndex={-1}
        data-width={containerWidth === 'contained' ? 'contained' : undefined}
        className={['flex-1 outline-none', ...classes].join(' ')}
      >
        {children}
      </main>
      {!settings.hideFooter && <Footer shell={shell} currentPath={currentPath} />}
    </div>
  );
}
