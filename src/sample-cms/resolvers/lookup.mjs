import { pathKey } from '../store/paths.mjs';
import { canRead, readable } from './access.mjs';
import { contentTypeByName } from './content-types.mjs';
import { fromGlobalId } from './ids.mjs';

/** @import { Author, Context, Item, ItemType, Term } from '../types.mjs' */

/** @param {string} slug */
const decoded = (slug) => pathKey(slug).slice(1);

/**
 * An item by its address. The posts page is the exception: at its address WPGraphQL has the archive,
 * so it is found by id only.
 *
 * @param {Context} ctx
 * @param {string} uri
 * @returns {Item | null}
 */
export function itemByUri(ctx, uri) {
  const plain = /^\/?\?(?:.*&)?(?:p|page_id)=(\d+)/.exec(uri.replace(/^https?:\/\/[^/]+/i, ''));
  const item = plain ? ctx.index.byId.get(Number(plain[1])) : ctx.index.byUri.get(pathKey(uri));
  return item && item.id !== ctx.index.postsPageId ? item : null;
}

/**
 * @param {Context} ctx
 * @param {{ id: string | number, idType?: string | null, asPreview?: boolean | null }} args
 * @param {ItemType | null} type  null for any
 */
export function findItem(ctx, { id, idType, asPreview }, type) {
  const key = String(id);
  /** @type {Item | null | undefined} */
  let item;
  switch (idType ?? 'ID') {
    case 'DATABASE_ID':
      item = ctx.index.byId.get(Number(key));
      break;
    case 'SLUG':
      item = ctx.index.items.find(
        (other) => other.type === type && other.slug !== '' && decoded(other.slug) === decoded(key),
      );
      break;
    case 'URI':
      item = itemByUri(ctx, key);
      break;
    case 'SOURCE_URL':
      item = ctx.index.media.get(decodeURIComponent(key.split('/').pop() ?? ''));
      break;
    default: {
      const global = fromGlobalId(key);
      item = global.kind === 'post' ? ctx.index.byId.get(Number(global.id)) : null;
    }
  }
  if (type && item && item.type !== type) return null;
  return readable(item, ctx, asPreview);
}

/**
 * @param {Context} ctx
 * @param {{ id: string | number, idType?: string | null }} args
 * @param {Term['taxonomy'] | null} taxonomy  null for any
 * @returns {Term | null}
 */
export function findTerm(ctx, { id, idType }, taxonomy) {
  const key = String(id);
  const global = (idType ?? 'ID') === 'ID' ? fromGlobalId(key) : null;
  const term =
    idType === 'URI'
      ? ctx.index.termByUri.get(pathKey(key))
      : ctx.index.terms.find(
          (other) =>
            (!taxonomy || other.taxonomy === taxonomy) &&
            (idType === 'DATABASE_ID'
              ? other.id === Number(key)
              : idType === 'SLUG'
                ? decoded(other.slug) === decoded(key)
                : idType === 'NAME'
                  ? other.name === key
                  : global?.kind === 'term' && other.id === Number(global.id)),
        );
  return term && (!taxonomy || term.taxonomy === taxonomy) ? term : null;
}

/** @param {Context} ctx @param {string} uri */
const authorByUri = (ctx, uri) =>
  ctx.index.authorBySlug.get(/^\/author\/([^/]+)$/.exec(pathKey(uri))?.[1] ?? '');

/**
 * @param {Context} ctx
 * @param {{ id: string | number, idType?: string | null }} args
 * @returns {Author | null}
 */
export function findUser(ctx, { id, idType }) {
  const key = String(id);
  const user =
    idType === 'URI'
      ? authorByUri(ctx, key)
      : ctx.index.authors.find((other) =>
          idType === 'DATABASE_ID'
            ? other.id === Number(key)
            : idType === 'SLUG' || idType === 'USERNAME'
              ? other.slug === key
              : idType === 'EMAIL'
                ? false
                : toUserId(key) === other.id,
        );
  return user && isPublicAuthor(ctx, user) ? user : null;
}

/** @param {string} globalId */
function toUserId(globalId) {
  const { kind, id } = fromGlobalId(globalId);
  return kind === 'user' ? Number(id) : 0;
}

/**
 * WordPress hides users who published nothing.
 * @param {Context} ctx @param {Author} author
 */
export const isPublicAuthor = (ctx, author) =>
  ctx.index.items.some((item) => item.author === author.slug && item.status === 'publish');

/**
 * The content at an address: a page, post, project, upload, term, author or archive.
 * @param {Context} ctx
 * @param {string} uri
 */
export function nodeByUri(ctx, uri) {
  const item = itemByUri(ctx, uri);
  if (item) return canRead(item, ctx) ? item : null;
  // A query that named an item found none: it is not the front page.
  if (/^\/?\?(?:.*&)?(?:p|page_id)=/.test(uri)) return null;
  const path = pathKey(uri);
  const term = ctx.index.termByUri.get(path);
  if (term) return term;
  const author = authorByUri(ctx, uri);
  if (author) return isPublicAuthor(ctx, author) ? author : null;
  if (path === '/project') return contentTypeByName('project');
  // Without a front page of its own WordPress shows the posts there.
  if (path === '/') return contentTypeByName('post');
  const postsPage = ctx.index.byId.get(ctx.index.postsPageId);
  return postsPage && path === pathKey(postsPage.uri) ? contentTypeByName('post') : null;
}
