import type { CmsAuthor, CmsImage, CmsPage, CmsPost, CmsSeo, Maybe } from '../../content/types.ts';

/** Answers of the operations. Everything that WPGraphQL may leave null is nullable here. */

/** An item that may show something else without the CMS telling of it. */
export interface Changing {
  /** Seconds after which it may. */
  companionInterval?: Maybe<number>;
  /** HTML. */
  content?: Maybe<string>;
  companionBlocks?: Maybe<string>;
}

/** Fields that the companion plugin adds to an item. */
interface Told extends Changing {
  /** JSON: the content with marks, and the block overrides. */
  companionBlocks?: Maybe<string>;
  /** The template that an editor has chosen: `template-landing`, or another name that the theme of WordPress has. */
  companionTemplate?: Maybe<string>;
  /** Whether its password opens it here. */
  companionTakesPassword?: Maybe<boolean>;
}

export interface Connection<Node> {
  pageInfo?: { hasNextPage: boolean; endCursor: string | null };
  nodes: (Node | null)[];
}

export interface CmsTerm {
  /** Asked for of the categories of a post that is shown alone. */
  databaseId?: Maybe<number>;
  name: string | null;
  slug: string | null;
  uri: string | null;
}

export interface CmsContentCard extends Changing {
  id: string;
  databaseId: number;
  slug: Maybe<string>;
  uri: Maybe<string>;
  title?: Maybe<string>;
  excerpt?: Maybe<string>;
  date: Maybe<string>;
  featuredImage?: Maybe<{ node: Maybe<CmsImage> }>;
  author?: Maybe<{ node: Maybe<CmsAuthor & { uri?: Maybe<string> }> }>;
  /** Asked for where cards have custom fields. */
  isRestricted?: Maybe<boolean>;
  contentTypeName?: string;
}

export interface CmsPostCard extends CmsContentCard {
  hasPassword?: Maybe<boolean>;
  categories?: Maybe<{ nodes: (CmsTerm | null)[] }>;
}

/** Says who may comment, and how comments make pages; from the companion plugin. */
export interface CmsCommenting {
  isOpen: Maybe<boolean>;
  loginUrl: Maybe<string>;
  requiresNameEmail: Maybe<boolean>;
  isModerated: Maybe<boolean>;
  offersToRemember: Maybe<boolean>;
  depth: Maybe<number>;
  isNewestFirst: Maybe<boolean>;
  /** Not of companions without `outline`. Threads of a page; 0 where all stand on one. */
  perPage?: Maybe<number>;
  opensWithOldest?: Maybe<boolean>;
  /** `12 13:12`: see `readOutline`. */
  outline?: Maybe<string>;
}

/** A comment and what it replies to. */
export type CmsCommentRow = Pick<CmsComment, 'databaseId' | 'parentDatabaseId'>;

export interface CmsComment {
  id: string;
  databaseId: number;
  /** 0 for none. */
  parentDatabaseId: number | null;
  date: string | null;
  content: string | null;
  /** `comment`, `pingback`, `trackback`, or one of a plugin. Not of snapshots of earlier versions. */
  type?: string | null;
  author: { node: Maybe<CmsAuthor & { url?: string | null }> } | null;
}

/** Ancestors of an item, the nearest first. */
export type CmsAncestors = Maybe<{ nodes: ({ uri: Maybe<string>; title?: Maybe<string> } | null)[] }>;

/** A post, or an item of a custom content type: the same view shows both. */
export interface CmsContent extends Omit<CmsPost, 'author' | 'categories'>, Told {
  databaseId: number;
  uri: Maybe<string>;
  dateGmt?: Maybe<string>;
  modifiedGmt?: Maybe<string>;
  status: Maybe<string>;
  hasPassword?: Maybe<boolean>;
  isRestricted?: Maybe<boolean>;
  contentTypeName: string;
  author?: Maybe<{ node: Maybe<CmsAuthor & { uri?: Maybe<string> }> }>;
  categories?: Maybe<{ nodes: (CmsTerm | null)[] }>;
  tags?: Maybe<{ nodes: (CmsTerm | null)[] }>;
  /** Without the companion a `CmsCommentRow` each. */
  comments?: Maybe<Connection<CmsComment>>;
  companionComments?: Maybe<CmsCommenting>;
  /** Only in a hierarchical type. */
  ancestors?: CmsAncestors;
}

export interface CmsPageNode extends CmsPage, Told {
  databaseId: number;
  contentTypeName?: string;
  dateGmt?: Maybe<string>;
  modifiedGmt?: Maybe<string>;
  modified?: Maybe<string>;
  status?: Maybe<string>;
  hasPassword?: Maybe<boolean>;
  isRestricted?: Maybe<boolean>;
  featuredImage?: Maybe<{ node: Maybe<CmsImage> }>;
  ancestors?: CmsAncestors;
}

export interface CmsMenuItem {
  id: string;
  label: string | null;
  url: string | null;
  path: string | null;
  parentId: string | null;
  order: number | null;
  target: string | null;
  cssClasses: (string | null)[] | null;
}

export interface CmsSettings {
  title: string | null;
  description: string | null;
  url: string | null;
  language: string | null;
  timezone: string | null;
  dateFormat?: Maybe<string>;
  timeFormat?: Maybe<string>;
}

/** An image that stands for the site; from the companion plugin. */
export interface CmsSiteImage {
  url: Maybe<string>;
  width: Maybe<number>;
  height: Maybe<number>;
}

export interface CmsIdentity {
  logo: Maybe<CmsSiteImage>;
  /** `sizes`: smaller files, the smallest first. */
  icon: Maybe<CmsSiteImage & { sizes: Maybe<readonly Maybe<CmsSiteImage>[]> }>;
}

/** Types and taxonomies that WPGraphQL shows to everybody; for any other the node is null. */
export interface CmsTypes {
  contentTypes: { nodes: ({ name: string | null; uri: string | null } | null)[] } | null;
  taxonomies: { nodes: ({ name: string | null } | null)[] } | null;
}

export interface CmsReading {
  postsPerPage: number | null;
  pageForPosts: number | null;
}

export interface CmsAddress {
  __typename: string;
  uri: string | null;
  databaseId?: number;
  contentTypeName?: string;
  taxonomyName?: string | null;
  slug?: string | null;
  name?: string | null;
  /** The file of an attachment. */
  mediaItemUrl?: string | null;
}

export interface CmsArchive extends Changing {
  __typename: string;
  uri: Maybe<string>;
  name?: string | null;
  label?: string | null;
  /** Title of the page that stands for the blog index. */
  title?: string | null;
  description?: string | null;
  avatar?: Maybe<{ url: Maybe<string> }>;
  seo?: Maybe<CmsSeo>;
}

/** A row of a light list; what the public may not see of a protected item is null. */
export interface CmsListed {
  databaseId: number;
  uri: Maybe<string>;
  title?: Maybe<string>;
  date: Maybe<string>;
  modifiedGmt: Maybe<string>;
  isRestricted: Maybe<boolean>;
  /** Only in hierarchical types. */
  parentDatabaseId?: Maybe<number>;
  author?: Maybe<{ node: Maybe<{ databaseId: number }> }>;
  terms?: Maybe<{ nodes: ({ databaseId: number } | null)[] }>;
}

/** A page of the companion's index. */
export interface CmsIndexPage {
  /** JSON text; its rows are `IndexRow`s, by ascending id. */
  rows: Maybe<string>;
  /** The last id, which is the next page's `after`. */
  endCursor: Maybe<number>;
  hasNextPage: Maybe<boolean>;
  /** JSON text: digests of spans of ids. On the first page, where the companion knows them. */
  sums?: Maybe<string>;
}

export interface CmsTermListed {
  __typename: string;
  databaseId: number;
  uri: Maybe<string>;
  name: Maybe<string>;
  slug: Maybe<string>;
  description: Maybe<string>;
  taxonomyName: Maybe<string>;
  /** By WordPress, which counts items that visitors may not see, too. */
  count?: Maybe<number>;
  parentDatabaseId?: Maybe<number>;
  seo?: Maybe<CmsSeo>;
}

export interface CmsAuthorListed {
  __typename: string;
  databaseId: number;
  uri: Maybe<string>;
  name: Maybe<string>;
  slug: Maybe<string>;
  description: Maybe<string>;
  avatar: Maybe<{ url: Maybe<string> }>;
  seo?: Maybe<CmsSeo>;
}
