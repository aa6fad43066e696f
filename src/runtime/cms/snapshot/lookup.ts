import { contentTypeEnum } from '../content-type-enum.ts';
import { normalizePath } from '../paths.ts';
import type { CmsAddress, CmsArchive } from '../types.ts';
import type { Snapshot, SnapshotItem, SnapshotPage } from './types.ts';

/** A snapshot with its items found by address, slug and id. */
export interface SnapshotIndex {
  snapshot: Snapshot;
  address: (uri: string) => CmsAddress | null;
  archive: (uri: string) => CmsArchive | null;
  page: (uri: string) => SnapshotPage | null;
  content: (uri: string) => SnapshotItem | null;
  postBySlug: (slug: string) => SnapshotItem | null;
  /** Items of every type, in the order of the ids. */
  byIds: (ids: readonly string[]) => SnapshotItem[];
  /** @param types GraphQL's names, `PROJECT` */
  ofTypes: (types: readonly string[]) => SnapshotItem[];
}

export function lookUp(snapshot: Snapshot): SnapshotIndex {
  const { posts, pages, content, terms, authors, contentTypes, reading } = snapshot;
  const items = Object.values(content).flat();
  const postsPage = pages.find(({ databaseId }) => databaseId === reading?.pageForPosts);
  const blog = contentTypes.find(({ name }) => name === 'post');
  const archives = [
    ...contentTypes.filter(({ name }) => name !== 'post' && name !== 'page').map(toContentType),
    // The blog index stands at the address of a page (which has none itself then), or is the front page.
    ...(blog ? [{ ...toContentType(blog), uri: blog.uri ?? postsPage?.uri ?? '/' }] : []),
    ...terms,
    ...authors,
  ];
  const addresses = byPath<CmsAddress>([
    ...archives.map(toArchiveAddress),
    ...items.map((item) => toItemAddress(item.__typename ?? 'ContentNode', item)),
    ...pages.filter((page) => page !== postsPage).map((page) => toItemAddress('Page', page)),
    ...posts.map((post) => toItemAddress('Post', post)),
  ]);
  const archivesByPath = byPath<CmsArchive>(archives);
  const pagesByPath = byPath(pages);
  const itemsByPath = byPath(items);
  const bySlug = new Map(posts.map((post) => [post.slug ?? '', post]));
  const byId = new Map<string, SnapshotItem>(
    [...items, ...(pages as SnapshotItem[]), ...posts].map((item) => [String(item.databaseId), item]),
  );
  const at =
    <T>(map: Map<string, T>) =>
    (uri: string) =>
      map.get(normalizePath(uri) ?? uri) ?? null;
  return {
    snapshot,
    address: at(addresses),
    archive: at(archivesByPath),
    page: at(pagesByPath),
    content: at(itemsByPath),
    postBySlug: (slug) => bySlug.get(slug) ?? null,
    byIds: (ids) => ids.flatMap((id) => byId.get(id) ?? []),
    ofTypes: (types) =>
      Object.entries({ post: posts, page: pages as SnapshotItem[], ...content }).flatMap(([type, list]) =>
        types.includes(contentTypeEnum(type)) ? list : [],
      ),
  };
}

function byPath<T extends { uri?: string | null }>(nodes: readonly T[]): Map<string, T> {
  // Later ones win: a post at the address of an archive is what WordPress would show.
  return new Map(nodes.flatMap((node) => (node.uri ? [[normalizePath(node.uri) ?? node.uri, node]] : [])));
}

const toContentType = (type: Snapshot['contentTypes'][number]) => ({ __typename: 'ContentType', ...type });

type Archive = CmsArchive & { databaseId?: number; slug?: string | null; taxonomyName?: string | null };

/** The fields of GetAddress: a content type has no id and no slug. */
function toArchiveAddress({
  __typename,
  uri = null,
  name,
  databaseId,
  slug,
  taxonomyName,
}: Archive): CmsAddress {
  if (__typename === 'ContentType') return { __typename, uri, ...(name ? { name } : {}) };
  const term = taxonomyName ? { taxonomyName } : {};
  return { __typename, uri, ...(databaseId ? { databaseId } : {}), ...term, slug: slug ?? null };
}

function toItemAddress(
  __typename: string,
  item: Pick<SnapshotPage, 'uri' | 'databaseId' | 'contentTypeName' | 'slug'>,
) {
  const { uri = null, databaseId, contentTypeName = '', slug = null } = item;
  return { __typename, uri, databaseId, contentTypeName, slug };
}
