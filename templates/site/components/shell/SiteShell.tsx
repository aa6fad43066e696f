import type { PageSettings } from 'headless-site';
import type { ShellView } from 'headless-site/content';
import { beginDates, directionOf } from 'headless-site/content';
import { classTokens } from 'headless-site/html';
import type { ReactNode } from 'react';
import { shellWords } from '@/components/words';
import { Footer } from './Footer';
import { Header } from './Header';

interface SiteShellProps {
  shell: ShellView;
  /** Settings of the page that is shown: header and footer hidden, width, class. */
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
  // Header and footer keep their width, so that the logo never moves.
  const width = containerWidth === 'default' ? [] : [`width-${containerWidth}`];
  const classes = [...width, ...classTokens(customCssClass)];
  beginDates(shell);
  return (
    <div lang={shell.language} dir={directionOf(shell.language)} className="site">
      <a href="#content" className="skip visually-hidden">
        {shellWords.skip}
      </a>
      {preview}
      {!settings.hideHeader && <Header shell={shell} currentPath={currentPath} />}
      <main id="content" tabIndex={-1} className={classes.join(' ') || undefined}>
        {children}
      </main>
      {!settings.hideFooter && <Footer shell={shell} currentPath={currentPath} />}
    </div>
  );
}
