import { cleanBlocks, cleanPageSettings, cleanSidebar } from './blocks/clean.ts';
import { toSeoData } from './seo-from-cms.ts';
import type { CmsPage, CmsPost, FeaturedImage, Maybe, Page, Post } from './types.ts';

/**
 * Turns a CMS post into its clean form. Never throws on what a real WPGraphQL returns: a password-protected post
 * comes with null date, author, image and content, an untitled one with a null title.
 */
export function transformPost(post: Maybe<CmsPost>): Post {
  const author = post?.author?.node;
  const avatar = author?.avatar?.url;
  const seo = toSeoData(post?.seo);
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
  const seo = toSeoData(page?.seo);
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
