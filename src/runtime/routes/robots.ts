import { isPublic, siteUrl } from '../seo/site.ts';
import { robotsTxt } from '../seo/visibility.ts';

export function GET(): Response {
  return new Response(robotsTxt(siteUrl, isPublic), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
