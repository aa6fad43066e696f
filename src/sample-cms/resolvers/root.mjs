import { escapeHtml } from '../store/render.mjs';
import { commentsOf } from './comments.mjs';
import { connection } from './connection.mjs';
import { CONTENT_TYPES, contentTypeByName, TAXONOMIES, taxonomyByName } from './content-types.mjs';
import { select } from './filters.mjs';
import { fromGlobalId, toGlobalId } from './ids.mjs';
import { findItem, findTerm, findUser, isPublicAuthor, nodeByUri } from './lookup.mjs';
import { menuItems } from './menus.mjs';
import { orderTerms } from './terms.mjs';

/** @import { Context, Item, ItemType, Term } from '../types.mjs' */

/** @typedef {import('./types.mjs').Resolver} Resolver */

/** @param {ItemType} type @returns {Resolver} */
const one = (type) => (_, args, ctx) => findItem(ctx, args, type);

/** @param {(item: Item) => boolean} test @returns {Resolver} */
const many = (test) => (_, args, ctx) =>
  connection(select(ctx, ctx.index.items.filter(test), args.where), args);

/** @param {Term['taxonomy']} taxonomy @returns {Resolver} */
const oneTerm = (taxonomy) => (_, args, ctx) => findTerm(ctx, args, taxonomy);

/** @param {(term: Term) => boolean} test @returns {Resolver} */
const manyTerms = (test) => (_, args, ctx) =>
  connection(orderTerms(ctx, ctx.index.terms.filter(test), args.where), args);

/** @param {string} group */
const settings = (group) => ({ id: toGlobalId('settings_group', group) });

/** @param {{ id: string, idType?: string }} args @param {string} kind */
const nameOf = (args, kind) => {
  if (args.idType === 'NAME') return args.id;
  const global = fromGlobalId(args.id);
  return global.kind === kind ? global.id : '';
};

/** @param {{ id: string | number, idType?: string }} args */
const numberOf = (args) => Number(args.idType === 'DATABASE_ID' ? args.id : fromGlobalId(String(args.id)).id);

/** @param {Context} ctx @param {string} id */
function anyNode(ctx, id) {
  const { kind, id: key } = fromGlobalId(id);
  if (kind === 'post')
    return (
      findItem(ctx, { id: key, idType: 'DATABASE_ID' }, null) ??
      menuItems(ctx).find((item) => item.id === Number(key)) ??
      null
    );
  if (kind === 'term') return findTerm(ctx, { id: key, idType: 'DATABASE_ID' }, null);
  if (kind === 'user') return findUser(ctx, { id: key, idType: 'DATABASE_ID' });
  if (kind === 'comment') return commentsOf(ctx, {}).find((comment) => comment.id === Number(key)) ?? null;
  if (kind === 'post_type') return contentTypeByName(key);
  return kind === 'taxonomy' ? taxonomyByName(key) : null;
}

/** @type {import('./types.mjs').Resolvers} */
export const rootResolvers = {
  RootQuery: {
    post: one('post'),
    page: one('page'),
    project: one('project'),
    mediaItem: one('attachment'),
    posts: many((item) => item.type === 'post'),
    pages: many((item) => item.type === 'page'),
    projects: many((item) => item.type === 'project'),
    mediaItems: many((item) => item.type === 'attachment'),
    contentNodes: many((item) => item.type !== 'attachment'),
    contentNode: (_, args, ctx) =>
      findItem(ctx, args, args.contentType ? args.contentType.toLowerCase() : null),
    category: oneTerm('category'),
    tag: oneTerm('post_tag'),
    termNode: (_, args, ctx) =>
      findTerm(ctx, args, args.taxonomy ? (args.taxonomy === 'TAG' ? 'post_tag' : 'category') : null),
    categories: manyTerms((term) => term.taxonomy === 'category'),
    tags: manyTerms((term) => term.taxonomy === 'post_tag'),
    terms: manyTerms(() => true),
    user: (_, args, ctx) => findUser(ctx, args),
    users: (_, args, ctx) => {
      const w = args.where ?? {};
      const search = w.search?.toLowerCase();
      const list = ctx.index.authors.filter(
        (author) =>
          isPublicAuthor(ctx, author) &&
          (!w.include?.length || w.include.includes(author.id)) &&
          !w.exclude?.includes(author.id) &&
          (!w.nicename || author.slug === w.nicename) &&
          (!w.nicenameIn?.length || w.nicenameIn.includes(author.slug)) &&
          (!search || author.name.toLowerCase().includes(search)),
      );
      return connection(list, args);
    },
    comment: (_, args, ctx) => commentsOf(ctx, {}).find((comment) => comment.id === numberOf(args)) ?? null,
    comments: (_, args, ctx) => connection(commentsOf(ctx, { where: args.where }), args),
    menuItems: (_, args, ctx) => connection(menuItems(ctx, args.where), args),
    menuItem: (_, args, ctx) => menuItems(ctx).find((item) => item.id === numberOf(args)) ?? null,
    menus: (_, args, ctx) => {
      const w = args.where ?? {};
      return connection(
        ctx.index.menus.filter(
          (menu) => (!w.location || menu.location === w.location) && (!w.slug || menu.slug === w.slug),
        ),
        args,
      );
    },
    menu: (_, args, ctx) =>
      ctx.index.menus.find((menu) =>
        args.idType === 'LOCATION'
          ? menu.location === String(args.id).toUpperCase()
          : args.idType === 'NAME'
            ? menu.name === args.id
            : args.idType === 'SLUG'
              ? menu.slug === args.id
              : menu.id === numberOf(args),
      ) ?? null,
    contentType: (_, args) => contentTypeByName(nameOf(args, 'post_type')),
    contentTypes: (_, args) => connection(CONTENT_TYPES, args),
    taxonomy: (_, args) => taxonomyByName(nameOf(args, 'taxonomy')),
    taxonomies: (_, args) => connection(TAXONOMIES, args),
    node: (_, args, ctx) => (args.id ? anyNode(ctx, args.id) : null),
    nodeByUri: (_, args, ctx) => nodeByUri(ctx, args.uri),
    // Nobody can sign in here.
    viewer: () => null,
    generalSettings: (_, __, ctx) => {
      const { site } = ctx.index;
      return {
        ...settings('general'),
        url: ctx.origin,
        homeUrl: ctx.origin,
        email: null,
        // Entity-encoded, unlike every other title.
        title: escapeHtml(site.title),
        description: escapeHtml(site.description),
        language: site.language,
        timezone: site.timezone,
        dateFormat: site.dateFormat,
        timeFormat: site.timeFormat,
        startOfWeek: site.startOfWeek,
      };
    },
    readingSettings: (_, __, ctx) => ({
      ...settings('reading'),
      showOnFront: ctx.index.frontPageId ? 'page' : 'posts',
      pageOnFront: ctx.index.frontPageId,
      pageForPosts: ctx.index.postsPageId,
      postsPerPage: ctx.index.site.postsPerPage,
    }),
    permalinkSettings: () => ({
      ...settings('permalink'),
      structure: '/%postname%/',
      categoryBase: 'category',
      tagBase: 'tag',
    }),
    discussionSettings: () => ({
      ...settings('discussion'),
      defaultCommentStatus: 'open',
      defaultPingStatus: 'closed',
    }),
  },
};
