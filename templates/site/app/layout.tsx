import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { preload } from 'react-dom';
import { Analytics } from '@/components/analytics/Analytics';
import { fontUrl } from '@/components/shell/font';
import { themeScript } from '@/components/shell/themeScript';
import { isPublic } from '@/lib/seo/site';
import { robotsTag } from '@/lib/seo/visibility';
import { siteConfig } from '@/site.config';
import './globals.css';

/** The language of the theme's own words; SiteShell sets the content's. */
const LANGUAGE = 'en';

export const metadata: Metadata = {
  ...(siteConfig.site.url ? { metadataBase: new URL(siteConfig.site.url) } : {}),
  title: { default: siteConfig.site.name, template: `%s – ${siteConfig.site.name}` },
  description: siteConfig.site.description,
  robots: robotsTag(isPublic),
};

export const viewport: Viewport = { colorScheme: 'light dark' };

/** Reads nothing from the CMS: each page renders its own shell, so that a menu edit leaves `static` pages alone. */
export default function RootLayout({ children }: { children: ReactNode }) {
  preload(fontUrl, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  return (
    // The script sets data-theme before React looks at the element.
    <html lang={LANGUAGE} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant */}
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
      </head>
      <body>
        {/* Before the page, so that it is listening when the page fails. */}
        <Analytics />
        {children}
      </body>
    </html>
  );
}
