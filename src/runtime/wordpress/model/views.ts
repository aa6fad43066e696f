import type { ImageView, LogoView } from '../../base/image.ts';
import type {
  AuthorFields,
  CardFields,
  MenuFields,
  OptionFields,
  PageFields,
  PostFields,
} from '../../config/extend/content.ts';
import type { OverrideContent } from '../../content/blocks/override.ts';
import type { Page, Post } from '../../content/types.ts';

export type { ImageView, LogoView };

/** Props of components: the clean forms plus the addresses, sizes and links that a page needs to show them. */

export interface LinkView {
  name: string;
  /** Path on this site, in normal form with the CMS's own trailing slash: `/category/making/`. */
  path: string;
  /** WordPress's number of it; of the categories of a post alone. */
  databaseId?: number;
}

/** A post in a list. */
export interface PostCardView {
  id: string;
  databaseId: number;
  path: string;
  title: string;
  excerpt: string;
  date: string;
  author: { name: string; avatar?: string; path?: string };
  image: ImageView | null;
  categories: LinkView[];
  /** Whether WordPress keeps it at the top of this list. */
  isSticky?: boolean;
  /** Fields that `cards` of `content.config.ts` reads of it; all empty while it is protected. */
  fields: CardFields;
}

export interface CommentView {
  id: string;
  databaseId: number;
  author: string;
  /** The author's website, http or https. */
  url?: string;
  avatar?: string;
  date: string;
  content: string;
  /** Another site's mention of the post, to which nobody replies. */
  isPing: boolean;
  replies: CommentView[];
}

/** Where the comments that a page shows stand among all. */
export interface CommentPagesView {
  /** 1 has the oldest comments, as in WordPress. */
  page: number;
  pages: number;
  /** Address of this page: the post's own, or `/a-post/comment-page-2/`. */
  path: string;
  /** Addresses of the next pages in both directions; null at the ends. */
  older: string | null;
  newer: string | null;
}

/** How visitors may comment, as WordPress says it of everybody who is not logged in. */
export interface CommentingView {
  /** Where to log in, if only registered people may comment; otherwise null. */
  loginUrl: string | null;
  requiresNameEmail: boolean;
  /** Each comment waits for approval. */
  isModerated: boolean;
  /** WordPress offers to keep name and address for the next comment. */
  offersToRemember: boolean;
  /** Threads stand in that order; replies never do. */
  isNewestFirst: boolean;
  /** Levels of a thread; 1 where there are no replies. */
  depth: number;
}

export interface PostView extends Post {
  databaseId: number;
  /** WordPress's name of the type: `post`, or a custom type. */
  type: string;
  path: string;
  modified: string;
  /** Moments in UTC, `2026-11-20T22:17:49Z`; empty where the CMS does not say. */
  publishedAt: string;
  modifiedAt: string;
  image: ImageView | null;
  authorDescription: string;
  /** Fields that `site.author` of `content.config.ts` reads of the author. */
  authorFields: AuthorFields;
  /** Fields that `content.config.ts` reads of it; all empty while it is protected. */
  fields: PostFields;
  /** The template that was chosen in WordPress's editor, `landing`; null for none. */
  template: string | null;
  authorPath?: string;
  categoryLinks: LinkView[];
  tagLinks: LinkView[];
  /** Those of one page. */
  comments: CommentView[];
  /** All of them. */
  commentCount: number;
  /** Null where all stand on one page. */
  commentPages: CommentPagesView | null;
  /** Null where comments are closed, and where the CMS takes none from a site. */
  commenting: CommentingView | null;
  /** The excerpt where somebody has written one, as text; otherwise empty: WordPress repeats the first words. */
  lead: string;
  /** The post before and the one after it, by date and of its type; null at the ends, and in a preview. */
  previous: LinkView | null;
  next: LinkView | null;
  /** Ancestors in a hierarchical type: from the top down to the parent. */
  ancestors: LinkView[];
  /** Password-protected: the CMS keeps the content back. */
  isProtected: boolean;
  /** It is, and its password opens it on this site. */
  takesPassword: boolean;
  /** The content again where components of `components/blocks/mapped` show parts of it, otherwise null. */
  mapped: OverrideContent | null;
}

export interface PageView extends Page {
  databaseId: number;
  path: string;
  modified: string;
  publishedAt: string;
  modifiedAt: string;
  image: ImageView | null;
  /** Fields that `content.config.ts` reads of it; all empty while it is protected. */
  fields: PageFields;
  /** The template that was chosen in WordPress's editor, `landing`; null for none. */
  template: string | null;
  isProtected: boolean;
  /** Same as for a post. */
  takesPassword: boolean;
  /** Same as for a post. */
  mapped: OverrideContent | null;
  /** The same of the rich text of each of `blocks`, by its place. */
  mappedSections: readonly (OverrideContent | null)[];
  /** From the top page down to the parent. */
  ancestors: LinkView[];
  /** The pages right below it that visitors may be led to, by title; none in a preview. */
  children: LinkView[];
}

export interface MenuNode {
  id: string;
  label: string;
  href: string;
  /** Leads off this site. */
  external: boolean;
  target?: string;
  cssClasses: string[];
  /** Fields that `site.menuItem` of `content.config.ts` reads of it. */
  fields: MenuFields;
  children: MenuNode[];
}

/** A file of the site icon. */
export interface IconFile {
  url: string;
  /** Pixels; absent when the CMS does not know them. */
  width?: number;
  height?: number;
}

/** The site icon: the whole one, and smaller files of it, the smallest first. */
export interface IconView extends IconFile {
  sizes: IconFile[];
}

/** Formats of "Settings > General" in WordPress; empty where the CMS does not say. */
export interface DateFormats {
  /** `F j, Y`, in letters of PHP's. */
  date: string;
  time: string;
  /** `Europe/Lisbon`; WordPress names none where it has an offset from UTC instead. */
  timeZone: string;
}

export interface Identity {
  /** Name of the site, everywhere: the owner's answer, otherwise WordPress's title. */
  title: string;
  /** The same of its description, WordPress's tagline. */
  description: string;
  /** BCP 47, from the CMS's `en_US`. */
  language: string;
  dates: DateFormats;
  /** WordPress's site icon; null where the site's own `app/icon.svg` is shown. */
  icon: IconView | null;
}

/** The frame of every page. */
export interface ShellView extends Identity {
  /** WordPress's custom logo; null where the name is shown. */
  logo: LogoView | null;
  primary: MenuNode[];
  footer: MenuNode[];
  /** Fields that `site.options` of `content.config.ts` reads. */
  options: OptionFields;
}

export interface Pagination {
  /** 1 is the first page. */
  page: number;
  pages: number;
  /** Address of a page: `/journal/`, `/journal/page/2/`. */
  pathOf: (page: number) => string;
}
