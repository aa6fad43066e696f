import { itemTypes } from '@/lib/config';
import { siteConfig } from '@/site.config';
import { pathOf } from './paths';
import { getPathById } from './queries/site';
import { read } from './read';
import { lasting } from './strategy';
import { tags } from './tags';

/**
 * The address of a published item.
 * @param id database id
 * @returns null for an unknown or unpublished one
 */
export async function findPathOf(id: string): Promise<string | null> {
  const { contentNode } = await read({
    operation: getPathById,
    variables: { id },
    tags: itemTypes(siteConfig).map(tags.list),
    strategy: lasting,
  });
  const path = pathOf(contentNode?.uri);
  // An unpublished item's address is its short link again.
  return contentNode?.status === 'publish' && path && !path.includes('?') ? path : null;
}
