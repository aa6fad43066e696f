import { forVisitor } from '@/lib/cms/deadline';
import { normalizePath } from '@/lib/cms/paths';
import { readFeed } from '@/lib/cms/seo-feed';
import { xmlResponse } from '@/lib/routes/xml-response';
import { rss } from '@/lib/seo/feed';

/** Cached as what it reads: see `derivedStrategy`. */
export const dynamic = 'force-static';

/** RSS of the site at `/feed/`; `/category/making/feed/` comes here through a rewrite in next.config.ts. */
export const GET = forVisitor(
  async (_: Request, { params }: { params: Promise<{ path?: string[] }> }): Promise<Response> => {
    const path = normalizePath(`/${((await params).path ?? []).join('/')}`);
    const feed = path === null ? null : await readFeed(path);
    return xmlResponse(feed && rss(feed.channel, feed.items), 'application/rss+xml');
  },
);
