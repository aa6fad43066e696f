import type { BlockImage, BlockToken } from './types.ts';

/** How a field is edited, cleaned and shown. */
export type FieldKind = 'string' | 'html' | 'url' | 'image' | 'icon' | 'boolean' | 'enum' | 'token' | 'list';

/** One field of the block manifest. */
export interface BlockField {
  kind: FieldKind;
  /** In the clean form the field is always present (empty when the CMS has nothing). */
  required?: boolean;
  /** `enum` only: the allowed values, and the one that stands in for anything else. */
  values?: readonly string[];
  default?: string;
  /** `enum` only: spellings of other plugins that are read as one of `values`. */
  aliases?: Readonly<Record<string, string>>;
  /** `list` only: the word `string`, or the object that each row is. */
  item?: 'string' | { name: string; fields: BlockFields };
}

export type BlockFields = Readonly<Record<string, BlockField>>;

export type UnionName = 'flexibleContent' | 'sidebarBlocks';

/** Fields of the GraphQL selection: `heading`, `image { sourceUrl altText }`. */
export function selections(fields: BlockFields): string[] {
  return Object.entries(fields).map(([name, { kind, item }]) => {
    if (kind === 'image') return `${name} { sourceUrl altText }`;
    if (kind !== 'list' || typeof item !== 'object') return name;
    return `${name} { ${selections(item.fields).join(' ')} }`;
  });
}

/** Fields that cleaning can fill where the CMS has nothing; of the other kinds nothing stands for "none". */
type Present =
  | { required: true; kind: 'string' | 'html' | 'url' | 'icon' | 'list' }
  | { required: true; kind: 'enum'; default: string };

/** The clean form of fields that are written `as const`. */
export type CleanBlock<Fields extends BlockFields> = {
  -readonly [Name in keyof Fields as Fields[Name] extends Present ? Name : never]: Value<Fields[Name]>;
} & {
  -readonly [Name in keyof Fields as Fields[Name] extends Present ? never : Name]?: Value<Fields[Name]>;
};

type Value<Field extends BlockField> = Field extends { kind: 'boolean' }
  ? boolean
  : Field extends { kind: 'image' }
    ? BlockImage
    : Field extends { kind: 'token' }
      ? BlockToken
      : Field extends { kind: 'enum'; values: readonly (infer Choice)[] }
        ? Choice
        : Field extends { kind: 'list'; item: { fields: infer Inner extends BlockFields } }
          ? CleanBlock<Inner>[]
          : Field extends { kind: 'list' }
            ? string[]
            : string;
