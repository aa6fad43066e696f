import { mac } from '../../base/mac.ts';
import { mappedTable } from '../../content/blocks/mapped-table.ts';
import type { Capabilities } from './capabilities.ts';

/** The label of the companion plugin's `MappedBlocks`. */
const LABEL = 'companion/blocks/v1';

/** Names of the blocks that components show. */
export const mappedNames: readonly string[] = [...mappedTable.keys()].sort();

/**
 * Attributes may hold what WordPress shows nobody (where a form is sent to), so the plugin gives them to the site alone: the key says
 * for which names, and is good for nothing else.
 * @param secret of the revalidate route
 */
export const mappedKey = (secret: string): string => mac(secret, LABEL, mappedNames.join());

/** Query that finds out whether the CMS has the field; empty where the site maps no block. */
export const mappedProbe = (): string =>
  mappedNames.length === 0
    ? ''
    : '  mapped: pages(first: 1) { nodes { companionBlocks(names: [], key: "") } }';

/** Field of any item, behind its other fields. */
export const mappedField = ({ mappedKey }: Pick<Capabilities, 'mappedKey'>): string =>
  mappedKey ? ` companionBlocks(names: ${JSON.stringify(mappedNames)}, key: "${mappedKey}")` : '';
