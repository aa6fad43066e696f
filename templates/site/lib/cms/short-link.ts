import { itemTypes } from '@/lib/config';
import { siteConfig } from '@/site.config';
import { pathOf } from './paths';
import { getPathById } from './queries/site';
import { read } from './read';
import { inTurnOf, isUnasked, subjectOfId, unasked } from './strangers';
import { lasting } from './strategy';
import { tags } from './tags';

/**
 * The address of a published item.
 * @param text database id; WordPress reads it with zeros before it, too
 * @returns null for an unknown or unpublished one
 */
export async function findPathOf(text: string): Promise<string | null> {
  const id = /^0*([1-9]\d{0,14})$/.exec(text)?.[1];
  if (!id) return null;
  const { contentNode } = await inTurnOf(subjectOfId(id), (mayAsk) =>
    read({
      operation: getPathById,
      instead: () => (mayAsk() ? undefined : { contentNode: null, ...unasked }),
      variables: { id },
      tags: itemTypes(siteConfig).map(tags.list),
      strategy: lasting,
      keep: (data) => !isUnasked(data),
    }),
  );
  const path = pathOf(contentNode?.uri);
  // An unpublished item's address is its short link again.
  return contentNode?.status === 'publish' && path && !path.includes('?') ? path : null;
}
