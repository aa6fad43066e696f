import { mac } from '../../base/mac.ts';
import { overrideTable } from '../../content/blocks/override-table.ts';
import type { Capabilities } from './capabilities.ts';

/** The label of the companion plugin's `BlockOverrides`. */
const LABEL = 'companion/blocks/v1';

/** Names of the blocks that components show. */
export const overrideNames: readonly string[] = [...overrideTable.keys()].sort();

/**
 * Attributes may hold what WordPress shows nobody (where a form is sent to), so the plugin gives them to the site alone: the key says
 * for which names, and is good for nothing else.
 * @param secret of the revalidate route
 */
export const overrideKey = (secret: string): string => mac(secret, LABEL, overrideNames.join());

/** Query that finds out whether the CMS has the field; empty where the site has no block override. */
export const overrideProbe = (): string =>
  overrideNames.length === 0
    ? ''
    : '  overrides: pages(first: 1) { nodes { companionBlocks(names: [], key: "") } }';

/** Field of any item, behind its other fields. */
export const overrideField = ({ overrideKey }: Pick<Capabilities, 'overrideKey'>): string =>
  overrideKey ? ` companionBlocks(names: ${JSON.stringify(overrideNames)}, key: "${overrideKey}")` : '';
