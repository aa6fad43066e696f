import type { Register } from 'headless-site/register';
import type { ReactNode } from 'react';
import type { BlockFields, CleanBlock, UnionName } from './fields.ts';
import type { OverrideContent } from './override.ts';
import type { unionTypes } from './table.ts';

/** A block that the owner added, as `components/blocks/own` lists it. */
export interface OwnBlock<
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
export function ownBlock<
  const Name extends string,
  const Union extends UnionName,
  const Fields extends BlockFields,
>(
  block: OwnBlock<Name, Union, Fields> & {
    component: () => Promise<(props: Props<CleanBlock<Fields>>[Union]) => ReactNode>;
  },
): OwnBlock<Name, Union, Fields> {
  return block;
}

type OwnBlocks = Register extends { blocks: infer Blocks extends readonly OwnBlock[] } ? Blocks : readonly [];

/** The clean form of all own blocks of a union; `never` while there are none. */
export type OwnSection<Union extends UnionName> = Section<OwnBlocks[number], Union>;

type Section<Block, Union extends UnionName> =
  Block extends OwnBlock<infer Name, Union, infer Fields>
    ? { __typename: `${(typeof unionTypes)[Union]}_${Name}` } & CleanBlock<Fields>
    : never;
