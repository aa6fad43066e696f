import './in-order.ts';
import { xmlResponse } from '../pages/xml-response.ts';
import { withoutRuled } from '../redirects/ruled.ts';
import { sitemapPart } from '../seo/sitemap.ts';
import { forVisitor } from '../wordpress/client/deadline.ts';
import { dependOn } from '../wordpress/client/read.ts';
import { tags } from '../wordpress/model/tags.ts';
import { readSitemap } from '../wordpress/seo-sitemap.ts';

/** `/sitemap/1.xml`, where `/sitemap.xml` is an index because one file may not hold all. */
export const GET = forVisitor(
  async (_: Request, { params }: { params: Promise<{ part: string }> }): Promise<Response> => {
    const number = /^([1-9]\d{0,3})\.xml$/.exec((await params).part)?.[1];
    await dependOn(tags.anyShown);
    return xmlResponse(number ? sitemapPart(await withoutRuled(await readSitemap()), Number(number)) : null);
  },
);
