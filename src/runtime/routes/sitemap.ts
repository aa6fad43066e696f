import './in-order.ts';
import { forVisitor } from '../cms/deadline.ts';
import { dependOn } from '../cms/read.ts';
import { readSitemap } from '../cms/seo-sitemap.ts';
import { tags } from '../cms/tags.ts';
import { xmlResponse } from '../pages/xml-response.ts';
import { withoutRuled } from '../redirects/ruled.ts';
import { siteUrl } from '../seo/site.ts';
import { sitemapXml } from '../seo/sitemap.ts';

export const GET = forVisitor(async (): Promise<Response> => {
  await dependOn(tags.anyShown);
  return xmlResponse(sitemapXml(await withoutRuled(await readSitemap()), siteUrl));
});
