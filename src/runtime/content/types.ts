import type { CustomSection } from './blocks/custom.ts';
import type { FlexibleContent, PageSettings, SidebarBlock } from './blocks/types.ts';

/** Clean forms: what components receive. Every string is present, absence is `undefined` or `null` as stated. */
export interface Post {
  id: string;
  title: string;
  slug: string;
  excerpt: string;
  /** HTML as the CMS sent it; sanitised where it is shown. */
  content: string;
  /** Local time of the CMS, without a zone: `2026-11-20T23:30:00`. */
  date: string;
  author: Author;
  featuredImage: FeaturedImage | null;
  categories: TermLink[];
  seo?: SEOData;
}

export interface Page {
  id: string;
  title: string;
  slug: string;
  content: string;
  settings: PageSettings;
  blocks: (FlexibleContent | CustomSection<'flexibleContent'>)[];
  sidebar?: (SidebarBlock | CustomSection<'sidebarBlocks'>)[];
  seo?: SEOData;
}

export interface Author {
  name: string;
  avatar?: string;
}

export interface FeaturedImage {
  url: string;
  alt: string;
  blurDataUrl?: string;
}

export interface TermLink {
  name: string;
  slug: string;
}

export interface SEOData {
  title?: string;
  metaDesc?: string;
  canonical?: string;
  opengraphTitle?: string;
  opengraphDescription?: string;
  opengraphImage?: { sourceUrl: string };
  twitterTitle?: string;
  twitterDescription?: string;
  /** The editor keeps search engines away. */
  noindex?: boolean;
  nofollow?: boolean;
}

/** A possible answer of WPGraphQL: any scalar can be null, and a password-protected post loses most of them. */
export type Maybe<T> = T | null | undefined;

export interface CmsPost {
  id?: Maybe<string>;
  title?: Maybe<string>;
  slug?: Maybe<string>;
  excerpt?: Maybe<string>;
  content?: Maybe<string>;
  date?: Maybe<string>;
  modified?: Maybe<string>;
  author?: Maybe<{ node?: Maybe<CmsAuthor> }>;
  featuredImage?: Maybe<{ node?: Maybe<CmsImage> }>;
  categories?: Maybe<{ nodes?: Maybe<Maybe<{ name?: Maybe<string>; slug?: Maybe<string> }>[]> }>;
  seo?: Maybe<CmsSeo>;
}

export interface CmsPage {
  id?: Maybe<string>;
  title?: Maybe<string>;
  slug?: Maybe<string>;
  uri?: Maybe<string>;
  content?: Maybe<string>;
  companionSettings?: unknown;
  flexibleContent?: unknown;
  sidebarBlocks?: unknown;
  seo?: Maybe<CmsSeo>;
}

export interface CmsAuthor {
  name?: Maybe<string>;
  description?: Maybe<string>;
  avatar?: Maybe<{ url?: Maybe<string> }>;
}

export interface CmsImage {
  sourceUrl?: Maybe<string>;
  altText?: Maybe<string>;
  blurDataUrl?: Maybe<string>;
  mediaDetails?: Maybe<{ width?: Maybe<number>; height?: Maybe<number> }>;
}

/** An SEO plugin's answer: Yoast's fields or Rank Math's. */
export type CmsSeo = YoastSeo | RankMathSeo;

export interface YoastSeo {
  title?: Maybe<string>;
  metaDesc?: Maybe<string>;
  canonical?: Maybe<string>;
  opengraphTitle?: Maybe<string>;
  opengraphDescription?: Maybe<string>;
  opengraphImage?: Maybe<{ sourceUrl?: Maybe<string> }>;
  twitterTitle?: Maybe<string>;
  twitterDescription?: Maybe<string>;
  /** The words `noindex` or `index`; `nofollow` or `follow`. */
  metaRobotsNoindex?: Maybe<string>;
  metaRobotsNofollow?: Maybe<string>;
}

export interface RankMathSeo {
  title?: Maybe<string>;
  description?: Maybe<string>;
  canonicalUrl?: Maybe<string>;
  /** In any order: `["nofollow", "noindex"]`. */
  robots?: Maybe<readonly Maybe<string>[]>;
  openGraph?: Maybe<{
    title?: Maybe<string>;
    description?: Maybe<string>;
    image?: Maybe<{ url?: Maybe<string> }>;
    twitterMeta?: Maybe<{ title?: Maybe<string>; description?: Maybe<string> }>;
  }>;
}

/** A menu item as the CMS sends it; `parentId` is the `id` of another item. */
export interface MenuItem {
  id: string;
  label: string;
  url: string;
  path: string;
  parentId: string | null;
  order: number;
  target: string | null;
  cssClasses: string[];
}

export interface SiteSettings {
  title: string;
  description: string;
  url: string;
  language: string;
  timezone: string;
}
