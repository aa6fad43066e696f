import type { Metadata } from 'next';
import type { ArchivePage } from '@/lib/cms/archives';
import { plainText } from '@/lib/content/html';
import { generatePageMetadata } from '@/lib/content/metadata';
import type { SEOData } from '@/lib/content/types';
import { canonicalUrl } from '@/lib/seo/canonical';
import { absoluteUrl, cmsUrl, hiddenFromSearch, isPublic, siteUrl } from '@/lib/seo/site';
import { describe, excerptText } from '@/lib/seo/text';
import { robotsTag } from '@/lib/seo/visibility';
import { siteConfig } from '@/site.config';
import { feedLinks } from './feed-links';
import { openGraphOf } from './open-graph';
import type { ResolvedRoute, Route } from './resolve';

/** What a page says of itself, plain text: titles of the CMS may hold tags, excerpts entities. */
export interface Source {
  title: string;
  excerpt?: string;
  seo?: SEOData;
}

/** Next's metadata of a content page. */
export function metadataOf(route: Route): Metadata {
  if (!route) return { title: 'Page not found', robots: hiddenFromSearch };
  if (route.kind === 'moved' || route.kind === 'unreachable') return {};
  const source = sourceOf(route);
  const { title, description, openGraph, twitter } = generatePageMetadata(source);
  // Null: rather none than the site's on every archive.
  const own = { title: titleOf(source, title), description: description || null };
  if (route.preview) return { ...own, robots: hiddenFromSearch };
  const path = pathOf(route);
  const canonical = canonicalUrl(source.seo?.canonical, path, siteUrl, cmsUrl);
  return {
    ...own,
    alternates: { canonical, types: feedLinks(route, source.title) },
    robots: robotsTag(isPublic, source.seo),
    openGraph: openGraphOf(route, source, openGraph, canonical),
    twitter: {
      ...twitter,
      title: source.seo?.twitterTitle ?? source.seo?.opengraphTitle ?? twitter.title,
      description: source.seo?.twitterDescription ?? source.seo?.opengraphDescription ?? twitter.description,
    },
    ...(route.kind === 'post' && route.post.author.name ? { authors: [authorOf(route.post)] } : {}),
  };
}

/** Where the page lives on this site, as the CMS writes it; page 2 of an archive stands for itself. */
export function pathOf(route: ResolvedRoute): string {
  return route.kind === 'archive' ? route.pagination.pathOf(route.archive.page) : route.uri;
}

/** The homepage is the site, whatever page or archive WordPress puts there. */
export function sourceOf(route: ResolvedRoute): Source {
  const { name, description } = siteConfig.site;
  const source = route.kind === 'archive' ? archiveSource(route.archive) : itemSource(route);
  if (route.uri !== '/') return { ...source, title: source.title || name };
  return { ...source, title: name, excerpt: source.excerpt || description };
}

function itemSource(route: Exclude<ResolvedRoute, { kind: 'archive' }>): Source {
  const { seo, title, content } = route.kind === 'post' ? route.post : route.page;
  const excerpt = route.kind === 'post' ? excerptText(route.post.excerpt) : '';
  // The beginning of a homepage is rarely what it is about.
  const fallback = route.uri === '/' ? '' : describe(content);
  return { title: plainText(title), excerpt: excerpt || fallback, ...(seo ? { seo } : {}) };
}

function archiveSource({ title, description, page, seo }: ArchivePage): Source {
  const name = plainText(title);
  if (page === 1) return { title: name, excerpt: plainText(description), ...(seo ? { seo } : {}) };
  // The plugin's texts and canonical are those of the first page.
  const { noindex = false, nofollow = false } = seo ?? {};
  return { title: `${name}, page ${page}`, seo: { noindex, nofollow } };
}

/** An SEO plugin's title carries the site's name already, and so does the homepage's and one that is missing. */
function titleOf({ seo }: Source, title: string): Metadata['title'] {
  return seo?.title || title === siteConfig.site.name ? { absolute: title } : title;
}

function authorOf({ author, authorPath }: { author: { name: string }; authorPath?: string }) {
  return { name: author.name, ...(authorPath ? { url: absoluteUrl(authorPath) } : {}) };
}
