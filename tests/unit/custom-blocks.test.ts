import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema, extendSchema, parse, validate } from 'graphql';
import type { ReactNode } from 'react';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { cleanBlocks } from '../../src/runtime/content/blocks/clean';
import type { BlockProps } from '../../src/runtime/content/blocks/custom';
import { type CustomBlock, customBlock } from '../../src/runtime/content/blocks/custom';
import type { BlockFields, CleanBlock } from '../../src/runtime/content/blocks/fields';
import { capabilitiesDocument, capabilitiesFrom } from '../../src/runtime/wordpress/fields/capabilities';
import {
  customBlockFields,
  customBlocksFragments,
  customBlocksFrom,
  customBlocksProbe,
  splitBlockErrors,
} from '../../src/runtime/wordpress/queries/custom-blocks';
import { ownBlocks } from '../../templates/site/components/blocks/own';

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
const MAIN = 'Page_Flexiblecontent_FlexibleContent';
const BESIDE = 'Page_Sidebarblocks_SidebarBlocks';

const noticeFields = {
  heading: { kind: 'string', required: true },
  link: { kind: 'url' },
  tone: { kind: 'enum', values: ['calm', 'loud'], default: 'calm', required: true },
  picture: { kind: 'image', required: true },
  rows: { kind: 'list', required: true, item: { name: 'Row', fields: { label: { kind: 'string' } } } },
} as const satisfies BlockFields;
type Notice = CleanBlock<typeof noticeFields>;
const Component = (_: BlockProps<Notice>): ReactNode => null;

/** The mock that takes the place of the owner's list. */
vi.mock('../../templates/site/components/blocks/own', () => ({ ownBlocks: [] as CustomBlock[] }));
const custom = (
  name: string,
  fields: BlockFields,
  union: CustomBlock['union'] = 'flexibleContent',
): CustomBlock => ({
  name,
  union,
  fields,
  component: async () => () => null,
});
const notice = custom('Notice', noticeFields);
const tip = custom('Tip', { title: { kind: 'string' } }, 'sidebarBlocks');
const table = new Map([
  [`${MAIN}_Notice`, notice],
  [`${BESIDE}_Tip`, tip],
]);

/** The schema of a WordPress with the companion, and with custom blocks in its unions. */
function schemaWith(sdl: string, main = '', beside = '') {
  const companion = read('companion-plugin/blocks/schema.graphql')
    .replace(`union ${MAIN} =`, `union ${MAIN} =${main}`)
    .replace(`union ${BESIDE} =`, `union ${BESIDE} =${beside}`);
  const base = buildSchema(read('tests/contract/wpgraphql-2.20.0.graphql'));
  return extendSchema(base, parse(`${companion}\n${sdl}`), { assumeValid: true });
}
const noticeSdl = `type ${MAIN}_Notice_Row { label: String }
  type ${MAIN}_Notice { heading: String link: String tone: String picture: Companion_BlockImage rows: [${MAIN}_Notice_Row] }`;
const tipSdl = `type ${BESIDE}_Tip { title: String }`;
const both = schemaWith(noticeSdl + tipSdl, ` | ${MAIN}_Notice`, ` | ${BESIDE}_Tip`);
const onlyTip = schemaWith(tipSdl, '', ` | ${BESIDE}_Tip`);

const probeOf = (from: typeof table) =>
  capabilitiesDocument(customBlocksProbe(from)) + customBlocksFragments(from);

describe('custom blocks are asked for where the CMS has them', () => {
  const errorsOf = (schema: typeof both, from = table) => {
    const document = probeOf(from);
    const errors = validate(schema, parse(document), undefined, { maxErrors: 1000 });
    const plain = errors.map((error) => ({ ...error.toJSON(), path: undefined }));
    return { document, ...splitBlockErrors(plain, document) };
  };
  const known = (schema: typeof both, from = table) => {
    const { document, ofBlocks } = errorsOf(schema, from);
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const names = customBlocksFrom(ofBlocks, document, from);
    const said = warn.mock.calls.map(([text]) => String(text));
    warn.mockRestore();
    return { names, said };
  };
  test('all of them, every field', () => {
    expect(known(both)).toEqual({ names: [...table.keys()], said: [] });
    expect(customBlockFields([`${MAIN}_Notice`], table)).toContain(
      `... on ${MAIN}_Notice { heading link tone picture { sourceUrl altText } rows { label } }`,
    );
  });
  test('not one that it does not know; the others stay', () => {
    const { names, said } = known(onlyTip);
    expect(names).toEqual([`${BESIDE}_Tip`]);
    expect(said).toEqual([`[cms] ${MAIN}_Notice is not shown: Unknown type "${MAIN}_Notice".`]);
    const query = `{ pages { nodes { ...CustomBlockFields } } } ${customBlockFields(names, table)}`;
    expect(validate(onlyTip, parse(query))).toEqual([]);
  });
  test('not one without one of its fields', () => {
    const older = schemaWith(
      noticeSdl.replace('link: String', '') + tipSdl,
      ` | ${MAIN}_Notice`,
      ` | ${BESIDE}_Tip`,
    );
    expect(known(older).names).toEqual([`${BESIDE}_Tip`]);
  });
  test("not one whose field disagrees with the theme's", () => {
    const list = custom('List', { features: { kind: 'list', item: 'string' } });
    const schema = schemaWith(`type ${MAIN}_List { features: [String] }`, ` | ${MAIN}_List`);
    const { names, said } = known(schema, new Map([[`${MAIN}_List`, list]]));
    expect(names).toEqual([]);
    expect(said.join()).toContain('"features" conflict');
  });
  test('the question is a part of the one about everything, and changes nothing else that it says', () => {
    const base = buildSchema(read('tests/contract/wpgraphql-2.20.0.graphql'));
    for (const schema of [both, onlyTip, base]) {
      const { others } = errorsOf(schema);
      const alone = validate(schema, parse(capabilitiesDocument())).map(({ message }) => ({ message }));
      expect(capabilitiesFrom(others)).toEqual(capabilitiesFrom(alone));
      expect(others).toHaveLength(alone.length);
    }
    // Without the companion each of the theme's blocks is an error too.
    expect(errorsOf(base).ofBlocks.length).toBeGreaterThan(5);
    expect(customBlocksProbe(new Map()) + customBlocksFragments(new Map())).toBe('');
  });
  test('an error about no place is none of blocks, and so no answer; one of a resolver is none about the schema', () => {
    const document = probeOf(table);
    const busy = splitBlockErrors([{ message: 'Too busy' }], document);
    expect(busy.ofBlocks).toEqual([]);
    expect(() => capabilitiesFrom(busy.others)).toThrow('Too busy');
    const line = document.split('\n').findIndex((text) => text.includes(`${MAIN}_Notice {`)) + 1;
    const failed = [{ message: 'x', path: ['pages'], locations: [{ line, column: 5 }] }];
    expect(customBlocksFrom(failed, document, table)).toEqual([...table.keys()]);
  });
});

test('custom blocks are cleaned by the same rules; a name of the theme stays its own', async () => {
  const raw = [
    {
      __typename: `${MAIN}_Notice`,
      link: 'javascript:alert(1)',
      tone: 'shrill',
      rows: [{ label: 'A' }, null],
      more: 1,
    },
    { __typename: `${MAIN}_CTASimple`, heading: 'Theirs' },
    { __typename: 'constructor' },
  ];
  const without = cleanBlocks(raw);
  expect(without.map(({ __typename }) => __typename)).toEqual([`${MAIN}_CTASimple`]);
  (ownBlocks as unknown as CustomBlock[]).push(notice, custom('CTASimple', { other: { kind: 'string' } }));
  vi.resetModules();
  const { cleanBlocks: clean } = await import('../../src/runtime/content/blocks/clean');
  expect(clean(raw)).toEqual([
    { __typename: `${MAIN}_Notice`, heading: '', tone: 'calm', rows: [{ label: 'A' }] },
    ...without,
  ]);
});

test('types follow the fields', () => {
  expectTypeOf<Notice['heading']>().toEqualTypeOf<string>();
  expectTypeOf<Notice['link']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Notice['tone']>().toEqualTypeOf<'calm' | 'loud'>();
  // Nothing stands for "no picture", whatever the entry says.
  expectTypeOf<Notice['picture']>().toEqualTypeOf<{ sourceUrl: string; altText: string } | undefined>();
  expectTypeOf<Notice['rows'][number]['label']>().toEqualTypeOf<string | undefined>();
  customBlock({
    name: 'Notice',
    union: 'flexibleContent',
    fields: noticeFields,
    component: async () => Component,
  });
  const fields = { heading: { kind: 'string' } } as const satisfies BlockFields;
  const wrong = { name: 'Notice', union: 'flexibleContent', fields } as const;
  // @ts-expect-error the component needs more than these fields
  customBlock({ ...wrong, component: async () => Component });
  const beside = { name: 'Notice', union: 'sidebarBlocks', fields: noticeFields } as const;
  // @ts-expect-error there is no heading level beside the page
  customBlock({ ...beside, component: async () => Component });
});
