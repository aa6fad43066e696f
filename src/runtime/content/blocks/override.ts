import type { ReactNode } from 'react';
import type { FieldReader } from '../../config/extend/content.ts';

/**
 * A component of the owner's for a block of WordPress, as `components/blocks/mapped` lists it. Sites have that folder, and `mapped` in the
 * names of what they import: `public/define.ts` and `public/blocks.ts` give these types under the names that sites know.
 */
export interface BlockOverride {
  /** Makes what the component gets as `block` from the block's attributes. Each reader gives null for what is not there. */
  read: (attribute: FieldReader) => unknown;
  /** Loaded where it is shown: the list is also read by `next.config.ts`, which knows no components. */
  component: () => Promise<(props: never) => ReactNode>;
}

/** By the block's name in WordPress: `acme/notice`, `core/quote`. */
export type BlockOverrides = Readonly<Record<string, BlockOverride>>;

/** Props of a block override's component. */
export interface BlockOverrideProps<Block> {
  /** The result of `read`. */
  block: Block;
  /** The blocks inside, cleaned, those with an override among them as components. Nothing where there are none. */
  children: ReactNode;
  /** The block as WordPress shows it, cleaned. Made only where the component shows it. */
  original: ReactNode;
}

/** An entry of the list. A component that does not fit what is read is a type error. */
export function blockOverride<Block>(block: {
  read: (attribute: FieldReader) => Block;
  component: () => Promise<(props: BlockOverrideProps<Block>) => ReactNode>;
}): BlockOverride {
  return block;
}

/** A content of the CMS with marks in the places of its block overrides. */
export interface OverrideContent {
  /** HTML as the CMS sent it. */
  html: string;
  /** By the numbers of the marks. A block has a higher number than those inside it. */
  blocks: readonly OverrideData[];
}

export interface OverrideData {
  name: string;
  /** The editor's data, unchecked. */
  attributes: unknown;
  /** HTML as the CMS sent it, with marks. */
  html: string;
  /** The same of the blocks inside. */
  inner: string;
}
