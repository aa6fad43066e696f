import { cleanBlocks, cleanPageSettings, cleanSidebar } from '../blocks/clean';
import type { CmsPage, CmsPost, CmsSeo, FeaturedImage, Maybe, Page, Post, SEOData } from './types';

/**
 * Turns a CMS post into its clean form. Never throws on what a real WPGraphQL returns: a password-protected post
 * comes with null date, author, image and content, an untitled one with a null title.
 */
export function transformPost(post: Maybe<CmsPost>): Post {
  const author = post?.author?.node;
  const avatar = author?.avatar?.url;
  const seo = transformSeo(post?.seo);
  return {
    id: post?.id ?? '',
    title: post?.title ?? '',
    slug: post?.slug ?? '',
    excerpt: post?.excerpt ?? '',
    content: post?.content ?? '',
    date: post?.date ?? '',
    author: { name: author?.name ?? '', ...(avatar ? { avatar } : {}) },
    featuredImage: transformImage(post),
    categories: rows(post?.categories?.nodes).flatMap((term) =>
      term ? [{ name: term.name ?? '', slug: term.slug ?? '' }] : [],
    ),
    ...(seo ? { seo } : {}),
  };
}

/** Turns a CMS page into its clean form, blocks and sidebar included. Never throws. */
export function transformPage(page: Maybe<CmsPage>): Page {
  const sidebar = cleanSidebar(page?.sidebarBlocks);
  const seo = transformSeo(page?.seo);
  return {
    id: page?.id ?? '',
    title: page?.title ?? '',
    slug: page?.slug ?? '',
    content: page?.content ?? '',
    settings: cleanPageSettings(page?.companionSettings),
    blocks: cleanBlocks(page?.flexibleContent),
    ...(sidebar.length > 0 ? { sidebar } : {}),
    ...(seo ? { seo } : {}),
  };
}

/** A list, whatever came in its place. */
function rows<T>(nodes: Maybe<readonly T[]>): readonly T[] {
  return Array.isArray(nodes) ? nodes : [];
}

function transformImage(post: Maybe<CmsPost>): FeaturedImage | null {
  const image = post?.featuredImage?.node;
  if (!image?.sourceUrl) return null;
  const { blurDataUrl } = image;
  return { url: image.sourceUrl, alt: image.altText ?? '', ...(blurDataUrl ? { blurDataUrl } : {}) };
}

/** SEO plugins answer `""` or null for what they do not know; both mean "not set". An object of nothing is no SEO. */
function transformSeo(seo: Maybe<CmsSeo>): SEOData | undefined {
  if (!seo) return undefined;
  const { opengraphImage, ...texts } = seo;
  const known = [
    'title',
    'metaDesc',
    'canonical',
    'opengraphTitle',
    'opengraphDescription',
    'twitterTitle',
    'twitterDescription',
  ] as const;
  const entries = known.flatMap((key) => (texts[key] ? [[key, texts[key]] as const] : []));
  const clean: SEOData = Object.fromEntries(entries);
  if (opengraphImage?.sourceUrl) clean.opengraphImage = { sourceUrl: opengraphImage.sourceUrl };
  return Object.keys(clean).length > 0 ? clean : undefined;
}
