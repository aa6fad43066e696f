import './in-order.ts';
import { xmlResponse } from '../pages/xml-response.ts';
import { withoutRuled } from '../redirects/ruled.ts';
import { siteUrl } from '../seo/site.ts';
import { sitemapXml } from '../seo/sitemap.ts';
import { forVisitor } from '../wordpress/client/deadline.ts';
import { dependOn } from '../wordpress/client/read.ts';
import { tags } from '../wordpress/model/tags.ts';
import { readSitemap } from '../wordpress/seo-sitemap.ts';

export const GET = forVisitor(async (): Promise<Response> => {
  await dependOn(tags.anyShown);
  return xmlResponse(sitemapXml(await withoutRuled(await readSitemap()), siteUrl));
});
