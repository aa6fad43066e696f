import ts from 'typescript';
import { expect, test } from 'vitest';
import { typesOf } from '../../src/runtime/build/generate/types';

const schema = `
type Query { post: Post }
interface Node { id: ID! }
interface Item implements Node { id: ID! title: String }
scalar JSON
enum Size { SMALL LARGE }
type Post implements Node & Item { id: ID! title: String size: Size raw: JSON open: Boolean! rating: Float tags: [String!]! seen: [Seen] }
type Page implements Node & Item { id: ID! title: String depth: Int }
type Image { url: String }
union Seen = Post | Page | Image
`;

/** In one line, without \`readonly\`. */
const typeOf = (selection: string, on = 'Post') =>
  typesOf({
    schema,
    entries: [{ kind: 'fields', type: 'case-study', fragment: `fragment own on ${on} { ${selection} }` }],
    problems: [],
  })
    .replaceAll(/readonly |\s+/g, (found) => (found === 'readonly ' ? '' : ' '))
    .replace(/.* "case-study": (.*?); \}; \}; \} \} $/, '$1');

test('each kind of field has its type', () => {
  expect(typeOf('id size raw open rating')).toBe(
    '{ id: string; size: "SMALL" | "LARGE" | null; raw: unknown | null; open: boolean; rating: number | null; }',
  );
  expect(typeOf('tags')).toBe('{ tags: (string)[]; }');
  expect(typeOf('heading: title __typename')).toBe('{ heading: string | null; __typename: string; }');
});

test('what only some types of a union have may be missing', () => {
  expect(typeOf('seen { __typename ... on Post { id title } ... on Image { url } }')).toBe(
    '{ seen: ({ __typename: string; id?: string; title?: string | null; url?: string | null; } | null)[] | null; }',
  );
  expect(typeOf('... on Post { depth: rating } ... on Page { depth }', 'Item')).toBe(
    '{ depth?: number | null; }',
  );
});

test('what a type surely has is always there, wherever it is asked for', () => {
  expect(typeOf('... on Node { id } ... { title }')).toBe('{ id: string; title: string | null; }');
  expect(typeOf('... on Page { title } title', 'Item')).toBe('{ title: string | null; }');
});

test('a field in two places has what both ask for', () => {
  expect(typeOf('seen { ... on Page { id } } seen { ... on Page { depth } }')).toBe(
    '{ seen: ({ id?: string; depth?: number | null; } | null)[] | null; }',
  );
});

test('an entry of which WordPress has nothing has no fields; the text is TypeScript', () => {
  const text = typesOf({
    schema,
    entries: [
      { kind: 'fields', type: 'post', fragment: null },
      { kind: 'terms', type: 'a-b', fragment: 'fragment own on Post { seen { ... on Image { url } } }' },
    ],
    problems: [],
  });
  expect(text).toContain('readonly post: {};');
  const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true });
  expect(diagnostics).toEqual([]);
});
