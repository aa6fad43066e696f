import { inItsLineEnds } from './edit-content';

/** The site's own list of blocks. */
export const BLOCKS_FILE = 'components/blocks/own/index.ts';

const IMPORTS = "import { type BlockFields, type CleanBlock, ownBlock } from 'headless-site/define';";
const EMPTY = 'export const ownBlocks = [] as const;';
const FIRST = 'export const ownBlocks = [\n';

/** A block's part of the list: import, fields with their type, item. */
export interface BlockListEntry {
  imports: string;
  fields: string;
  item: string;
}

/**
 * @param component its name, which is the block's in GraphQL as well
 * @param name as a value
 */
export function blockListEntry(component: string, name: string): BlockListEntry {
  return {
    imports: IMPORTS,
    fields: `const ${name}Fields = {
  heading: { kind: 'string', required: true },
  text: { kind: 'string' },
  link: { kind: 'url' },
} as const satisfies BlockFields;

export type ${component}Block = CleanBlock<typeof ${name}Fields>;`,
    item: `  ownBlock({
    name: '${component}',
    union: 'flexibleContent',
    fields: ${name}Fields,
    component: async () => (await import('./${component}')).${component},
  }),`,
  };
}

/**
 * Adds a block to the list.
 * @param text of the file
 * @returns the same text where it has this entry; undefined where it has another block of that name, or is written in another form than ours
 */
export function withBlock(text: string, component: string, entry: BlockListEntry): string | undefined {
  return inItsLineEnds(text, (plain) => {
    if (new RegExp(`\\b${component}Block\\b|name: ['"]${component}['"]`).test(plain))
      return hasEntry(plain, entry) ? plain : undefined;
    const imported = withImports(plain);
    if (imported === undefined) return undefined;
    if (count(imported, EMPTY) === 1 && count(imported, 'export const ownBlocks') === 1)
      return imported.replace(EMPTY, () => `${entry.fields}\n\n${FIRST}${entry.item}\n] as const;`);
    const last = /^export const ownBlocks = \[\n(?: {2}.*\n|\n)+\] as const;$/m.exec(imported);
    if (!last || count(imported, 'export const ownBlocks') !== 1) return undefined;
    const list = last[0].replace(/\] as const;$/, () => `${entry.item}\n] as const;`);
    return imported.replace(last[0], () => `${entry.fields}\n\n${list}`);
  });
}

/** Whether the owner has put it in, in whatever format. */
function hasEntry(text: string, { fields, item }: BlockListEntry): boolean {
  const bare = (code: string) => code.replace(/[\s;,]/g, '').replaceAll('"', "'");
  return [fields, item].every((part) => bare(text).includes(bare(part)));
}

/** With what the entry needs imported; undefined where something else comes from there. */
function withImports(text: string): string | undefined {
  const names = /^import \{([^}]*)\} from ['"]headless-site\/define['"];$/m.exec(text);
  if (!names) return /headless-site\/define/.test(text) ? undefined : `${IMPORTS}\n\n${text}`;
  const has = (names[1] ?? '').split(',').map((name) => name.trim());
  return ['type BlockFields', 'type CleanBlock', 'ownBlock'].every((name) => has.includes(name))
    ? text
    : undefined;
}

const count = (text: string, part: string) => text.split(part).length - 1;
