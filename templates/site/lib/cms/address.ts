import { normalizePath } from './paths';
import { getAddress } from './queries/site';
import { read } from './read';
import { everyRequest, lasting } from './strategy';
import { tags } from './tags';
import type { CmsAddress } from './types';

/** What lives at a path, and which entry of `rendering` decides how it is cached. */
export interface Address {
  kind: 'post' | 'page' | 'content' | 'category' | 'tag' | 'author' | 'posts' | 'contentType';
  /** `posts`, `pages`, `archives`, or the name of a custom content type. */
  contentType: string;
  /** WordPress's name of the type whose items these are: `post`, `page`, `project`. */
  type: string;
  databaseId: number | undefined;
  slug: string;
  /** Path in normal form. */
  path: string;
  /** The path as the CMS writes it, slash included. */
  uri: string;
}

/**
 * Asks the CMS what lives at a path. Cached until something appears there or goes away: such answers
 * are only ever dropped at once, see `tags.address`.
 * @param fresh asks anew: on a route that is rendered for every request, and where the revalidate route compares
 * @returns null when nothing public does
 */
export async function findAddress(path: string, fresh = false): Promise<Address | null> {
  const { nodeByUri } = await read({
    operation: getAddress,
    variables: { uri: withSlash(path) },
    tags: [tags.address(path)],
    strategy: fresh ? everyRequest : lasting,
  });
  return nodeByUri && toAddress(nodeByUri, path);
}

export function toAddress(node: CmsAddress, path: string): Address | null {
  const kind = kindOf(node);
  if (!kind) return null;
  const uri = node.uri ?? path;
  return {
    kind,
    contentType: contentTypeOf(kind, node),
    type: kind === 'contentType' ? (node.name ?? '') : (node.contentTypeName ?? 'post'),
    databaseId: node.databaseId,
    slug: node.slug ?? '',
    path: normalizePath(uri) ?? path,
    uri,
  };
}

function kindOf(node: CmsAddress): Address['kind'] | undefined {
  switch (node.__typename) {
    case 'Post':
      return 'post';
    case 'Page':
      return 'page';
    case 'Category':
      return 'category';
    case 'Tag':
      return 'tag';
    case 'User':
      return 'author';
    case 'ContentType':
      return node.name === 'post' ? 'posts' : 'contentType';
    default:
      return node.contentTypeName && node.contentTypeName !== 'attachment' ? 'content' : undefined;
  }
}

function contentTypeOf(kind: Address['kind'], node: CmsAddress): string {
  if (kind === 'post') return 'posts';
  if (kind === 'page') return 'pages';
  return kind === 'content' ? (node.contentTypeName ?? '') : 'archives';
}

function withSlash(path: string): string {
  return path === '/' ? path : `${path}/`;
}
