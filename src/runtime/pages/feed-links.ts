import { feedPath } from '../seo/feed-path.ts';
import { absoluteUrl } from '../seo/site.ts';
import type { ResolvedRoute } from './resolve.ts';

/** The feeds that a reader finds by itself: the site's, and the archive's own. */
export function feedLinks(route: ResolvedRoute, title: string) {
  const name = route.shell.title;
  const site = { url: absoluteUrl(feedPath('/')), title: name };
  // The blog index has the site's own feed.
  const hasOwn = route.kind === 'archive' && route.archive.kind !== 'posts';
  const own = { url: absoluteUrl(feedPath(route.uri)), title: `${title} – ${name}` };
  return { 'application/rss+xml': hasOwn ? [site, own] : [site] };
}
