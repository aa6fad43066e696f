import { normalizePath } from '../model/paths.ts';
import type { CmsAddress, CmsArchive } from '../model/types.ts';
import type { SnapshotFile } from './file.ts';
import type { Snapshot, SnapshotEntry, SnapshotItem } from './types.ts';

/** A snapshot with its items found by address and slug. Memory holds where they are, their contents stay on disk. */
export interface SnapshotIndex {
  file: SnapshotFile;
  snapshot: Snapshot;
  /** Whether all items of all types are there: what is not found does not exist. */
  isWhole: boolean;
  address: (uri: string) => CmsAddress | null;
  archive: (uri: string) => CmsArchive | null;
  page: (uri: string) => SnapshotItem | null;
  content: (uri: string) => SnapshotItem | null;
  postBySlug: (slug: string) => SnapshotItem | null;
  /** Items of a type, in the order in which they were read. */
  ofType: (type: string) => readonly SnapshotEntry[];
}

/** @param file one that is whole */
export function lookUp(file: SnapshotFile, snapshot: Snapshot): SnapshotIndex {
  const { terms, authors, contentTypes, reading, whole } = snapshot;
  const byType = new Map<string, SnapshotEntry[]>([
    ['post', []],
    ['page', []],
  ]);
  for (const entry of file.entries()) {
    const known = byType.get(entry.type);
    if (known) known.push(entry);
    else byType.set(entry.type, [entry]);
  }
  const { post: posts = [], page: pages = [], ...custom } = Object.fromEntries(byType);
  const items = Object.values(custom).flat();
  const postsPage = pages.find(({ databaseId }) => databaseId === reading?.pageForPosts);
  const blog = contentTypes.find(({ name }) => name === 'post');
  const archives = [
    ...contentTypes.filter(({ name }) => name !== 'post' && name !== 'page').map(toContentType),
    // The blog index stands at the address of a page (which has none itself then), or is the front page.
    ...(blog ? [{ ...toContentType(blog), uri: blog.uri ?? postsPage?.uri ?? '/' }] : []),
    ...terms,
    ...authors,
  ];
  const found = [...items, ...pages.filter((page) => page !== postsPage), ...posts];
  const addresses = byPath<CmsAddress>([...archives.map(toArchiveAddress), ...found.map(toItemAddress)]);
  const archivesByPath = byPath<CmsArchive>(archives);
  const pagesByPath = byPath(pages);
  const itemsByPath = byPath(items);
  const bySlug = new Map(posts.map((post) => [post.slug ?? '', post]));
  const at =
    <T>(map: Map<string, T>) =>
    (uri: string) =>
      map.get(normalizePath(uri) ?? uri) ?? null;
  const itemOf = (entry: SnapshotEntry | null | undefined) => (entry && file.item(entry.databaseId)) ?? null;
  return {
    file,
    snapshot,
    isWhole: Object.values(whole).every(Boolean),
    address: at(addresses),
    archive: at(archivesByPath),
    page: (uri) => itemOf(at(pagesByPath)(uri)),
    content: (uri) => itemOf(at(itemsByPath)(uri)),
    postBySlug: (slug) => itemOf(bySlug.get(slug)),
    ofType: (type) => byType.get(type) ?? [],
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

function toItemAddress({ __typename, uri, databaseId, type, slug }: SnapshotEntry): CmsAddress {
  return { __typename, uri: uri ?? null, databaseId, contentTypeName: type, slug: slug ?? null };
}
