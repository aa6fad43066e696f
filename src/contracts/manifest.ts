/** The shape of `companion-plugin/blocks/manifest.json`, the one source of the page-builder blocks. */

import type { BlockField, UnionName } from '../runtime/content/blocks/fields';

export type { BlockField as Field, UnionName } from '../runtime/content/blocks/fields';

export interface Block {
  name: string;
  union: UnionName;
  /** Name of the editor block. */
  block: string;
  title: string;
  /** Other spellings of the type name that are accepted when reading. */
  aliases?: string[];
  fields: Record<string, BlockField>;
}

export interface BlockManifest {
  icons: string[];
  tokens: string[];
  unions: Record<UnionName, { type: string; block: string }>;
  blocks: Block[];
  pageSettings: { field: string; type: string; fields: Record<string, BlockField> };
}

/** `Page_Flexiblecontent_FlexibleContent` + `HeroSplit`, joined as the specification spells `__typename`. */
export function typeName(manifest: BlockManifest, block: Block, name = block.name): string {
  return `${manifest.unions[block.union].type}_${name}`;
}
