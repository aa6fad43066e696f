import { forVisitor } from '@/lib/cms/deadline';
import { readSitemap } from '@/lib/cms/seo-sitemap';
import { xmlResponse } from '@/lib/routes/xml-response';
import { siteUrl } from '@/lib/seo/site';
import { sitemapXml } from '@/lib/seo/sitemap';

/** Cached as what it reads: see `derivedStrategy`. */
export const dynamic = 'force-static';

export const GET = forVisitor(async (): Promise<Response> => {
  return xmlResponse(sitemapXml(await readSitemap(), siteUrl));
});
