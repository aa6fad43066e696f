import { toGmt } from '../store/dates.mjs';
import { contentOf, excerptOf } from '../store/render.mjs';
import { canRead, isRestricted } from './access.mjs';
import { commentsOf } from './comments.mjs';
import { connection, oneToOne } from './connection.mjs';
import { contentTypeByName } from './content-types.mjs';
import { toGlobalId } from './ids.mjs';
import { isPublicAuthor } from './lookup.mjs';
import { orderTerms } from './terms.mjs';

/** @import { Context, Item, Term } from '../types.mjs' */

/** @typedef {import('./types.mjs').Resolver} Resolver */

/**
 * Null to whoever lacks the password of a protected item.
 * @param {(item: Item, args: any, ctx: Context) => any} resolve
 * @param {(args: any) => any} [instead]
 * @returns {Resolver}
 */
const open =
  (resolve, instead = () => null) =>
  (item, args, ctx) =>
    isRestricted(item, ctx) ? instead(args) : resolve(item, args, ctx);

/** @param {any} args */
const emptyList = (args) => connection([], args);

/** The editor's own text is for people who may edit. @param {any} args */
const raw = (args) => args.format === 'RAW';

/** @param {string[]} slugs @param {Term['taxonomy']} taxonomy @param {Context} ctx */
const termsOf = (slugs, taxonomy, ctx) =>
  slugs.flatMap((slug) => ctx.index.termBySlug.get(`${taxonomy}/${slug}`) ?? []);

/** @param {Item} item @param {Context} ctx */
const author = (item, ctx) => {
  const user = ctx.index.authorBySlug.get(item.author);
  return user && isPublicAuthor(ctx, user) ? user : null;
};

/** @param {Item} item @param {Context} ctx */
const imageOf = (item, ctx) => (item.image ? ctx.index.media.get(item.image) : undefined);

/** Fields of everything in the posts table. @type {Record<string, Resolver>} */
export const contentNode = {
  id: (item) => toGlobalId('post', item.id),
  databaseId: (item) => item.id,
  contentTypeName: (item) => item.type,
  contentType: (item) => oneToOne(contentTypeByName(item.type)),
  title: (item, args) => (raw(args) ? null : item.title || null),
  slug: (item) => item.slug || null,
  uri: (item) => item.uri,
  link: (item, _, ctx) => ctx.origin + encodeURI(item.uri),
  guid: (item, _, ctx) => `${ctx.origin}/?p=${item.id}`,
  status: (item) => item.status,
  date: open((item) => item.date),
  dateGmt: open((item, _, ctx) => toGmt(item.date, ctx.index.site.timezone)),
  modified: open((item) => item.modified),
  modifiedGmt: open((item, _, ctx) => toGmt(item.modified, ctx.index.site.timezone)),
  hasPassword: (item) => Boolean(item.password),
  isRestricted: (item, _, ctx) => isRestricted(item, ctx),
  isPreview: (item) => item.revisionOf !== undefined,
  isContentNode: () => true,
  isTermNode: () => false,
  isComment: () => false,
  isFrontPage: (item, _, ctx) => item.id === ctx.index.frontPageId,
  isPostsPage: (item, _, ctx) => item.id === ctx.index.postsPageId,
  content: open((item, args, ctx) => (raw(args) ? null : contentOf(item, ctx))),
  excerpt: open((item, args, ctx) => (raw(args) ? null : excerptOf(item, ctx))),
  author: open((item, _, ctx) => oneToOne(author(item, ctx))),
  authorId: open((item, _, ctx) => {
    const user = author(item, ctx);
    return user && toGlobalId('user', user.id);
  }),
  authorDatabaseId: open((item, _, ctx) => author(item, ctx)?.id ?? null),
  featuredImage: open((item, _, ctx) => oneToOne(imageOf(item, ctx))),
  featuredImageId: open((item, _, ctx) => {
    const image = imageOf(item, ctx);
    return image ? toGlobalId('post', image.id) : null;
  }),
  featuredImageDatabaseId: open((item, _, ctx) => imageOf(item, ctx)?.id ?? null),
  commentStatus: (item) => (item.comments ? 'open' : 'closed'),
  commentCount: open((item, _, ctx) => commentsOf(ctx, { item }).length || null),
  comments: open(
    (item, args, ctx) => connection(commentsOf(ctx, { item, where: args.where }), args),
    emptyList,
  ),
};

/** @type {Record<string, Resolver>} */
const post = {
  ...contentNode,
  // Non-null in the schema and null for a protected post: one such post empties a whole list that asks for it.
  isSticky: open((item) => item.sticky),
  categories: open(
    (item, args, ctx) =>
      connection(orderTerms(ctx, termsOf(item.categories, 'category', ctx), args.where), args),
    emptyList,
  ),
  tags: open(
    (item, args, ctx) => connection(orderTerms(ctx, termsOf(item.tags, 'post_tag', ctx), args.where), args),
    emptyList,
  ),
  terms: open((item, args, ctx) => {
    const all = [...termsOf(item.categories, 'category', ctx), ...termsOf(item.tags, 'post_tag', ctx)];
    return connection(orderTerms(ctx, all, args.where), args);
  }, emptyList),
};

/** @param {Context} ctx @param {Item} item @returns {Item[]} nearest first */
function ancestorsOf(ctx, item) {
  const parent = ctx.index.byId.get(item.parentId);
  return parent && canRead(parent, ctx) ? [parent, ...ancestorsOf(ctx, parent)] : [];
}

/** @type {Record<string, Resolver>} */
export const hierarchical = {
  ancestors: (item, args, ctx) => connection(ancestorsOf(ctx, item), args),
  parent: (item, _, ctx) => oneToOne(ancestorsOf(ctx, item)[0]),
  parentId: (item) => (item.parentId ? toGlobalId('post', item.parentId) : null),
  parentDatabaseId: (item) => item.parentId || null,
  children: (item, args, ctx) => {
    const children = ctx.index.items.filter((other) => other.parentId === item.id && canRead(other, ctx));
    return connection(
      children.sort((a, b) => a.menuOrder - b.menuOrder || b.id - a.id),
      args,
    );
  },
};

/** @type {import('./types.mjs').Resolvers} */
export const contentResolvers = {
  Post: post,
  Project: contentNode,
  Page: { ...contentNode, ...hierarchical, isPrivacyPage: (item) => item.slug === 'privacy' },
};
