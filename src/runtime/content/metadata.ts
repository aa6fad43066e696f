import { stripHtml } from './html/strip.ts';
import type { SEOData } from './types.ts';

/** Size in pixels that social networks expect of an Open Graph image. */
export const OPEN_GRAPH_IMAGE = { width: 1200, height: 630 } as const;

export interface PageMetadata {
  title: string;
  description: string | undefined;
  openGraph: {
    title: string;
    description: string | undefined;
    images: { url: string; width: number; height: number }[];
  };
  twitter: { card: 'summary_large_image'; title: string; description: string | undefined };
}

/** Next's metadata of a page: the SEO plugin's texts where it has some, otherwise the page's own. */
export function generatePageMetadata(page: { title: string; excerpt?: string; seo?: SEOData }): PageMetadata {
  const { seo } = page;
  const title = seo?.title || page.title;
  const description =
    seo?.metaDesc || (page.excerpt === undefined ? undefined : stripHtml(page.excerpt).trim());
  const image = seo?.opengraphImage;
  return {
    title,
    description,
    openGraph: { title, description, images: image ? [{ url: image.sourceUrl, ...OPEN_GRAPH_IMAGE }] : [] },
    twitter: { card: 'summary_large_image', title, description },
  };
}
