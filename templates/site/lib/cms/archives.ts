import type { RenderingStrategy } from '@/lib/config';
import type { Address } from './address';
import { contentTypeEnum } from './content-type-enum';
import type { Operation } from './operation';
import { listContent, listPages, listPosts, listTerms } from './queries/lists';
import { getContentById, getPosts, getPostsById } from './queries/posts';
import { getArchive, getPostsPage, getReading } from './queries/site';
import { read } from './read';
import { tags } from './tags';
import { toPostCard } from './to-view';
import type { Connection } from './types';
import type { PostCardView } from './views';

/** Posts on one page of an archive when the CMS does not say. */
const POSTS_PER_PAGE = 10;

export interface ArchivePage {
  /** `posts`, `category`, `tag`, `author` or `contentType`. */
  kind: Address['kind'];
  title: string;
  /** HTML. */
  description: string;
  avatar?: string;
  posts: PostCardView[];
  page: number;
  pages: number;
}

/** The newest posts, by the specification's own operation. */
export async function readLatestPosts(first: number, strategy: RenderingStrategy): Promise<PostCardView[]> {
  const { posts } = await read({
    operation: getPosts,
    variables: { first },
    tags: [tags.list('post')],
    strategy,
  });
  return (posts?.nodes ?? []).flatMap((node) => (node ? [toPostCard(node)] : []));
}

/**
 * One page of the blog index, of a term's, author's or custom type's archive.
 * @returns null when the archive or that page of it does not exist
 */
export async function readArchive(
  address: Address,
  page: number,
  strategy: RenderingStrategy,
): Promise<ArchivePage | null> {
  const [ids, reading] = await Promise.all([listIds(address, strategy), readReading(strategy)]);
  const perPage = reading.postsPerPage ?? POSTS_PER_PAGE;
  const pages = Math.max(1, Math.ceil(ids.length / perPage));
  if (page > pages) return null;
  const { nodeByUri } = await read({
    operation: getArchive,
    variables: { uri: address.uri },
    tags: [tags.path(address.path), ...tags.below(address.path)],
    strategy,
  });
  if (!nodeByUri) return null;
  const postsPage = address.kind === 'posts' ? await readPostsPageTitle(address, reading, strategy) : null;
  return {
    kind: address.kind,
    title: postsPage ?? nodeByUri.label ?? nodeByUri.name ?? '',
    description: nodeByUri.description ?? '',
    ...(nodeByUri.avatar?.url ? { avatar: nodeByUri.avatar.url } : {}),
    posts: await readCards(address, ids.slice((page - 1) * perPage, page * perPage), strategy),
    page,
    pages,
  };
}

async function readReading(strategy: RenderingStrategy) {
  const { readingSettings } = await read({
    operation: getReading,
    variables: {},
    tags: [tags.settings],
    strategy,
  });
  const { postsPerPage, pageForPosts } = readingSettings ?? {};
  return {
    postsPerPage: postsPerPage && postsPerPage > 0 ? Math.min(postsPerPage, 100) : null,
    pageForPosts,
  };
}

async function readPostsPageTitle(
  address: Address,
  { pageForPosts }: { pageForPosts?: number | null },
  strategy: RenderingStrategy,
): Promise<string | null> {
  if (!pageForPosts) return null;
  const { page } = await read({
    operation: getPostsPage,
    variables: { id: String(pageForPosts) },
    tags: [tags.path(address.path)],
    strategy,
  });
  return page?.title ?? null;
}

async function readCards(
  address: Address,
  ids: string[],
  strategy: RenderingStrategy,
): Promise<PostCardView[]> {
  // WordPress answers every post there is to an empty list of ids.
  if (ids.length === 0) return [];
  const tag = [tags.list(address.type)];
  const nodes =
    address.kind === 'contentType'
      ? (
          await read({
            operation: getContentById,
            variables: { ids, types: [contentTypeEnum(address.type)] },
            tags: tag,
            strategy,
          })
        ).contentNodes?.nodes
      : (await read({ operation: getPostsById, variables: { ids }, tags: tag, strategy })).posts?.nodes;
  return (nodes ?? []).flatMap((node) => (node ? [toPostCard(node)] : []));
}

async function listIds(address: Address, strategy: RenderingStrategy): Promise<string[]> {
  const listed =
    address.kind === 'contentType'
      ? await walk(listContent, { types: [contentTypeEnum(address.type)] }, address.type, strategy)
      : await walk(listPosts, { where: archiveFilter(address) }, 'post', strategy);
  return listed.map(({ databaseId }) => String(databaseId));
}

function archiveFilter({ kind, databaseId }: Address): object {
  if (kind === 'category') return { categoryId: databaseId };
  if (kind === 'tag') return { tagId: String(databaseId) };
  return kind === 'author' ? { author: databaseId } : {};
}

export async function listPostPaths(strategy: RenderingStrategy): Promise<string[]> {
  return uris(await walk(listPosts, { where: {} }, 'post', strategy));
}

export async function listPagePaths(strategy: RenderingStrategy): Promise<string[]> {
  return uris(await walk(listPages, {}, 'page', strategy));
}

export async function listContentPaths(type: string, strategy: RenderingStrategy): Promise<string[]> {
  return uris(await walk(listContent, { types: [contentTypeEnum(type)] }, type, strategy));
}

export async function listTermPaths(strategy: RenderingStrategy): Promise<string[]> {
  return uris(await walk(listTerms, {}, 'post', strategy));
}

const uris = (listed: readonly { uri: string | null }[]) => listed.flatMap(({ uri }) => (uri ? [uri] : []));

/**
 * All rows of a list, a hundred a request, to its end: WPGraphQL caps at 100 without a word, and answers the first page
 * again for a cursor that it does not understand, so a repeated cursor ends the walk with an error.
 */
async function walk<Row, Variables extends object>(
  operation: Operation<{ list: Connection<Row> | null }, Variables & { after?: string }>,
  variables: Variables,
  type: string,
  strategy: RenderingStrategy,
): Promise<Row[]> {
  const rows: Row[] = [];
  const seen = new Set<string>();
  for (let after: string | undefined; ; ) {
    const { list } = await read({
      operation,
      variables: { ...variables, ...(after ? { after } : {}) } as Variables & { after?: string },
      tags: [tags.list(type)],
      strategy,
    });
    rows.push(...(list?.nodes ?? []).filter((node): node is Row & NonNullable<unknown> => node !== null));
    const cursor = list?.pageInfo?.hasNextPage ? list.pageInfo.endCursor : null;
    if (!cursor) return rows;
    if (seen.has(cursor)) throw new Error(`${operation.name}: the CMS repeats the cursor ${cursor}`);
    seen.add(cursor);
    after = cursor;
  }
}
