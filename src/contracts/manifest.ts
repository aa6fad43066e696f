/** The shape of `companion-plugin/blocks/manifest.json`, the one source of the page-builder blocks. */

/** How a field is edited, cleaned and shown. */
export type FieldKind = 'string' | 'html' | 'url' | 'image' | 'icon' | 'boolean' | 'enum' | 'token' | 'list';

export interface Field {
  kind: FieldKind;
  /** In the clean form the field is always present (empty when the CMS has nothing). */
  required?: boolean;
  /** `enum` only: the allowed values, and the one that stands in for anything else. */
  values?: string[];
  default?: string;
  /** `enum` only: spellings of other plugins that are read as one of `values`. */
  aliases?: Record<string, string>;
  /** `list` only: the word `string`, or the object that each row is. */
  item?: 'string' | { name: string; fields: Record<string, Field> };
}

export type UnionName = 'flexibleContent' | 'sidebarBlocks';

export interface Block {
  name: string;
  union: UnionName;
  /** Name of the editor block. */
  block: string;
  title: string;
  /** Other spellings of the type name that are accepted when reading. */
  aliases?: string[];
  fields: Record<string, Field>;
}

export interface BlockManifest {
  icons: string[];
  tokens: string[];
  unions: Record<UnionName, { type: string; block: string }>;
  blocks: Block[];
  pageSettings: { field: string; type: string; fields: Record<string, Field> };
}

/** `Page_Flexiblecontent_FlexibleContent` + `HeroSplit`, joined as the specification spells `__typename`. */
export function typeName(manifest: BlockManifest, block: Block, name = block.name): string {
  return `${manifest.unions[block.union].type}_${name}`;
}
