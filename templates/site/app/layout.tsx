import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { preload } from 'react-dom';
import { Analytics } from '@/components/analytics/Analytics';
import { fontUrl } from '@/components/shell/font';
import { directionOf } from '@/lib/base/language';
import { readDocumentLanguage } from '@/lib/cms/language';
import { themeScript } from '@/lib/security/theme-script';
import { isPublic } from '@/lib/seo/site';
import { robotsTag } from '@/lib/seo/visibility';
import { siteConfig } from '@/site.config';
import './globals.css';

export const metadata: Metadata = {
  ...(siteConfig.site.url ? { metadataBase: new URL(siteConfig.site.url) } : {}),
  robots: robotsTag(isPublic),
};

/** A constant of Next's, so that a build leaves the other one out. */
const ThemeScript =
  process.env.NODE_ENV === 'development'
    ? (await import('@/components/shell/ThemeScriptInDevelopment')).ThemeScriptInDevelopment
    : // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
      () => <script dangerouslySetInnerHTML={{ __html: themeScript }} />;

export const viewport: Viewport = { colorScheme: 'light dark' };

/**
 * Reads nothing of the CMS that a page would depend on: each page renders its own shell, so that a menu edit leaves
 * `static` pages alone.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const language = await readDocumentLanguage();
  preload(fontUrl, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  return (
    // The script sets data-theme before React looks at the element.
    <html lang={language} dir={directionOf(language)} suppressHydrationWarning>
      <head>
        <ThemeScript />
      </head>
      <body>
        {/* Before the page, so that it is listening when the page fails. */}
        <Analytics />
        {children}
      </body>
    </html>
  );
}
