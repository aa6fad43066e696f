import { read } from './client/read.ts';
import { pathOf } from './model/paths.ts';
import { lasting } from './model/strategy.ts';
import { tags } from './model/tags.ts';
import { getPathById } from './queries/site.ts';
import { inTurnOf, isUnasked, subjectOfId, unasked } from './unknown-paths.ts';

/**
 * The address of a published item; of an attachment, that of its file.
 * @param text database id; WordPress reads it with zeros before it, too
 * @returns null for an unknown or unpublished one
 */
export async function findPathOf(text: string): Promise<string | null> {
  const id = /^0*([1-9]\d{0,14})$/.exec(text)?.[1];
  if (!id) return null;
  const { contentNode } = await inTurnOf(subjectOfId(id), (mayAsk) =>
    read({
      operation: getPathById,
      instead: async () => ((await mayAsk()) ? undefined : { contentNode: null, ...unasked }),
      variables: { id },
      tags: [tags.everyList, tags.anyList],
      strategy: lasting,
      keep: (data) => !isUnasked(data),
    }),
  );
  if (contentNode?.mediaItemUrl) return contentNode.mediaItemUrl;
  const path = pathOf(contentNode?.uri);
  // An unpublished item's address is its short link again.
  return contentNode?.status === 'publish' && path && !path.includes('?') ? path : null;
}
