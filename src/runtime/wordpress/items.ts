import { siteConfig } from '../config/site.ts';
import type { Address } from './address.ts';
import { type Read, read } from './client/read.ts';
import { readInTime } from './client/read-in-time.ts';
import { readCommentPage } from './comment-pages.ts';
import { readAuthorFields, readPageFields, readPostFields } from './fields/read-fields.ts';
import { readChildren, readNeighbours } from './index/neighbours.ts';
import { decodedUri } from './model/paths.ts';
import { everyRequest, strategyOf } from './model/strategy.ts';
import { tags } from './model/tags.ts';
import { toPage, toPost } from './model/to-view.ts';
import type { CmsContent, CmsPageNode } from './model/types.ts';
import type { PageView, PostView } from './model/views.ts';
import { getPage, getPagePreview } from './queries/pages.ts';
import { getContent, getContentPreview, getPost, getPostPreview } from './queries/posts.ts';

/** A grant for one unpublished item: its id and the header that opens it. */
export interface PreviewGrant {
  kind: 'preview';
  id: string;
  headers: Record<string, string>;
}

/** A grant for one protected item, for whoever has entered its password. It is read as it is published, and never stored. */
export interface OpenedGrant {
  kind: 'opened';
  headers: Record<string, string>;
}

export type Grant = PreviewGrant | OpenedGrant;

/**
 * That nothing is there is kept by the not-found page alone, as with addresses: a WordPress that fails in silence says it, too.
 * @param commentPage which of its comments are shown, see `readCommentPage`
 * @returns null when the CMS no longer has it
 */
export async function readPost(
  address: Address,
  grant?: Grant,
  commentPage?: number,
): Promise<PostView | null> {
  if (grant?.kind === 'preview') return readPostPreview(grant);
  const cache = cacheOf(address, grant);
  const question = {
    ...cache,
    operation: getPost,
    variables: { slug: address.slug },
    keep: (data: { post: unknown }) => data.post !== null,
  };
  const { post } = await readInTime(question, (data) => [data.post]);
  if (!post) return null;
  if (!post.comments || !siteConfig.features.comments) return withNeighbours(postView(post), cache);
  const { nodes, count, pages } = await readCommentPage(post, address.uri, cache, commentPage);
  const view = postView({ ...post, comments: { nodes } });
  return withNeighbours({ ...view, commentCount: count, commentPages: pages }, cache);
}

export async function readPage(address: Address, grant?: Grant): Promise<PageView | null> {
  if (grant?.kind === 'preview') return readPagePreview(grant);
  const question = {
    ...cacheOf(address, grant),
    operation: getPage,
    variables: { uri: decodedUri(address.uri) },
    keep: (data: { page: unknown }) => data.page !== null,
  };
  const { page } = await readInTime(question, (data) => [data.page]);
  if (!page) return null;
  const view = pageView(page);
  return { ...view, children: await readChildren(view, question.strategy) };
}

export async function readContent(address: Address, grant?: Grant): Promise<PostView | null> {
  if (grant?.kind === 'preview') return readContentPreview(grant);
  const question = {
    ...cacheOf(address, grant),
    operation: getContent,
    variables: { uri: decodedUri(address.uri) },
    keep: (data: { contentNode: unknown }) => data.contentNode !== null,
  };
  const { contentNode } = await readInTime(question, (data) => [data.contentNode]);
  return contentNode && withNeighbours(postView(contentNode), question);
}

async function withNeighbours(post: PostView, { strategy }: Cache): Promise<PostView> {
  return { ...post, ...(await readNeighbours(post, strategy)) };
}

export async function readPostPreview({ id, headers }: PreviewGrant): Promise<PostView | null> {
  const { post } = await read({
    ...uncached,
    operation: getPostPreview,
    variables: { id },
    preview: headers,
  });
  // Nobody comments on what only its editor sees.
  return post && { ...postView(post), commenting: null };
}

export async function readPagePreview({ id, headers }: PreviewGrant): Promise<PageView | null> {
  const { page } = await read({
    ...uncached,
    operation: getPagePreview,
    variables: { id },
    preview: headers,
  });
  return page && pageView(page);
}

export async function readContentPreview({ id, headers }: PreviewGrant): Promise<PostView | null> {
  const { contentNode } = await read({
    ...uncached,
    operation: getContentPreview,
    variables: { id },
    preview: headers,
  });
  return contentNode && postView(contentNode);
}

function postView(content: CmsContent): PostView {
  const post = toPost(content);
  // A cached answer may be from before they were switched off.
  const off = siteConfig.features.comments ? {} : { comments: [], commentCount: 0, commenting: null };
  return {
    ...post,
    ...off,
    fields: readPostFields(content, post.isProtected),
    authorFields: readAuthorFields(content.author?.node),
  };
}

function pageView(node: CmsPageNode): PageView {
  const page = toPage(node);
  return { ...page, fields: readPageFields(node, page.isProtected) };
}

const uncached = { tags: [], strategy: everyRequest };

type Cache = Pick<Read<unknown, object>, 'tags' | 'strategy' | 'preview'>;

function cacheOf(address: Address, opened: OpenedGrant | undefined): Cache {
  const { path } = address;
  const strategy = strategyOf(address, siteConfig);
  if (opened) return { tags: [], strategy, preview: opened.headers };
  return { tags: [tags.path(path), ...tags.below(path)], strategy };
}
