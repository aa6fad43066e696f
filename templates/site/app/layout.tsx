import { Analytics } from 'headless-site/analytics';
import { directionOf, readDocument } from 'headless-site/content';
import { siteMetadata } from 'headless-site/seo';
import { SpeculationRules, ThemeScript } from 'headless-site/theme';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import './globals.css';

export const metadata: Metadata = siteMetadata;

export const viewport: Viewport = { colorScheme: 'light dark' };

/**
 * Reads nothing of the CMS that a page would depend on: each page renders its own shell, so that a menu edit leaves
 * `static` pages alone.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const { language, title } = await readDocument();
  return (
    // The script sets data-theme before React looks at the element. The error page, which reads nothing, finds the name here.
    <html lang={language} dir={directionOf(language)} data-site={title} suppressHydrationWarning>
      <head>
        <ThemeScript />
      </head>
      <body>
        {/* Before the page, so that it is listening when the page fails. */}
        <Analytics />
        {children}
        <SpeculationRules />
      </body>
    </html>
  );
}
