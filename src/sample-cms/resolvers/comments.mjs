import { toGmt } from '../store/dates.mjs';
import { uploadUrl } from '../store/render.mjs';
import { canRead, isRestricted } from './access.mjs';
import { connection, oneToOne } from './connection.mjs';
import { toGlobalId, toNumbers } from './ids.mjs';

/** @import { Comment, Context, Item } from '../types.mjs' */

/** @param {Context} ctx @param {Comment} comment @returns {Item | null} */
function itemOf(ctx, comment) {
  const item = ctx.index.items.find((other) => other.type !== 'attachment' && other.key === comment.on);
  return item && canRead(item, ctx) && !isRestricted(item, ctx) ? item : null;
}

/**
 * Approved comments, newest first. Those that wait for approval, or belong to something hidden, are nowhere.
 *
 * @param {Context} ctx
 * @param {{ item?: Item, parent?: Comment, author?: string, where?: Record<string, any> | null }} which
 * @returns {Comment[]}
 */
export function commentsOf(ctx, { item, parent, author, where }) {
  const w = where ?? {};
  const ids = w.commentIn?.length ? new Set(toNumbers(w.commentIn)) : null;
  const on = w.contentId
    ? new Set(toNumbers([w.contentId]))
    : w.contentIdIn?.length
      ? new Set(toNumbers(w.contentIdIn))
      : null;
  const parents = w.parentIn?.length ? new Set(toNumbers(w.parentIn)) : null;
  const list = ctx.index.comments.filter(
    (comment) =>
      comment.status === 'APPROVE' &&
      (!item || comment.on === item.key) &&
      (!parent || comment.parent === parent.id) &&
      (!author || comment.author === author) &&
      (w.parent == null || comment.parent === w.parent) &&
      (!parents || parents.has(comment.parent)) &&
      (!ids || ids.has(comment.id)) &&
      (!w.contentName || comment.on === w.contentName) &&
      (!w.search || comment.content.toLowerCase().includes(w.search.toLowerCase())),
  );
  const direction = w.order === 'ASC' ? 1 : -1;
  return list
    .filter((comment) => {
      const target = itemOf(ctx, comment);
      return target && (!on || on.has(target.id));
    })
    .sort((a, b) => direction * (a.date.localeCompare(b.date) || a.id - b.id));
}

/** @type {import('./types.mjs').Resolvers} */
export const commentResolvers = {
  Comment: {
    id: (comment) => toGlobalId('comment', comment.id),
    databaseId: (comment) => comment.id,
    // Unlike posts, comments have a space between date and time.
    date: (comment) => comment.date.replace('T', ' '),
    dateGmt: (comment, _, ctx) => toGmt(comment.date, ctx.index.site.timezone).replace('T', ' '),
    content: (comment, args) => (args.format === 'RAW' ? null : `<p>${comment.content}</p>\n`),
    type: () => 'comment',
    parent: (comment, _, ctx) =>
      oneToOne(ctx.index.comments.find((other) => other.id === comment.parent && other.status === 'APPROVE')),
    parentId: (comment) => (comment.parent ? toGlobalId('comment', comment.parent) : null),
    parentDatabaseId: (comment) => comment.parent || 0,
    replies: (comment, args, ctx) =>
      connection(commentsOf(ctx, { parent: comment, where: args.where }), args),
    commentedOn: (comment, _, ctx) => oneToOne(itemOf(ctx, comment)),
    uri: (comment, _, ctx) => `${itemOf(ctx, comment)?.uri ?? '/'}#comment-${comment.id}`,
    link: (comment, _, ctx) => `${ctx.origin}${itemOf(ctx, comment)?.uri ?? '/'}#comment-${comment.id}`,
    author: (comment, _, ctx) => {
      const user = ctx.index.authors.find((other) => other.name === comment.author);
      return {
        name: comment.author,
        url: null,
        email: null,
        node: user ?? { __typename: 'CommentAuthor', comment },
      };
    },
    isContentNode: () => false,
    isTermNode: () => false,
    isComment: () => true,
    isFrontPage: () => false,
    isPostsPage: () => false,
    isRestricted: () => false,
  },
  CommentAuthor: {
    id: ({ comment }) => toGlobalId('comment_author', comment.id),
    databaseId: ({ comment }) => comment.id,
    name: ({ comment }) => comment.author,
    email: () => null,
    url: () => null,
    isRestricted: () => false,
    // No request leaves this machine: visitors share one picture instead of Gravatar's.
    avatar: (_, args, ctx) => {
      const size = args.size ?? 96;
      return {
        url: uploadUrl(ctx, 'avatar-visitor.webp'),
        size,
        width: size,
        height: size,
        foundAvatar: true,
        isRestricted: false,
      };
    },
  },
};
