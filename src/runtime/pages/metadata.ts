import { archiveWords, missingWords } from 'headless-site/site/words';
import type { Metadata } from 'next';
import type { RenderingStrategy } from '../config/index.ts';
import { plainText } from '../content/html.ts';
import { generatePageMetadata } from '../content/metadata.ts';
import { canonicalUrl } from '../seo/canonical.ts';
import { absoluteUrl, cmsUrl, hiddenFromSearch, isPublic, siteUrl } from '../seo/site.ts';
import { describe, excerptText } from '../seo/text.ts';
import { robotsTag } from '../seo/visibility.ts';
import type { ArchivePage } from '../wordpress/archives.ts';
import type { Identity } from '../wordpress/model/views.ts';
import { readIdentity, readNotFoundShell } from '../wordpress/shell.ts';
import { feedLinks } from './feed-links.ts';
import { iconsOf } from './icons.ts';
import { openGraphOf, type Source } from './open-graph.ts';
import type { ResolvedRoute, Route } from './resolve.ts';

/** Next's metadata of a content page. */
export function metadataOf(route: Route): Metadata {
  if (!route) return { title: missingWords.name, robots: hiddenFromSearch };
  if (route.kind === 'moved' || route.kind === 'unreachable') return {};
  const source = sourceOf(route);
  const { title, description, openGraph, twitter } = generatePageMetadata(source);
  // Null: rather none than the site's on every archive.
  const own = {
    title: titleOf(source, title, route.shell),
    description: description || null,
    ...iconsOf(route.shell.icon),
  };
  if (route.preview) return { ...own, robots: hiddenFromSearch };
  return {
    ...own,
    alternates: { types: feedLinks(route, source.title) },
    robots: robotsTag(isPublic, source.seo),
    openGraph: openGraphOf(route, source, openGraph, canonicalOf(route)),
    twitter: {
      ...twitter,
      title: source.seo?.twitterTitle ?? source.seo?.opengraphTitle ?? twitter.title,
      description: source.seo?.twitterDescription ?? source.seo?.opengraphDescription ?? twitter.description,
    },
    ...(route.kind === 'post' && route.post.author.name ? { authors: [authorOf(route.post)] } : {}),
  };
}

/** Metadata of the not-found page that `Missing` shows. */
export async function missingMetadata(path: string): Promise<Metadata> {
  const site = await readNotFoundShell(path);
  return {
    title: withSiteName(missingWords.name, site),
    description: null,
    robots: hiddenFromSearch,
    ...iconsOf(site.icon),
  };
}

/** Metadata of a page that the site has without the CMS: the contact form, the search. */
export async function customPageMetadata(title: string, strategy: RenderingStrategy): Promise<Metadata> {
  const site = await readIdentity(strategy);
  return { title: withSiteName(title, site), description: site.description, ...iconsOf(site.icon) };
}

/** The address that search engines should know the page by. */
export function canonicalOf(route: ResolvedRoute): string {
  return canonicalUrl(sourceOf(route).seo?.canonical, pathOf(route), siteUrl, cmsUrl);
}

/** Where the page lives on this site, as the CMS writes it; page 2 of an archive stands for itself. */
export function pathOf(route: ResolvedRoute): string {
  return route.kind === 'archive' ? route.pagination.pathOf(route.archive.page) : route.uri;
}

/** The homepage is the site, whatever page or archive WordPress puts there. */
export function sourceOf(route: ResolvedRoute): Source {
  const { title: name, description } = route.shell;
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
  return { title: archiveWords.titleOfPage(name, page), seo: { noindex, nofollow } };
}

/** An SEO plugin's title carries the site's name already. */
function titleOf({ seo }: Source, title: string, shell: Identity): string {
  return seo?.title ? title : withSiteName(title, shell);
}

/** `About – Alder & Finch`; the homepage, and what has no title, are called like the site alone. */
export function withSiteName(title: string, { title: site }: Pick<Identity, 'title'>): string {
  return title === site ? title : `${title} – ${site}`;
}

function authorOf({ author, authorPath }: { author: { name: string }; authorPath?: string }) {
  return { name: author.name, ...(authorPath ? { url: absoluteUrl(authorPath) } : {}) };
}
