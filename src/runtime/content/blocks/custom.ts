import type { Register } from 'headless-site/register';
import type { ReactNode } from 'react';
import type { BlockFields, CleanBlock, UnionName } from './fields.ts';
import type { OverrideContent } from './override.ts';
import type { unionTypes } from './table.ts';

/**
 * A custom block, as `components/blocks/own` lists it. Sites have that folder, and `own` in the names of what they import:
 * `public/define.ts` and `public/blocks.ts` give these under the names that sites know.
 */
export interface CustomBlock<
  Name extends string = string,
  Union extends UnionName = UnionName,
  Fields extends BlockFields = BlockFields,
> {
  /** `name`, `union` and `fields` as in WordPress (filter `companion_blocks`). */
  name: Name;
  union: Union;
  fields: Fields;
  /** Loaded where it is shown: the list is also read by `next.config.ts`, which knows no components. */
  component: () => Promise<(props: never) => ReactNode>;
}

export interface BlockProps<Block> {
  block: Block;
  /** 1 only for the first hero of a page that shows no title of its own. */
  headingLevel: 1 | 2;
  /** Keeps ids apart: unique on the page. */
  id: string;
  /** The first block of the page: its image is loaded first. */
  isFirst: boolean;
  /** The rich text again, for `Html`, where components of `components/blocks/mapped` show parts of it. */
  mapped?: OverrideContent | null;
}

export interface SidebarBlockProps<Block> {
  block: Block;
  /** Keeps ids apart: unique on the page. */
  id: string;
}

interface Props<Block> {
  flexibleContent: BlockProps<Block>;
  sidebarBlocks: SidebarBlockProps<Block>;
}

/** An entry of the list. A component that does not fit the fields is a type error. */
export function customBlock<
  const Name extends string,
  const Union extends UnionName,
  const Fields extends BlockFields,
>(
  block: CustomBlock<Name, Union, Fields> & {
    component: () => Promise<(props: Props<CleanBlock<Fields>>[Union]) => ReactNode>;
  },
): CustomBlock<Name, Union, Fields> {
  return block;
}

type CustomBlocks = Register extends { blocks: infer Blocks extends readonly CustomBlock[] }
  ? Blocks
  : readonly [];

/** The clean form of all custom blocks of a union; `never` while there are none. */
export type CustomSection<Union extends UnionName> = Section<CustomBlocks[number], Union>;

type Section<Block, Union extends UnionName> =
  Block extends CustomBlock<infer Name, Union, infer Fields>
    ? { __typename: `${(typeof unionTypes)[Union]}_${Name}` } & CleanBlock<Fields>
    : never;
