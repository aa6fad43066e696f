import { escapeXml } from './xml.ts';

/**
 * As WordPress's own sitemaps. The protocol allows 50,000, but a file is made again with each publication: that many take 0.2 s of
 * one core, and what asked for the file moves 7 MB.
 */
export const URLS_PER_FILE = 2_000;

export interface SitemapUrl {
  /** Absolute. */
  url: string;
  /** A moment in UTC; empty where nobody knows. */
  modifiedAt: string;
}

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** `/sitemap.xml`: all addresses, or the list of the files that hold them. */
export function sitemapXml(urls: readonly SitemapUrl[], siteUrl: string): string {
  if (urls.length <= URLS_PER_FILE) return urlset(urls);
  const parts = Array.from({ length: Math.ceil(urls.length / URLS_PER_FILE) }, (_, i) => {
    return `<sitemap><loc>${escapeXml(`${siteUrl}/sitemap/${i + 1}.xml`)}</loc></sitemap>`;
  });
  return document('sitemapindex', parts);
}

/** `/sitemap/2.xml`; null when there is no such part, because all fit into `/sitemap.xml`. */
export function sitemapPart(urls: readonly SitemapUrl[], part: number): string | null {
  const start = (part - 1) * URLS_PER_FILE;
  if (urls.length <= URLS_PER_FILE || part < 1 || start >= urls.length) return null;
  return urlset(urls.slice(start, start + URLS_PER_FILE));
}

function urlset(urls: readonly SitemapUrl[]): string {
  const rows = urls.map(({ url, modifiedAt }) => {
    const lastmod = modifiedAt ? `<lastmod>${escapeXml(modifiedAt)}</lastmod>` : '';
    return `<url><loc>${escapeXml(url)}</loc>${lastmod}</url>`;
  });
  return document('urlset', rows);
}

function document(root: string, rows: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${NAMESPACE}>\n${rows.join('\n')}\n</${root}>\n`;
}
