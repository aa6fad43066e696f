import { ownBlocks } from 'headless-site/site/blocks';
import type { ReactNode } from 'react';
import type { CustomBlock } from './custom.ts';
import { blockTable, unionTypes } from './table.ts';

const all: readonly CustomBlock[] = ownBlocks;

/** Custom blocks by `__typename`. A name that the theme has is the theme's, as in WordPress. */
export const customTable: ReadonlyMap<string, CustomBlock> = new Map(
  all
    .map((block) => [`${unionTypes[block.union]}_${block.name}`, block] as const)
    .filter(([typename]) => !Object.hasOwn(blockTable, typename)),
);

/** Loads the component of a custom block; undefined for a name that is in no list. */
export async function customComponent<Props>(
  typename: string,
): Promise<((props: Props) => ReactNode) | undefined> {
  // The list was checked: the component takes just this block.
  return (await customTable.get(typename)?.component()) as ((props: Props) => ReactNode) | undefined;
}
