import type { ReactNode } from 'react';
import type { FieldReader } from '../../config/extend/content.ts';

/** A block of WordPress that a component of the owner's shows, as `components/blocks/mapped` lists it. */
export interface MappedBlock {
  /** Makes what the component gets as `block` from the block's attributes. Each reader gives null for what is not there. */
  read: (attribute: FieldReader) => unknown;
  /** Loaded where it is shown: the list is also read by `next.config.ts`, which knows no components. */
  component: () => Promise<(props: never) => ReactNode>;
}

/** By the block's name in WordPress: `acme/notice`, `core/quote`. */
export type MappedBlocks = Readonly<Record<string, MappedBlock>>;

/** Props of a mapped block's component. */
export interface MappedBlockProps<Block> {
  /** The result of `read`. */
  block: Block;
  /** The blocks inside, cleaned, mapped ones among them as components. Nothing where there are none. */
  children: ReactNode;
  /** The block as WordPress shows it, cleaned. Made only where the component shows it. */
  original: ReactNode;
}

/** An entry of the list. A component that does not fit what is read is a type error. */
export function mappedBlock<Block>(block: {
  read: (attribute: FieldReader) => Block;
  component: () => Promise<(props: MappedBlockProps<Block>) => ReactNode>;
}): MappedBlock {
  return block;
}

/** A content of the CMS with marks in the places of its mapped blocks. */
export interface MappedContent {
  /** HTML as the CMS sent it. */
  html: string;
  /** By the numbers of the marks. A block has a higher number than those inside it. */
  blocks: readonly MappedData[];
}

export interface MappedData {
  name: string;
  /** The editor's data, unchecked. */
  attributes: unknown;
  /** HTML as the CMS sent it, with marks. */
  html: string;
  /** The same of the blocks inside. */
  inner: string;
}
