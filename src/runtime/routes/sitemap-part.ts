import './in-order.ts';
import { forVisitor } from '../cms/deadline.ts';
import { dependOn } from '../cms/read.ts';
import { readSitemap } from '../cms/seo-sitemap.ts';
import { tags } from '../cms/tags.ts';
import { xmlResponse } from '../pages/xml-response.ts';
import { withoutRuled } from '../redirects/ruled.ts';
import { sitemapPart } from '../seo/sitemap.ts';

/** `/sitemap/1.xml`, where `/sitemap.xml` is an index because one file may not hold all. */
export const GET = forVisitor(
  async (_: Request, { params }: { params: Promise<{ part: string }> }): Promise<Response> => {
    const number = /^([1-9]\d{0,3})\.xml$/.exec((await params).part)?.[1];
    await dependOn(tags.anyShown);
    return xmlResponse(number ? sitemapPart(await withoutRuled(await readSitemap()), Number(number)) : null);
  },
);
