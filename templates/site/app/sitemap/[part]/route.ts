import { forVisitor } from '@/lib/cms/deadline';
import { readSitemap } from '@/lib/cms/seo-sitemap';
import { xmlResponse } from '@/lib/routes/xml-response';
import { sitemapPart } from '@/lib/seo/sitemap';

export const dynamic = 'force-static';

/** `/sitemap/1.xml`, where `/sitemap.xml` is an index because one file may not hold all. */
export const GET = forVisitor(
  async (_: Request, { params }: { params: Promise<{ part: string }> }): Promise<Response> => {
    const number = /^([1-9]\d{0,3})\.xml$/.exec((await params).part)?.[1];
    return xmlResponse(number ? sitemapPart(await readSitemap(), Number(number)) : null);
  },
);
