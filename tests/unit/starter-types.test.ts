import { expect, test } from 'vitest';
import { fieldKinds, type GroupField } from '../../src/add/field-kinds';
import { entryOf, selectionOf } from '../../src/add/field-lines';
import { starter } from '../../src/add/starter';
import { viewOf } from '../../src/add/views';
import { typesOf } from '../../src/runtime/build/generate/types';
import { typeErrors } from '../support/type-errors';

/** Types of what is no text, as WPGraphQL for ACF has them. */
const types: Record<string, string> = {
  ...{ number: 'Float', boolean: 'Boolean', choices: '[String]', link: 'Link', map: 'Place' },
  ...{ file: 'MediaEdge', image: 'MediaEdge', gallery: 'MediaList' },
  ...{ post: 'ItemEdge', posts: 'ItemList', terms: 'ItemList', users: 'ItemList' },
};
/** A field of each kind. */
const every: GroupField[] = Object.keys(fieldKinds).map((kind) => ({ name: `own_${kind}`, kind }));
const schema = `
type Query { every: Every }
type Every { ${every.map(({ name, kind }) => `${name}: ${types[kind] ?? 'String'}`).join(' ')} rows: [Row] }
type Row { heading: String items: ItemList raw: JSON }
scalar JSON
type Link { url: String title: String }
type Place { streetAddress: String latitude: Float longitude: Float }
type Size { width: Int height: Int }
type Media { sourceUrl: String altText: String mediaItemUrl: String title: String mediaDetails: Size }
type MediaEdge { node: Media }
type MediaList { nodes: [Media] }
interface NodeWithTitle { title: String }
type Item implements NodeWithTitle { uri: String title: String name: String }
type ItemEdge { node: Item }
type ItemList { nodes: [Item] }
`;

const places = [
  { kind: 'fields', type: 'post' },
  { kind: 'fields', type: 'page' },
  { kind: 'terms', type: 'category' },
  { kind: 'site', type: 'author' },
  { kind: 'site', type: 'menuItem' },
  { kind: 'site', type: 'options' },
] as const;
const kinds = ['fields', 'terms', 'site'] as const;

const config = `import { defineContent } from 'headless-site/define';
const content = defineContent({
${kinds
  .map((kind) => {
    const entries = places
      .filter((place) => place.kind === kind)
      .map(({ type }) => entryOf(type, ['every'], every).join('\n'));
    return `${kind}: {\n${entries.join('\n')}\n},\n`;
  })
  .join('')}});
export default content;
declare module 'headless-site/register' {
  interface Register {
    content: typeof content;
  }
}
`.replace('  read:', "  search: ['every.own_text', 'every.own_posts.title'],\n  read:");

const selection = `every { ${selectionOf([], every).join(' ')} }`;
const site = {
  'content.config.ts': config,
  'content.generated.d.ts': typesOf({
    schema,
    entries: places.map((place) => ({ ...place, fragment: `fragment own on Query { ${selection} }` })),
    problems: [],
  }),
  'components/content/CmsImage.tsx': `import type { ImageView } from 'headless-site/content';
export declare function CmsImage(properties: { image: ImageView; sizes: string; ratio: 'natural' }): null;
`,
  'components/content/Html.tsx': 'export declare function SafeHtml(properties: { html: string }): null;\n',
  ...Object.fromEntries(
    places.map((place) => {
      const view = viewOf(place, 'every');
      return [`${view.folder}/${view.component}.tsx`, starter('every', view, every)];
    }),
  ),
};

test('a site with a starter of each kind in each place has no error', () => {
  expect(typeErrors(site)).toEqual([]);
});

test.each([
  ['a path of `search`', "'every.own_text', ", "'every.nope', ", '"every.nope"'],
  ['the name of `search`', 'search:', 'serach:', "write 'search'"],
  ['the name of `read`', 'read:', 'raed:', "'raed' does not exist"],
  ['the name of `select`', 'select:', 'selct:', "write 'select'"],
  ['a reader', 'field.number', 'field.nubmer', "mean 'number'"],
  ['a reader of rows', 'row.link', 'row.lnik', "'lnik' does not exist"],
  ['a path that is read', "'every.own_date'", "'every.own_dtae'", '"every.own_dtae"'],
  ['the name of `fields`', 'fields:', 'feilds:', "write 'fields'"],
  ['the name of `site`', 'site:', 'stie:', "'stie' does not exist"],
])('a mistake in %s is one error', (_what, right, wrong, words) => {
  expect(config).toContain(right);
  const line = config.slice(0, config.indexOf(right)).split('\n').length;
  const errors = typeErrors({ ...site, 'content.config.ts': config.replace(right, wrong) });
  expect(errors).toEqual([expect.stringMatching(new RegExp(`^content\\.config\\.ts:${line}: `))]);
  expect(errors[0]).toContain(words);
});
