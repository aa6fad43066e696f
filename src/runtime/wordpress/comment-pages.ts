import { asPart } from './client/deadline.ts';
import { againIn, type Read, read } from './client/read.ts';
import { type CommentRow, pagesOf, readOutline } from './model/comment-plan.ts';
import { AT_ONCE, pageThrough } from './model/paging.ts';
import { pathBelow } from './model/paths.ts';
import type { CmsComment, CmsContent } from './model/types.ts';
import type { CommentPagesView } from './model/views.ts';
import { getCommentOutline, getCommentsById } from './queries/posts.ts';
import { isTooMuch } from './take-snapshot/pages.ts';

type Cache = Pick<Read<unknown, object>, 'tags' | 'strategy' | 'preview'>;

/** The comments of one page of a post, and where it stands among the others. */
export interface CommentPage {
  /** The newest first, as the CMS gives lists. */
  nodes: CmsComment[];
  count: number;
  pages: CommentPagesView | null;
}

/**
 * Reads a page of the comments of a post. A post answers its newest hundred itself. Where it has more, the companion says with the
 * post which ones, and only those that the page shows are asked for, in three requests at most. Without the companion a post answers
 * the ids of its newest hundred, and one light request for each further hundred says which comments there are.
 * @param uri address of the post, as the CMS writes it
 * @param number 1 for the oldest; the page that stands at the address of the post where it is left out, or where there is no such page
 * @throws {WordPressError|GraphQLError} when the CMS fails
 */
export async function readCommentPage(
  post: CmsContent,
  uri: string,
  cache: Cache,
  number?: number,
): Promise<CommentPage> {
  const { perPage, opensWithOldest } = post.companionComments ?? {};
  const rows = await rowsOf(post, cache);
  const pages = pagesOf(rows, perPage ?? 0);
  const opening = opensWithOldest ? 1 : pages.length;
  const page = number && number <= pages.length ? number : opening;
  const nodes = await nodesOf(post, pages[page - 1] ?? [], cache);
  const pathOf = (page: number) => (page === opening ? uri : commentPagePath(uri, page));
  const linkTo = (page: number) => (pages[page - 1] ? `${pathOf(page)}#comments` : null);
  const around = { older: linkTo(page - 1), newer: linkTo(page + 1) };
  return {
    nodes,
    count: rows.length,
    pages: pages.length > 1 ? { page, pages: pages.length, path: pathOf(page), ...around } : null,
  };
}

/** WordPress's address of a page of comments: `/a-post/comment-page-2/`. */
export const commentPagePath = (uri: string, page: number) => pathBelow(uri, `comment-page-${page}`);

/** Ids of all comments, the oldest first. */
async function rowsOf(post: CmsContent, cache: Cache): Promise<CommentRow[]> {
  const outline = post.comments?.pageInfo?.hasNextPage ? post.companionComments?.outline : null;
  if (outline) return readOutline(outline);
  const rows = await pageThrough('GetCommentOutline', async (after) => {
    if (!after) return post.comments ?? null;
    const variables = { id: String(post.databaseId), after };
    return (await read({ ...cache, operation: getCommentOutline, variables })).post?.comments ?? null;
  });
  return rows.map(({ databaseId: id, parentDatabaseId: parent }) => ({ id, parent: parent ?? 0 })).reverse();
}

/** A comment that is gone since the outline was read is left out. */
async function nodesOf(post: CmsContent, rows: readonly CommentRow[], cache: Cache): Promise<CmsComment[]> {
  const nodes = new Map<number, CmsComment>();
  const add = (list: CmsContent['comments']) => {
    for (const node of list?.nodes ?? []) if (node && 'content' in node) nodes.set(node.databaseId, node);
  };
  add(post.comments);
  const missing = rows.flatMap(({ id }) => (nodes.has(id) ? [] : [String(id)]));
  const groups = Array.from({ length: Math.ceil(missing.length / AT_ONCE) }, (_, i) =>
    missing.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
  );
  for (const list of await Promise.all(groups.map((ids) => readById(post, ids, cache)))) add(list);
  return rows
    .flatMap(({ id, parent }) => {
      const node = nodes.get(id);
      return node ? [{ ...node, parentDatabaseId: parent }] : [];
    })
    .reverse();
}

/** Milliseconds of a visitor's ten seconds for comments that nothing bounds. */
const UNBOUNDED_MS = 5_000;
/** Seconds after which a page is made again that lacks them. */
const AGAIN_SECONDS = 300;

/**
 * Visitors write comments, and the companion alone bounds them. Without it, comments that are more than WordPress can answer, or the
 * site reads, are left out: their post is shown, with its edits.
 */
async function readById(post: CmsContent, ids: string[], cache: Cache): Promise<CmsContent['comments']> {
  const variables = { id: String(post.databaseId), ids };
  const ask = async () =>
    (await read({ ...cache, operation: getCommentsById, variables })).post?.comments ?? null;
  if (post.companionComments) return ask();
  try {
    return await asPart(UNBOUNDED_MS, ask);
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    await againIn(AGAIN_SECONDS);
    return null;
  }
}
