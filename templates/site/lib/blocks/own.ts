import type { ReactNode } from 'react';
import type { BlockProps } from '../../components/blocks/Blocks';
import type { ownBlocks } from '../../components/blocks/own';
import type { SidebarBlockProps } from '../../components/blocks/SidebarBlocks';
import type { BlockFields, CleanBlock, UnionName } from './fields';
import type { unionTypes } from './table';

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

/** The clean form of all own blocks of a union; `never` while there are none. */
export type OwnSection<Union extends UnionName> = Section<(typeof ownBlocks)[number], Union>;

type Section<Block, Union extends UnionName> =
  Block extends OwnBlock<infer Name, Union, infer Fields>
    ? { __typename: `${(typeof unionTypes)[Union]}_${Name}` } & CleanBlock<Fields>
    : never;
