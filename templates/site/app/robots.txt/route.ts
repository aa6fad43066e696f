import { isPublic, siteUrl } from '@/lib/seo/site';
import { robotsTxt } from '@/lib/seo/visibility';

export const dynamic = 'force-static';

export function GET(): Response {
  return new Response(robotsTxt(siteUrl, isPublic), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
