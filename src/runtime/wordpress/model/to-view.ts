import { chosenTemplate } from '../../base/page-templates.ts';
import { safeUrl } from '../../base/url.ts';
import { writtenExcerpt } from '../../content/excerpt.ts';
import { BUDGETS } from '../../content/html/budgets.ts';
import { localHref } from '../../content/html/links.ts';
import { cutHtml, cutText } from '../../content/html/text.ts';
import { transformPage, transformPost } from '../../content/transform.ts';
import type { CmsImage, Maybe } from '../../content/types.ts';
import { pathOf } from './paths.ts';
import { toOverrides, toSections } from './to-overrides.ts';
import type {
  CmsAncestors,
  CmsComment,
  CmsCommenting,
  CmsContent,
  CmsContentCard,
  CmsMenuItem,
  CmsPageNode,
  CmsPostCard,
  CmsTerm,
} from './types.ts';
import type {
  CommentingView,
  CommentView,
  ImageView,
  LinkView,
  MenuNode,
  PageView,
  PostCardView,
  PostView,
} from './views.ts';

/** From the CMS's answers to what components receive. Pure, and never throws on a null. */

export function toImage(image: Maybe<CmsImage>): ImageView | null {
  if (!image?.sourceUrl) return null;
  const { width, height } = image.mediaDetails ?? {};
  return {
    url: image.sourceUrl,
    alt: cutText(image.altText ?? ''),
    ...(width && height ? { width, height } : {}),
    ...(image.blurDataUrl ? { blurDataUrl: image.blurDataUrl } : {}),
  };
}

export function toPostCard(card: CmsContentCard & Partial<CmsPostCard>): Omit<PostCardView, 'fields'> {
  const author = card.author?.node;
  const authorPath = pathOf(author?.uri);
  return {
    id: card.id,
    databaseId: card.databaseId,
    path: pathOf(card.uri) ?? '/',
    title: card.title ?? '',
    excerpt: card.excerpt ?? '',
    date: card.date ?? '',
    author: {
      name: author?.name ?? '',
      ...(author?.avatar?.url ? { avatar: author.avatar.url } : {}),
      ...(authorPath ? { path: authorPath } : {}),
    },
    image: toImage(card.featuredImage?.node),
    categories: toLinks(card.categories?.nodes),
  };
}

export function toPost(content: CmsContent): Omit<PostView, 'fields' | 'authorFields'> {
  const author = content.author?.node;
  const authorPath = pathOf(author?.uri);
  return {
    ...transformPost(content),
    databaseId: content.databaseId,
    type: content.contentTypeName,
    path: pathOf(content.uri) ?? '/',
    modified: content.modified ?? '',
    ...momentsOf(content),
    image: toImage(content.featuredImage?.node),
    template: chosenTemplate(content.companionTemplate),
    authorDescription: author?.description ?? '',
    ...(authorPath ? { authorPath } : {}),
    categoryLinks: toLinks(content.categories?.nodes),
    tagLinks: toLinks(content.tags?.nodes),
    commentCount: content.comments?.nodes.length ?? 0,
    commentPages: null,
    comments: toComments(content.comments?.nodes, Boolean(content.companionComments?.isNewestFirst)),
    commenting: isProtected(content) ? null : toCommenting(content.companionComments),
    lead: isProtected(content) ? '' : writtenExcerpt(content.excerpt ?? '', content.content ?? ''),
    previous: null,
    next: null,
    ancestors: toAncestors(content.ancestors),
    isProtected: isProtected(content),
    takesPassword: isProtected(content) && content.companionTakesPassword === true,
    mapped: isProtected(content) ? null : toOverrides(content.companionBlocks),
  };
}

export function toPage(page: CmsPageNode): Omit<PageView, 'fields'> {
  const overrides = isProtected(page) ? null : toOverrides(page.companionBlocks);
  const view = transformPage(page);
  return {
    ...view,
    ...toSections(view, overrides),
    databaseId: page.databaseId,
    path: pathOf(page.uri) ?? '/',
    modified: page.modified ?? '',
    ...momentsOf(page),
    image: toImage(page.featuredImage?.node),
    template: chosenTemplate(page.companionTemplate),
    isProtected: isProtected(page),
    takesPassword: isProtected(page) && page.companionTakesPassword === true,
    // Only the sections of a page with sections have any.
    mapped: overrides?.html ? overrides : null,
    ancestors: toAncestors(page.ancestors),
    children: [],
  };
}

/** From the top down. */
function toAncestors(ancestors: CmsAncestors | undefined): LinkView[] {
  const links = (ancestors?.nodes ?? []).flatMap((node) => {
    const path = pathOf(node?.uri);
    return node && path ? [{ name: node.title ?? '', path }] : [];
  });
  return links.reverse();
}

/**
 * Items whose parent is not in the list stand at the top: a menu never loses an entry.
 * @param cmsOrigin address of the CMS, without a slash at its end
 * @param fieldsOf reads the custom fields of an entry
 */
export function toMenu(
  items: readonly (CmsMenuItem | null)[],
  cmsOrigin: string,
  fieldsOf: (item: CmsMenuItem) => MenuNode['fields'],
): MenuNode[] {
  const nodes = new Map<string, { node: MenuNode; parentId: string | null; order: number }>();
  // The address of WordPress's pages may be another one than that of its GraphQL. Then no entry leads to a page at this one.
  const isElsewhere = !items.some((item) => isPageAt(item?.url, cmsOrigin));
  for (const item of items) {
    const href = item && menuHref(item, cmsOrigin, isElsewhere);
    // A published item has an address; an unpublished one leads to its short link, which shows nothing to a visitor.
    if (!href || /^\/\?(?:.*&)?(?:p|page_id)=\d+$/.test(href)) continue;
    nodes.set(item.id, {
      parentId: item.parentId,
      order: item.order ?? 0,
      node: {
        id: item.id,
        label: item.label ?? '',
        href,
        external: /^https?:/i.test(href),
        ...(item.target ? { target: item.target } : {}),
        cssClasses: (item.cssClasses ?? []).filter((name): name is string => Boolean(name)),
        fields: fieldsOf(item),
        children: [],
      },
    });
  }
  const top: MenuNode[] = [];
  for (const { node, parentId } of [...nodes.values()].sort((a, b) => a.order - b.order)) {
    const parent = parentId ? nodes.get(parentId) : undefined;
    (parent?.node.children ?? top).push(node);
  }
  return top;
}

const isPageAt = (url: Maybe<string>, origin: string) =>
  URL.canParse(url ?? '') && localHref(safeUrl(url ?? '') ?? '', origin).startsWith('/');

/**
 * Where an entry leads: where a link in content does.
 * @param isElsewhere whether WordPress's pages are at another address; it names the path of its own pages alone
 */
function menuHref({ url, path }: CmsMenuItem, cmsOrigin: string, isElsewhere: boolean): string {
  const safe = safeUrl(url ?? '');
  if (safe === undefined) return '#';
  const href = localHref(safe, cmsOrigin);
  if (!isElsewhere || !/^https?:/i.test(href) || !URL.canParse(href)) return href;
  const { host, pathname, search, hash } = new URL(href);
  const isPage = pathname === path && host !== new URL(cmsOrigin).host;
  return isPage ? localHref(pathname + search + hash, cmsOrigin) : href;
}

/** Levels of a thread, in WordPress at most. */
const DEEPEST = 10;

/**
 * Comments as a tree; a reply whose parent is missing stands at the top. The CMS gives the newest first. Nothing is deeper than
 * WordPress lets a thread be: a browser draws no more than 512 elements in each other, and stored threads may be of any depth.
 * @param isNewestFirst whether threads stand that way, too; replies never do, as in WordPress
 */
export function toComments(
  comments: Maybe<readonly (CmsComment | null)[]>,
  isNewestFirst = false,
): CommentView[] {
  const known = (comments ?? []).filter((comment): comment is CmsComment => comment !== null).reverse();
  const most = longestOf(known);
  const ids = new Set(known.map(({ databaseId }) => databaseId));
  const replies = new Map<number, CmsComment[]>();
  for (const comment of known.reverse()) {
    const parent = comment.parentDatabaseId ?? 0;
    const key = ids.has(parent) ? parent : 0;
    const list = replies.get(key);
    if (list) list.push(comment);
    else replies.set(key, [comment]);
  }
  const top: CommentView[] = [];
  const next = (replies.get(0) ?? []).map((comment) => ({ comment, list: top, level: 1 }));
  for (let one = next.pop(); one; one = next.pop()) {
    const view = toComment(one.comment, most);
    one.list.push(view);
    const isDeepest = one.level === DEEPEST;
    const place = isDeepest
      ? { list: one.list, level: DEEPEST }
      : { list: view.replies, level: one.level + 1 };
    for (const comment of replies.get(view.databaseId) ?? []) next.push({ comment, ...place });
  }
  return isNewestFirst ? top.reverse() : top;
}

function toCommenting(commenting: Maybe<CmsCommenting>): CommentingView | null {
  if (!commenting?.isOpen) return null;
  const { loginUrl, requiresNameEmail, isModerated, offersToRemember, depth, isNewestFirst } = commenting;
  return {
    loginUrl: loginUrl || null,
    requiresNameEmail: requiresNameEmail !== false,
    isModerated: isModerated === true,
    offersToRemember: offersToRemember === true,
    isNewestFirst: isNewestFirst === true,
    depth: depth ?? 1,
  };
}

/** Characters that a comment may have so that all of them fit on a page: nobody's long comment shortens a short one. */
function longestOf(comments: readonly CmsComment[]): number {
  const lengths = comments.map(({ content }) => content?.length ?? 0).sort((a, b) => a - b);
  let left: number = BUDGETS.comments;
  for (const [i, length] of lengths.entries()) {
    const share = Math.floor(left / (lengths.length - i));
    if (length > share) return share;
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

function toComment(comment: CmsComment, most: number): CommentView {
  const author = comment.author?.node;
  const content = comment.content ?? '';
  return {
    id: comment.id,
    databaseId: comment.databaseId,
    author: author?.name ?? '',
    ...(author?.url && isWebsite(author.url) ? { url: author.url } : {}),
    ...(author?.avatar?.url ? { avatar: author.avatar.url } : {}),
    date: comment.date ?? '',
    content: content.length > most ? cutHtml(content, most) : content,
    isPing: comment.type === 'pingback' || comment.type === 'trackback',
    replies: [],
  };
}

const isWebsite = (url: string) => /^https?:\/\//i.test(url) && URL.canParse(url);

function toLinks(terms: Maybe<readonly (CmsTerm | null)[]>): LinkView[] {
  return (terms ?? []).flatMap((term) => {
    const path = pathOf(term?.uri);
    const id = term?.databaseId;
    return term && path ? [{ name: term.name ?? '', path, ...(id ? { databaseId: id } : {}) }] : [];
  });
}

/** WordPress writes UTC without a zone; a draft's is zero. */
export function toMoment(gmt: Maybe<string>): string {
  const moment = gmt?.replace(' ', 'T');
  return moment && !Number.isNaN(Date.parse(`${moment}Z`)) ? `${moment}Z` : '';
}

function momentsOf({ dateGmt, modifiedGmt }: { dateGmt?: Maybe<string>; modifiedGmt?: Maybe<string> }) {
  return { publishedAt: toMoment(dateGmt), modifiedAt: toMoment(modifiedGmt) };
}

/**
 * Anonymous visitors get a protected item with its content kept back; a grant opens it. Then it is not restricted, also where it has no
 * content.
 */
function isProtected(item: {
  hasPassword?: Maybe<boolean>;
  isRestricted?: Maybe<boolean>;
  content?: Maybe<string>;
}): boolean {
  if (item.isRestricted === false) return false;
  return (item.hasPassword === true || item.isRestricted === true) && !item.content;
}
