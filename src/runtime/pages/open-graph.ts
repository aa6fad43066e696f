import type { Metadata } from 'next';
import { OPEN_GRAPH_IMAGE, type PageMetadata } from '../content/metadata.ts';
import type { SEOData } from '../content/types.ts';
import { absoluteUrl } from '../seo/site.ts';
import type { ImageView } from '../wordpress/model/views.ts';
import type { ResolvedRoute } from './resolve.ts';

/** A page's own texts, plain: titles of the CMS may hold tags, excerpts entities. */
export interface Source {
  title: string;
  excerpt?: string;
  seo?: SEOData;
}

type OpenGraph = NonNullable<Metadata['openGraph']>;

/**
 * The texts and image that social networks show: the SEO plugin's texts and image where it has some.
 * @param generated what `generatePageMetadata` made of the page
 */
export function openGraphOf(
  route: ResolvedRoute,
  { seo, title }: Source,
  generated: PageMetadata['openGraph'],
  url: string,
): OpenGraph {
  const locale = route.shell.language.replace('-', '_');
  return {
    ...generated,
    title: seo?.opengraphTitle ?? generated.title,
    description: seo?.opengraphDescription ?? generated.description,
    url,
    siteName: route.shell.title,
    // Open Graph wants language and country: `en` alone is left out.
    ...(/^[a-z]{2,3}_[A-Z]{2}$/.test(locale) ? { locale } : {}),
    images: generated.images.length > 0 ? generated.images : [shareImage(route, title)],
    ...articleOf(route),
  };
}

function articleOf(route: ResolvedRoute): OpenGraph {
  if (route.kind !== 'post') return { type: 'website' };
  const { publishedAt, modifiedAt, author, authorPath } = route.post;
  const name = authorPath ? absoluteUrl(authorPath) : author.name;
  return {
    type: 'article',
    ...(publishedAt ? { publishedTime: publishedAt } : {}),
    ...(modifiedAt ? { modifiedTime: modifiedAt } : {}),
    ...(name ? { authors: [name] } : {}),
  };
}

/** The featured image, or one that the site draws (`app/og`). */
function shareImage(route: ResolvedRoute, title: string) {
  const image = imageOf(route);
  if (!image) return { url: absoluteUrl(`/og${route.uri}`), alt: title, ...OPEN_GRAPH_IMAGE };
  const { url, alt, width, height } = image;
  return { url, alt: alt || title, ...(width && height ? { width, height } : {}) };
}

export function imageOf(route: ResolvedRoute): ImageView | null {
  if (route.kind === 'archive') return null;
  return route.kind === 'post' ? route.post.image : route.page.image;
}
