import { isRecord } from '../../base/is-record.ts';
import { safeUrl } from '../../base/url.ts';
import type { CustomSection } from './custom.ts';
import { customTable } from './custom-table.ts';
import type { BlockField, BlockFields } from './fields.ts';
import { blockTable, icons, pageSettingsFields, tokens } from './table.ts';
import type { FlexibleContent, PageSettings, SidebarBlock } from './types.ts';

type Raw = Record<string, unknown>;

/**
 * Cleans what `flexibleContent` returned: unknown blocks and nulls are dropped, other spellings get their canonical
 * `__typename`, required fields are always there, URLs that could run code are dropped. Never throws.
 */
export function cleanBlocks(raw: unknown): (FlexibleContent | CustomSection<'flexibleContent'>)[] {
  return cleanUnion(raw);
}

/** Like cleanBlocks, for `sidebarBlocks`. */
export function cleanSidebar(raw: unknown): (SidebarBlock | CustomSection<'sidebarBlocks'>)[] {
  return cleanUnion(raw);
}

/** Page settings with unset (null) keys left out. */
export function cleanPageSettings(raw: unknown): PageSettings {
  return isRecord(raw) ? (cleanFields(raw, pageSettingsFields) as PageSettings) : {};
}

/** The short name of a block, as the documentation uses it: `HeroSplit`, `SidebarCtaSimple`. */
export function blockName(typename: string): string {
  const name = typename.slice(typename.lastIndexOf('_') + 1);
  return typename.startsWith('Page_Sidebarblocks') ? `Sidebar${name}` : name;
}

/** Whether `value` names an icon that the theme draws; any other value is shown as text. */
export function isIcon(value: string): boolean {
  return icons.includes(value);
}

/** The tables that are walked and the types are made from one manifest and one list, which is why the assertion holds. */
function cleanUnion<Block>(raw: unknown): Block[] {
  if (!Array.isArray(raw)) return [];
  return raw.flatMap((row) => {
    const name = isRecord(row) ? row.__typename : undefined;
    if (typeof name !== 'string') return [];
    const custom = customTable.get(name);
    if (custom) return [{ __typename: name, ...cleanFields(row, custom.fields) } as Block];
    const entry = Object.hasOwn(blockTable, name) && blockTable[name];
    return entry ? [{ __typename: entry.typename, ...cleanFields(row, entry.fields) } as Block] : [];
  });
}

function cleanFields(raw: Raw, fields: BlockFields): Raw {
  const out: Raw = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = cleanValue(raw[name], field) ?? (field.required ? emptyValue(field) : undefined);
    if (value !== undefined) out[name] = value;
  }
  return out;
}

function cleanValue(value: unknown, field: BlockField): unknown {
  switch (field.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'image':
      return cleanImage(value);
    case 'list':
      return cleanList(value, field);
    case 'url':
      return typeof value === 'string' ? safeUrl(value) : undefined;
    case 'enum': {
      const text = typeof value === 'string' ? (field.aliases?.[value] ?? value) : undefined;
      return text !== undefined && field.values?.includes(text) ? text : field.default;
    }
    case 'token':
      return typeof value === 'string' && tokens.includes(value) ? value : undefined;
    default:
      return typeof value === 'string' && value !== '' ? value : undefined;
  }
}

function cleanImage(value: unknown): unknown {
  // ACF nests the media item in `node`; the companion plugin does not.
  const image = isRecord(value) && isRecord(value.node) ? value.node : value;
  if (!isRecord(image) || typeof image.sourceUrl !== 'string') return undefined;
  const sourceUrl = safeUrl(image.sourceUrl);
  return sourceUrl && { sourceUrl, altText: typeof image.altText === 'string' ? image.altText : '' };
}

function cleanList(value: unknown, field: BlockField): unknown {
  if (!Array.isArray(value)) return undefined;
  const { item } = field;
  if (typeof item !== 'object') return value.filter((row) => typeof row === 'string');
  return value.filter(isRecord).map((row) => cleanFields(row, item.fields));
}

/** Nothing stands for "no image", "no ground" and "neither yes nor no"; `Present` in fields.ts says the same. */
function emptyValue({ kind }: BlockField): unknown {
  if (kind === 'list') return [];
  return kind === 'image' || kind === 'token' || kind === 'boolean' || kind === 'enum' ? undefined : '';
}
