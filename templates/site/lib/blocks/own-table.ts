import { ownBlocks } from '../../components/blocks/own';
import type { OwnBlock } from './own';
import { blockTable, unionTypes } from './table';

const all: readonly OwnBlock[] = ownBlocks;

/** The owner's blocks by `__typename`. A name that the theme has is the theme's, as in WordPress. */
export const ownTable: ReadonlyMap<string, OwnBlock> = new Map(
  all
    .map((block) => [`${unionTypes[block.union]}_${block.name}`, block] as const)
    .filter(([typename]) => !Object.hasOwn(blockTable, typename)),
);
