import './in-order.ts';
import { xmlResponse } from '../pages/xml-response.ts';
import { rss } from '../seo/feed.ts';
import { forVisitor } from '../wordpress/client/deadline.ts';
import { normalizePath } from '../wordpress/model/paths.ts';
import { readFeed } from '../wordpress/seo-feed.ts';

/** RSS of the site at `/feed/`; `/category/making/feed/` comes here through a rewrite in next.config.ts. */
export const GET = forVisitor(
  async (_: Request, { params }: { params: Promise<{ path?: string[] }> }): Promise<Response> => {
    const path = normalizePath(`/${((await params).path ?? []).join('/')}`);
    const feed = path === null ? null : await readFeed(path);
    return xmlResponse(feed && rss(feed.channel, feed.items), 'application/rss+xml');
  },
);
