import { mappedTable } from '../blocks/mapped-table.ts';
import { siteConfig } from '../config/site.ts';
import { mac } from '../preview/token.ts';
import type { Capabilities } from './capabilities.ts';

/** Of the companion plugin's `MappedBlocks`. */
const LABEL = 'companion/blocks/v1';

const names = [...mappedTable.keys()].sort();

/**
 * Asks for the blocks of an item that components show. Attributes may hold what WordPress shows nobody (where a form is sent to),
 * so the plugin gives them to the site alone: the key says for which names, and is good for nothing else.
 */
const field = () => {
  const key = mac(siteConfig.wordpress.revalidateSecret, LABEL, names.join());
  return `companionBlocks(names: ${JSON.stringify(names)}, key: "${key}")`;
};

/** What finds out whether the CMS has it; nothing where the site maps no block. */
export const mappedProbe = (): string =>
  names.length === 0 ? '' : '  mapped: pages(first: 1) { nodes { companionBlocks(names: [], key: "") } }';

/** Of any item, behind its other fields. */
export const mappedField = ({ noMapped }: Pick<Capabilities, 'noMapped'>): string =>
  names.length === 0 || noMapped ? '' : ` ${field()}`;
