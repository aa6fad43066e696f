import type { Metadata } from 'next';
import { plainText } from '@/lib/content/html';
import { generatePageMetadata } from '@/lib/content/metadata';
import type { ResolvedRoute, Route } from './resolve';

/** Next's metadata of a content page. The canonical address is the CMS's own path on this site. */
export function metadataOf(route: Route): Metadata {
  if (!route) return { title: 'Page not found', robots: { index: false } };
  if (route.kind === 'moved' || route.kind === 'unreachable') return {};
  const metadata: Metadata = {
    ...generatePageMetadata(sourceOf(route)),
    alternates: { canonical: canonicalOf(route) },
  };
  return route.preview ? { ...metadata, robots: { index: false, follow: false } } : metadata;
}

/** CMS titles may hold tags and excerpts entities; a browser tab and a search result show plain text. */
function sourceOf(route: ResolvedRoute) {
  if (route.kind === 'archive') {
    const { title, description, page } = route.archive;
    const name = plainText(title);
    return { title: page > 1 ? `${name}, page ${page}` : name, excerpt: plainText(description) };
  }
  const { seo, title } = itemOf(route);
  const excerpt = route.kind === 'post' ? plainText(route.post.excerpt) : '';
  return { title: plainText(title), excerpt, ...(seo ? { seo } : {}) };
}

function itemOf(route: Exclude<ResolvedRoute, { kind: 'archive' }>) {
  return route.kind === 'post' ? route.post : route.page;
}

function canonicalOf(route: ResolvedRoute): string {
  return route.kind === 'archive' ? route.pagination.pathOf(route.archive.page) : route.uri;
}
