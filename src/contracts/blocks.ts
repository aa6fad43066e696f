import { selections } from '../runtime/content/blocks/fields';
import { type Block, type BlockManifest, type Field, typeName, type UnionName } from './manifest';

const HEADER = 'Made from companion-plugin/blocks/manifest.json by `npm run generate`. Do not edit.';
const IMAGE_TYPE = 'Companion_BlockImage';

/**
 * GraphQL SDL of everything the companion plugin adds to WPGraphQL's schema.
 * Every field is nullable and every same-named field has the same type: a null that may not be null would empty
 * the whole list in WPGraphQL, and two union members that disagree make the query invalid.
 */
export function blocksSdl(manifest: BlockManifest): string {
  const out: string[] = [`# ${HEADER}`, ''];
  out.push(`type ${IMAGE_TYPE} {`, '  sourceUrl: String', '  altText: String', '}', '');
  for (const block of manifest.blocks) {
    for (const field of Object.values(block.fields)) {
      if (field.kind === 'list' && typeof field.item === 'object') {
        out.push(objectType(itemType(manifest, block, field), field.item.fields, manifest, block), '');
      }
    }
    out.push(objectType(typeName(manifest, block), block.fields, manifest, block), '');
  }
  for (const [name, union] of Object.entries(manifest.unions)) {
    const members = blocksOf(manifest, name as UnionName).map((block) => typeName(manifest, block));
    out.push(`union ${union.type} =\n  | ${members.join('\n  | ')}`, '');
  }
  const { field, type, fields } = manifest.pageSettings;
  out.push(`type ${type} {`, ...Object.entries(fields).map(([n, f]) => `  ${n}: ${scalar(f)}`), '}', '');
  out.push('extend type Page {', `  ${field}: ${type}`);
  for (const [name, union] of Object.entries(manifest.unions)) out.push(`  ${name}: [${union.type}]`);
  out.push('}', '', 'extend type MediaItem {', '  blurDataUrl: String', '}', '');
  out.push('type CompanionIndex {', '  rows: String', '  endCursor: Int', '  hasNextPage: Boolean');
  out.push('  total: Int', '  checksum: String', '  sums: String', '}', '', ...identity);
  out.push('extend type RootQuery {', '  companionIdentity: CompanionIdentity');
  out.push('  companionIndex(', '    type: String!', '    first: Int = 5000', '    after: Int');
  out.push('    have: String', '    only: Boolean = false', '  ): CompanionIndex');
  out.push('  companionVersion: String', '  companionChanged: String', '}', '');
  return out.join('\n');
}

const identity = [
  ...['type CompanionPicture {', '  url: String', '  alt: String', '  width: Int', '  height: Int', '}', ''],
  ...['type CompanionIcon {', '  url: String', '  width: Int', '  height: Int'],
  ...['  sizes: [CompanionPicture]', '}', ''],
  ...['type CompanionIdentity {', '  logo: CompanionPicture', '  icon: CompanionIcon', '}', ''],
];

/** TypeScript types of the clean blocks, and the table that the transform walks to clean them. */
export function blocksTypes(manifest: BlockManifest): string {
  const out: string[] = [`// ${HEADER}`, ''];
  out.push(unionOfStrings('BlockIcon', manifest.icons), unionOfStrings('BlockToken', manifest.tokens));
  out.push('export interface BlockImage {\n  sourceUrl: string;\n  altText: string;\n}\n');
  for (const block of manifest.blocks) {
    for (const field of Object.values(block.fields)) {
      if (field.kind === 'list' && typeof field.item === 'object') {
        out.push(tsInterface(tsName(block) + field.item.name, field.item.fields, block));
      }
    }
    const typename = `  __typename: '${typeName(manifest, block)}';\n`;
    out.push(tsInterface(tsName(block), block.fields, block, typename));
  }
  out.push(tsUnion('FlexibleContent', blocksOf(manifest, 'flexibleContent')));
  out.push(tsUnion('SidebarBlock', blocksOf(manifest, 'sidebarBlocks')));
  out.push(tsInterface('PageSettings', manifest.pageSettings.fields));
  return out.join('\n');
}

/** The field table (kinds, values, spellings) that `transformBlocks` reads at run time. */
export function blocksTable(manifest: BlockManifest): string {
  const entries = manifest.blocks.flatMap((block) =>
    [block.name, ...(block.aliases ?? [])].map((name) => [typeName(manifest, block, name), block] as const),
  );
  const table = Object.fromEntries(
    entries.map(([name, block]) => [name, { typename: typeName(manifest, block), fields: block.fields }]),
  );
  const unionTypes = Object.fromEntries(
    Object.entries(manifest.unions).map(([name, { type }]) => [name, type]),
  );
  return [
    `// ${HEADER}`,
    "import type { BlockField, UnionName } from './fields.ts';",
    '',
    `export const icons: readonly string[] = ${JSON.stringify(manifest.icons)};`,
    `export const unionTypes = ${JSON.stringify(unionTypes)} as const satisfies Record<UnionName, string>;`,
    `export const tokens: readonly string[] = ${JSON.stringify(manifest.tokens)};`,
    '/** Every accepted `__typename`, other spellings included, with its canonical name and fields. */',
    `export const blockTable: Record<string, { typename: string; fields: Record<string, BlockField> }> = ${JSON.stringify(table)};`,
    `export const pageSettingsFields: Record<string, BlockField> = ${JSON.stringify(manifest.pageSettings.fields)};`,
    '',
  ].join('\n');
}

/** GraphQL fragments that ask for the page settings and for every field of every block. */
export function blocksFragments(manifest: BlockManifest): string {
  const members = (name: UnionName) =>
    blocksOf(manifest, name)
      .map(
        (block) =>
          `    ... on ${typeName(manifest, block)} {\n      ${selections(block.fields).join('\n      ')}\n    }`,
      )
      .join('\n');
  const { field, fields } = manifest.pageSettings;
  return [
    `// ${HEADER}`,
    '',
    '/** Each asked for only when the schema has its fields: the companion plugin may be missing, or have no blocks. */',
    'export const companionSettingsFields = /* GraphQL */ `',
    'fragment CompanionSettingsFields on Page {',
    `  ${field} { ${Object.keys(fields).join(' ')} }`,
    '}',
    '`;',
    '',
    'export const companionBlockFields = /* GraphQL */ `',
    'fragment CompanionBlockFields on Page {',
    '  flexibleContent {',
    '    __typename',
    members('flexibleContent'),
    '  }',
    '  sidebarBlocks {',
    '    __typename',
    members('sidebarBlocks'),
    '  }',
    '}',
    '`;',
    '',
  ].join('\n');
}

/** A Markdown table of all blocks for the documentation. */
export function blocksMarkdown(manifest: BlockManifest): string {
  const kind = (f: Field): string =>
    f.kind === 'list'
      ? typeof f.item === 'object'
        ? `list of {${Object.entries(f.item.fields)
            .map(([n, g]) => `${n}${g.required ? '' : '?'}: ${kind(g)}`)
            .join(', ')}}`
        : 'list of string'
      : f.kind === 'enum'
        ? (f.values ?? []).join(' or ')
        : f.kind;
  const rows = manifest.blocks.map(
    (block) =>
      `| \`${typeName(manifest, block)}\` | ${Object.entries(block.fields)
        .map(([n, f]) => `${n}${f.required ? '' : '?'}: ${kind(f)}`)
        .join('; ')} |`,
  );
  return [
    `<!-- ${HEADER} -->`,
    '# Blocks',
    '',
    'A `?` marks a field that may be missing in the clean form.',
    '',
    '| `__typename` | fields |',
    '| --- | --- |',
    ...rows,
    '',
    `Icons: ${manifest.icons.join(', ')}; any other value is shown as text. Background tokens: ${manifest.tokens.join(', ')}.`,
    '',
  ].join('\n');
}

const blocksOf = (manifest: BlockManifest, union: UnionName) =>
  manifest.blocks.filter((b) => b.union === union);

function itemType(manifest: BlockManifest, block: Block, field: Field): string {
  if (typeof field.item !== 'object') throw new Error(`${block.name}: the list has no item type`);
  return `${typeName(manifest, block)}_${field.item.name}`;
}

function objectType(
  name: string,
  fields: Record<string, Field>,
  manifest: BlockManifest,
  block: Block,
): string {
  const lines = Object.entries(fields).map(([n, f]) => {
    if (f.kind !== 'list') return `  ${n}: ${scalar(f)}`;
    return `  ${n}: [${f.item === 'string' ? 'String' : itemType(manifest, block, f)}]`;
  });
  return `type ${name} {\n${lines.join('\n')}\n}`;
}

function scalar(field: Field): string {
  if (field.kind === 'boolean') return 'Boolean';
  return field.kind === 'image' ? IMAGE_TYPE : 'String';
}

/** `HeroSplitBlock`; sidebar blocks get a prefix because two names exist on both sides. */
function tsName(block: Block): string {
  return `${block.union === 'sidebarBlocks' ? 'Sidebar' : ''}${block.name}Block`;
}

function tsType(field: Field, block?: Block): string {
  if (field.kind === 'boolean') return 'boolean';
  if (field.kind === 'image') return 'BlockImage';
  if (field.kind === 'token') return 'BlockToken';
  if (field.kind === 'enum') return (field.values ?? []).map((v) => `'${v}'`).join(' | ');
  if (field.kind !== 'list') return 'string';
  return typeof field.item === 'object' && block ? `${tsName(block)}${field.item.name}[]` : 'string[]';
}

function tsInterface(name: string, fields: Record<string, Field>, block?: Block, first = ''): string {
  const lines = Object.entries(fields).map(([n, f]) => {
    const comment = {
      html: '  /** HTML as the CMS sent it; sanitised where it is shown. */\n',
      icon: '  /** A `BlockIcon`, or a short text. */\n',
    }[f.kind as string];
    return `${comment ?? ''}  ${n}${f.required ? '' : '?'}: ${tsType(f, block)};`;
  });
  return `export interface ${name} {\n${first}${lines.join('\n')}\n}\n`;
}

function tsUnion(name: string, blocks: Block[]): string {
  return `export type ${name} =\n  | ${blocks.map(tsName).join('\n  | ')};\n`;
}

function unionOfStrings(name: string, values: string[]): string {
  return `export type ${name} = ${values.map((v) => `'${v}'`).join(' | ')};\n`;
}
