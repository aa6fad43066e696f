import { expect, test } from 'vitest';
import { typesOf } from '../../src/runtime/build/generate/types';
import { problemsOfSearch } from '../../src/runtime/wordpress/fields/custom-search';
import { customFieldsOf } from '../../src/runtime/wordpress/fields/custom-select';
import { typeErrors } from '../support/type-errors';

const schema = `
scalar JSON
enum Size { SMALL LARGE }
type Query { post: Post }
type Post { isbn: String! sizes: [Size] book: Book chapters: [Chapter!]! related: List cover: Edge }
type Book { title: String pages: Int isNew: Boolean raw: JSON }
type Chapter { title: String! notes: [Note] }
type Note { text: String on: List }
type List { nodes: [Item!]! edges: [Edge] pageInfo: Page }
type Edge { node: Item cursor: String }
type Page { total: Int }
union Item = Film | Person
type Film { title: String! year: Float }
type Person { name: String }
`;
const item = '{ ... on Film { title year } ... on Person { name } }';
const select = `alias: isbn sizes book { title pages isNew raw } chapters { title notes { text on { nodes ${item} } } }
  related { nodes ${item} edges { cursor node ${item} } pageInfo { total } } cover { node ${item} }`;

/** Paths of the greatest length that is allowed. */
const long = [
  ...['alias', 'isbn', 'sizes', 'book.title', 'book.pages', 'book.isNew', 'book.raw', 'book.raw.inside'],
  ...['chapters.title', 'chapters.notes.text', 'chapters.notes.on.nodes.title', 'related.nodes.name'],
  ...['related.edges.node.year', 'related.edges.cursor', 'related.pageInfo.total', 'cover.node.title'],
];
/** These without steps of connections, their beginnings, with a place in a list, and with what is nowhere. */
const paths = [
  ...new Set(
    long
      .flatMap((path) => [path, path.replace(/\.nodes?/, ''), path.replace('.edges', '')])
      .flatMap((path) => path.split('.').map((_, end, steps) => steps.slice(0, end + 1).join('.')))
      .flatMap((path) => [path, `${path}.nope`, `${path}.0`, path.replace(/\.(?=\w+$)/, '.0.')]),
  ),
];

test('the type check takes the paths of `search` that a build takes, and no others', () => {
  const lines = paths.map((path) => `'${path}',`);
  const errors = typeErrors({
    'content.config.ts': [
      "import { defineContent } from 'headless-site/define'; defineContent({ fields: { post: { select: '', search: [",
      ...lines,
      '] } } });',
    ].join('\n'),
    'content.generated.d.ts': typesOf({
      schema,
      entries: [{ kind: 'fields', type: 'post', fragment: `fragment own on Post { ${select} }` }],
      problems: [],
    }),
  });
  const refused = errors.map((error) => paths[Number(error.split(':')[1]) - 2]);
  const fields = customFieldsOf({ post: { select } }, 'fields', (problem) => expect(problem).toBe(''));
  expect(refused).toEqual(problemsOfSearch(fields, paths).map(({ path }) => path));
  const taken = paths.filter((path) => !refused.includes(path));
  expect(taken).toEqual(
    expect.arrayContaining([
      'alias',
      'sizes',
      'chapters.title',
      'chapters.notes.on.title',
      'related.name',
      'cover.title',
    ]),
  );
  expect(refused).toEqual(
    expect.arrayContaining(['chapters', 'related.nodes', 'related.nodes.0.name', 'book.raw.inside']),
  );
});

test('what is inside of a scalar of any form may be read', () => {
  const errors = typeErrors({
    'content.config.ts': `import { defineContent } from 'headless-site/define';
defineContent({ fields: { post: { select: '', read: (field) => [field.text('raw.a.b'), field.list('raw', (row) => row.text('c'))] } } });
declare module 'headless-site/register' {
  interface Register { answers: { fields: { post: { raw: unknown | null } } } }
}`,
  });
  expect(errors).toEqual([]);
});
