import './in-order.ts';
import { forVisitor } from '../cms/deadline.ts';
import { normalizePath } from '../cms/paths.ts';
import { readFeed } from '../cms/seo-feed.ts';
import { xmlResponse } from '../pages/xml-response.ts';
import { rss } from '../seo/feed.ts';

/** RSS of the site at `/feed/`; `/category/making/feed/` comes here through a rewrite in next.config.ts. */
export const GET = forVisitor(
  async (_: Request, { params }: { params: Promise<{ path?: string[] }> }): Promise<Response> => {
    const path = normalizePath(`/${((await params).path ?? []).join('/')}`);
    const feed = path === null ? null : await readFeed(path);
    return xmlResponse(feed && rss(feed.channel, feed.items), 'application/rss+xml');
  },
);
