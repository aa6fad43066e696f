import { uploadUrl } from '../store/render.mjs';
import { commentsOf } from './comments.mjs';
import { connection } from './connection.mjs';
import { select } from './filters.mjs';
import { toGlobalId } from './ids.mjs';

/** @import { Author, Context, ItemType } from '../types.mjs' */

/** @param {Author} user @param {any} args @param {Context} ctx */
function avatar(user, args, ctx) {
  if (!user.avatar) return null;
  const size = args.size ?? 96;
  return {
    url: uploadUrl(ctx, user.avatar),
    size,
    width: size,
    height: size,
    foundAvatar: true,
    default: 'mm',
    isRestricted: false,
  };
}

/** @param {ItemType} type @returns {import('./types.mjs').Resolver} */
const written = (type) => (user, args, ctx) =>
  connection(
    select(
      ctx,
      ctx.index.items.filter((item) => item.type === type && item.author === user.slug),
      args.where,
    ),
    args,
  );

/** @type {import('./types.mjs').Resolvers} */
export const userResolvers = {
  User: {
    id: (user) => toGlobalId('user', user.id),
    databaseId: (user) => user.id,
    uri: (user) => `/author/${user.slug}/`,
    nicename: (user) => user.slug,
    nickname: (user) => user.name,
    description: (user) => user.description || null,
    url: (user) => user.url ?? null,
    avatar,
    // Private to people who are signed in: null, with no error.
    email: () => null,
    username: () => null,
    registeredDate: () => null,
    posts: written('post'),
    pages: written('page'),
    comments: (user, args, ctx) =>
      connection(commentsOf(ctx, { author: user.name, where: args.where }), args),
    isContentNode: () => false,
    isTermNode: () => false,
    isComment: () => false,
    isFrontPage: () => false,
    isPostsPage: () => false,
    isRestricted: () => true,
  },
};
