import { type Address, findAddress } from '@/lib/cms/address';
import type { Change } from './body';
import type { Known } from './plan';

/**
 * What this site knows of a path and, where the sender did not say what happened, what the CMS has there now. A CMS
 * that is away leaves both unknown, and the change counts as an update: the old page stays until the CMS is back.
 */
export async function lookUp({ path, event }: Change): Promise<Known> {
  if (path.endsWith('/*')) return { before: undefined, after: undefined };
  const before = await orUnknown(findAddress(path));
  const after = event === undefined ? await orUnknown(findAddress(path, true)) : undefined;
  return { before, after };
}

async function orUnknown(lookup: Promise<Address | null>): Promise<Address | null | undefined> {
  try {
    return await lookup;
  } catch {
    return undefined;
  }
}
