import { ownBlocks } from 'headless-site/site/blocks';
import type { ReactNode } from 'react';
import type { OwnBlock } from './own.ts';
import { blockTable, unionTypes } from './table.ts';

const all: readonly OwnBlock[] = ownBlocks;

/** The owner's blocks by `__typename`. A name that the theme has is the theme's, as in WordPress. */
export const ownTable: ReadonlyMap<string, OwnBlock> = new Map(
  all
    .map((block) => [`${unionTypes[block.union]}_${block.name}`, block] as const)
    .filter(([typename]) => !Object.hasOwn(blockTable, typename)),
);

/** Loads the component that shows a block of the owner; undefined for a name that is in no list. */
export async function ownComponent<Props>(
  typename: string,
): Promise<((props: Props) => ReactNode) | undefined> {
  // The list was checked: the component takes just this block.
  return (await ownTable.get(typename)?.component()) as ((props: Props) => ReactNode) | undefined;
}
