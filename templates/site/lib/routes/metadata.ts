import type { Metadata } from 'next';
import { generatePageMetadata } from '@/lib/content/metadata';
import type { Moved, ResolvedRoute } from './resolve';

/** Next's metadata of a content page. The canonical address is the CMS's own path on this site. */
export function metadataOf(route: ResolvedRoute | Moved | null): Metadata {
  if (!route) return { title: 'Page not found', robots: { index: false } };
  if (route.kind === 'moved') return {};
  const metadata: Metadata = {
    ...generatePageMetadata(sourceOf(route)),
    alternates: { canonical: canonicalOf(route) },
  };
  return route.preview ? { ...metadata, robots: { index: false, follow: false } } : metadata;
}

function sourceOf(route: ResolvedRoute) {
  if (route.kind === 'post') return route.post;
  if (route.kind === 'page') return route.page;
  const { title, description, page } = route.archive;
  return { title: page > 1 ? `${title}, page ${page}` : title, excerpt: description };
}

function canonicalOf(route: ResolvedRoute): string {
  return route.kind === 'archive' ? route.pagination.pathOf(route.archive.page) : route.uri;
}
