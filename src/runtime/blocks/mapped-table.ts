import { mappedBlocks } from 'headless-site/site/mapped';
import { warnOnce } from '../base/warn-once.ts';
import type { MappedBlock } from './mapped.ts';

/** As WordPress takes names of blocks. */
const NAME = /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/;

/** The blocks that components of the owner's show, by name in WordPress. */
export const mappedTable: ReadonlyMap<string, MappedBlock> = new Map(
  Object.entries(mappedBlocks).filter(([name]) => {
    if (NAME.test(name)) return true;
    warnOnce(
      `[blocks] components/blocks/mapped: "${name}" is no name of a block. Fix: as in WordPress, \`acme/notice\``,
    );
    return false;
  }),
);
