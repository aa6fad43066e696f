import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema, extendSchema, parse, validate } from 'graphql';
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { warnOnce } from '../../src/runtime/base/warn-once';
import { type FieldKind, fieldKinds } from '../../src/runtime/config/extend/check-fields';
import type {
  ArchiveFields,
  AuthorFields,
  CardFields,
  Content,
  FieldEntries,
  FieldReader,
  MenuFields,
  OptionFields,
  PageFields,
  PostFields,
  SingleFields,
  TemplateFields,
  TermFields,
} from '../../src/runtime/config/extend/content';
import { lineIn } from '../../src/runtime/config/extend/place';
import { defineContent } from '../../src/runtime/public/define';
import { customTextsOf } from '../../src/runtime/search/excerpt';
import { knownFieldsIn } from '../../src/runtime/wordpress/client/known-fields';
import type { Capabilities } from '../../src/runtime/wordpress/fields/capabilities';
import {
  customAnswer,
  customPart,
  isCustomFieldError,
} from '../../src/runtime/wordpress/fields/custom-answer';
import {
  askWithoutCustomFields,
  CustomFieldError,
  mayBeCustomFields,
  settleCustomFieldErrors,
} from '../../src/runtime/wordpress/fields/custom-errors';
import {
  customFieldsFrom,
  customFieldsProbe,
  selectionsFor,
} from '../../src/runtime/wordpress/fields/custom-fields';
import type { KnownFields } from '../../src/runtime/wordpress/fields/custom-problems';
import { textsAt } from '../../src/runtime/wordpress/fields/custom-search';
import {
  type CustomField,
  customFieldsOf as fieldsOf,
} from '../../src/runtime/wordpress/fields/custom-select';
import { fieldReader } from '../../src/runtime/wordpress/fields/field-reader';
import {
  readAuthorFields,
  readCardFields,
  readMenuFields,
  readOptionFields,
  readPageFields,
  readPostFields,
  readTermFields,
} from '../../src/runtime/wordpress/fields/read-fields';
import type { GraphQLErrorEntry } from '../../src/runtime/wordpress/model/errors';
import { listAuthors, listTerms } from '../../src/runtime/wordpress/queries/lists';
import { getPage } from '../../src/runtime/wordpress/queries/pages';
import {
  getContent,
  getContentById,
  getPost,
  getPostPreview,
  getPosts,
  getPostsById,
} from '../../src/runtime/wordpress/queries/posts';
import { getSearchItem, listTexts } from '../../src/runtime/wordpress/queries/search';
import { getArchive, getMenu, getMenuRest, getSettings } from '../../src/runtime/wordpress/queries/site';
import {
  snapshotAuthors,
  snapshotContent,
  snapshotPages,
  snapshotPosts,
  snapshotSite,
  snapshotTerms,
} from '../../src/runtime/wordpress/take-snapshot/queries';

vi.hoisted(() =>
  Object.assign(process.env, {
    NEXT_PUBLIC_CMS_API_URL: 'https://cms.example/graphql',
    NEXT_PUBLIC_SITE_URL: 'http://localhost:3000',
    REVALIDATION_SECRET: 'revalidation-secret-1',
    PREVIEW_SECRET: 'preview-secret-number-1',
  }),
);

/** Read as soon as anything of the runtime is imported. */
const content = vi.hoisted(() => {
  type Reader = import('../../src/runtime/config/extend/content').FieldReader;
  return {
    fields: {
      post: {
        select: 'title: subtitle book(format: """a\nb""") { pages, title }',
        read: (field: Reader) => ({ subtitle: field.text('title'), pages: field.number('book.pages') }),
        search: ['title', 'book.title'],
      },
      page: {
        select: 'subtitle',
        read: (field: Reader) => ({ subtitle: field.text('subtitle')?.trim() ?? '' }),
      },
      case_study: {
        select: 'subtitle year',
        read: (field: Reader) => {
          if (field.number('year') === 1) throw new Error('no such year');
          return { year: field.number('year') };
        },
      },
    },
    cards: {
      post: {
        select: 'subtitle book { pages }',
        read: (field: Reader) => ({ subtitle: field.text('subtitle'), pages: field.number('book.pages') }),
      },
      case_study: { select: 'year', read: (field: Reader) => ({ year: field.number('year') }) },
    },
    terms: {
      category: {
        select: 'colour tones',
        read: (field: Reader) => ({
          colour: field.text('colour'),
          tones: field.list('tones', (row) => row.text()),
        }),
      },
      material: { select: 'origin', read: (field: Reader) => ({ origin: field.text('origin') }) },
    },
    site: {
      author: { select: 'role', read: (field: Reader) => ({ role: field.text('role') }) },
      menuItem: { select: 'icon', read: (field: Reader) => ({ icon: field.text('icon') }) },
      options: {
        select: 'company { phone }',
        read: (field: Reader) => ({ phone: field.text('company.phone') }),
      },
    },
  };
});
vi.mock('../../templates/site/content.config', () => ({ default: content }));

const wpgraphql = readFileSync(
  fileURLToPath(new URL('../contract/wpgraphql-2.20.0.graphql', import.meta.url)),
  'utf8',
);
/** A custom type whose name in GraphQL is another one, and whose `subtitle` is of another type. */
const sdl = `
  extend enum ContentTypeEnum { CASE_STUDY }
  type Book { pages: Int title: String }
  extend type Post { subtitle: String book(format: String): Book }
  extend type Page { subtitle: String }
  extend type Category { colour: String tones: [String] }
  extend type User { role: String }
  extend type MenuItem { icon: String }
  type Company { phone: String }
  extend type RootQuery { company: Company }
  type Material implements Node & UniformResourceIdentifiable & TermNode & DatabaseIdentifier { origin: String
    ${/interface TermNode[^{]*\{(.*?)\n\}/s.exec(wpgraphql)?.[1]} }
  type Work implements Node & ContentNode & DatabaseIdentifier { subtitle: [Int!]! year: Int
    ${/interface ContentNode[^{]*\{(.*?)\n\}/s.exec(wpgraphql)?.[1]} }`;
const schemaWith = (more: string) => extendSchema(buildSchema(wpgraphql), parse(more), { assumeValid: true });
const schema = schemaWith(sdl);

function customFieldsOf(entries: FieldEntries, kind: FieldKind = 'fields'): CustomField[] {
  return fieldsOf(entries, kind, (problem) => {
    throw new Error(problem);
  });
}
const fields = fieldKinds.flatMap((kind) => customFieldsOf(content[kind], kind));
const names = { types: { case_study: 'Work' }, taxonomies: { material: 'Material' } };
const bare: Capabilities = {
  settings: false,
  blocks: false,
  index: false,
  sums: false,
  changed: false,
  interval: false,
  template: false,
  passwords: false,
  comments: false,
  commentPages: false,
  blurDataUrl: false,
  identity: false,
  sticky: false,
  seo: 'none',
  menus: { PRIMARY: true, FOOTER: true },
};

/** An owner's reader that does not exist. */
type Misspelt = Record<'txt' | 'nubmer' | 'lits' | 'gallery', (path: string) => unknown>;

let warn: ReturnType<typeof vi.spyOn>;
const warnings = () => warn.mock.calls.map(([text]: unknown[]) => String(text));
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => warn.mockRestore());

/** Result of the custom-field probe for the CMS of a schema. */
function probe(of: typeof schema, from = fields, known?: KnownFields) {
  const document = `query Q { __typename\n${customFieldsProbe(names, from)}\n}`;
  const errors = validate(of, parse(document)).map(
    (error) => ({ ...error.toJSON() }) as unknown as GraphQLErrorEntry,
  );
  return customFieldsFrom(errors, document, names, from, known);
}

describe('custom fields are asked for where the CMS has them', () => {
  const single = [getPost, getPostPreview, getContent, snapshotPosts, snapshotContent];
  const operations = {
    fields: [...single, getPage, snapshotPages],
    cards: [getPosts, getPostsById, getContentById, snapshotPosts, snapshotContent],
    terms: [getArchive, snapshotTerms],
    site: [...single, getArchive, snapshotAuthors, getMenu, getMenuRest, getSettings, snapshotSite([])],
    texts: [listTexts, getSearchItem],
  };
  const documents = (
    custom: Capabilities['custom'],
    kinds = Object.keys(operations) as (keyof typeof operations)[],
  ) =>
    kinds.flatMap((kind) =>
      operations[kind].map((operation) => operation.document({ ...bare, ...(custom ? { custom } : {}) })),
    );

  test('in every document of a single item, the snapshot of a build among them, beside ours of the same name', () => {
    const { selections, problems, others } = probe(schema);
    expect(others).toEqual([]);
    for (const document of documents(selections)) {
      expect(validate(schema, parse(document))).toEqual([]);
      expect(document).toMatch(/custom(?:Card|Term|Site)?_\w+__/);
    }
    expect(documents(selections)[0]).toContain('custom_post__title:subtitle');
    for (const document of documents(selections, ['cards']))
      expect(document).toMatch(/customCard_(post__subtitle|case_study__year)/);
    expect(problems).toEqual([]);
  });

  test('by the lists that show none, not at all', () => {
    const { selections: custom } = probe(schema);
    const without = listTerms.document({ ...bare, custom });
    expect(without).not.toContain('custom');
    expect(listAuthors.document({ ...bare, custom })).not.toContain('custom');
    expect(getArchive.document({ ...bare, custom })).toContain(
      '... on Material { customTerm_material__origin:origin }',
    );
  });

  test('for search only what leads to a path of `search`', () => {
    const { texts } = probe(schema).selections;
    expect(texts).toEqual({
      post: '... on Post { custom_post__title:subtitle } ... on Post { custom_post__book:book(format:"a\\nb"){title} }',
    });
    expect(listTexts.document({ ...bare, custom: probe(schema).selections })).toContain('isRestricted');
  });

  test('not one that it does not know, which is named once with its own words; the others stay', () => {
    const without = schemaWith(sdl.replace('subtitle: String book', 'book').replace(' year: Int', ''));
    const { selections, problems } = probe(without);
    for (const document of documents(selections)) expect(validate(without, parse(document))).toEqual([]);
    expect(selections.fields.post).toMatch(/^\.\.\. on Post \{ custom_post__book:book/);
    expect(selections.fields.case_study).toBe('... on Work { custom_case_study__subtitle:subtitle }');
    expect(selections.cards).toEqual({ post: '... on Post { customCard_post__book:book{pages} }' });
    expect(problems).toHaveLength(4);
    expect(problems[0]).toMatch(
      /^content\.config\.ts: fields\.post: WordPress cannot answer "subtitle": Cannot query field "subtitle" on type "Post"\./,
    );
    expect(problems[3]).toContain('cards.case_study: WordPress cannot answer "year"');
  });

  test('of a group, the one field that it does not know, which is named with the fix; the others of the group stay', () => {
    const misspelt = customFieldsOf({
      post: { select: 'book { pages colour { red } title }', read: () => ({}) },
    });
    const { selections, problems } = probe(schema, misspelt);
    expect(selections.fields).toEqual({ post: '... on Post { custom_post__book:book{pages title} }' });
    expect(problems).toEqual([
      expect.stringMatching(
        /fields\.post: WordPress cannot answer "book\.colour": Cannot query field "colour" on type "Book"\. Fix: .*"Show in GraphQL"/,
      ),
    ]);
    const alone = customFieldsOf({ post: { select: 'book { colour }', read: () => ({}) } });
    expect(probe(schema, alone).selections.fields).toEqual({});
  });

  test.each([
    ['sutitle', 'Fix: `subtitle`'],
    ['... on Node { subtitle }', 'Fix: `... on Type { … }` around it'],
    ['... on Pots { subtitle }', 'Fix: `Post`'],
    ['fragment Of on Category { colour }', 'Fix: `on Post`'],
    ['book', 'Fix: add what of it is asked for'],
    ['subtitle { text }', 'Fix: leave its `{ … }` out'],
    ['book(size: 1) { pages }', 'Fix: write it as its type'],
  ])('%s: what was meant is the fix', (select, fix) => {
    const { problems } = probe(schema, customFieldsOf({ post: { select, read: () => ({}) } }));
    expect(problems.join('\n')).toContain(fix);
  });

  test('a field that has another name in WordPress now: the fix lists those of the group', () => {
    const renamed = schemaWith(
      sdl
        .replace('title: String }', 'heading: String fieldGroupName: String }')
        .replace(
          'type Book {',
          'interface AcfFieldGroup { fieldGroupName: String } type Book implements AcfFieldGroup {',
        )
        .replace('book(format', 'novel(format'),
    );
    const told = (select: string) => {
      const made = customFieldsOf({ post: { select, read: () => ({}) } });
      return probe(renamed, made, knownFieldsIn(renamed)).problems[0];
    };
    expect(told('novel { subtitle }')).toContain(
      'Cannot query field "subtitle" on type "Book". Fix: one of `pages`, `heading`; in ACF, switch',
    );
    expect(told('book { title }')).toContain('Fix: one of `novel`; in ACF, switch "Show in GraphQL" on');
  });

  test('and names it again when it is gone a second time', () => {
    const without = schemaWith(sdl.replace('subtitle: String book', 'book'));
    const again = customFieldsOf({ post: { select: 'subtitle book { title }', read: () => ({}) } });
    for (const of of [schema, without, schema, without, without])
      for (const problem of probe(of, again).problems) warnOnce(`[cms] left out: ${problem}`);
    expect(warnings()).toHaveLength(2);
  });

  test('two of one name that ask for different things are both left out: every query of a post would fail', () => {
    const twice = customFieldsOf({
      post: { select: 'a: subtitle a: title book { pages }', read: () => ({}) },
    });
    const { selections, problems } = probe(schema, twice);
    expect(selections.fields).toEqual({ post: '... on Post { custom_post__book:book{pages} }' });
    expect(problems.join()).toContain('conflict because "subtitle" and "title" are different fields');
  });

  test('errors about other parts of the document stay errors', () => {
    const document = `query Q { nothing\n${customFieldsProbe(names)}\n}`;
    const errors = validate(schema, parse(document)).map((error) => error.toJSON() as GraphQLErrorEntry);
    expect(customFieldsFrom(errors, document, names).others).toHaveLength(1);
    const busy = [{ message: 'Too busy' }];
    expect(customFieldsFrom(busy, document, names)).toMatchObject({ others: busy, problems: [] });
  });

  test('one that fails while it is answered is known: a plugin that has a bad day is no mistake of the owner', () => {
    const document = `query Q { __typename\n${customFieldsProbe(names)}\n}`;
    const line = document.split('\n').findIndex((text) => text.startsWith('custom_post__title')) + 1;
    const error = { message: 'Internal server error', locations: [{ line, column: 1 }] };
    const path = ['custom0', 'nodes', 0, 'custom_post__title'];
    expect(customFieldsFrom([{ ...error, path }], document, names).problems).toEqual([]);
    expect(customFieldsFrom([error], document, names).problems).toHaveLength(1);
  });

  test('a custom type that WordPress keeps from GraphQL has none', () => {
    const { fields: of, cards, terms } = selectionsFor(fields, { types: {}, taxonomies: {} });
    expect([of, cards, terms].map((some) => Object.keys(some))).toEqual([
      ['post', 'page'],
      ['post'],
      ['category'],
    ]);
  });
});

test.each([
  ['book {', '`{` is not closed. Fix: `}`'],
  ['book { pages } }', '`}` closes nothing. Fix: leave it out'],
  ['', 'is not valid GraphQL'],
  ['book(format: "{") { pages', '`{` is not closed'],
  ['subtitle } } query Other { posts { nodes { id', '`}` closes nothing'],
  ['subtitle } fragment F on Post { id', '`}` closes nothing'],
  ['{ book { pages } }', 'is a whole query. Fix: write only what stands inside of the item'],
  ['query Book { post { id } }', 'is a whole query. Fix: write only what stands inside of the item'],
  [
    '# from queries/a.graphql\nquery Book($id: ID!) { post(id: $id) { id } }',
    'queries/a.graphql:1: is a whole',
  ],
  ['book(format: $f) { pages }', '$f has no value here'],
  ['...BookFields', 'the fragment BookFields is not known here'],
  ['fragment A on Post { ...B }', 'the fragment B is not known here'],
  [
    '# from queries/a.graphql\nfragment A on Post {\n  book { ...Insid }\n}\nfragment Inside on Book { pages }',
    'queries/a.graphql:2: the fragment Insid is not known here. Fix: `Inside`',
  ],
  ['fragment A on Post { ...B } fragment B on Post { ...A }', 'the fragment A holds itself'],
  ['fragment A on Post { book(format: $f) { pages } }', '$f has no value here'],
  ['fragment A on Post { a } query B { posts { nodes { id } } }', 'holds more than fragments'],
  ['# from queries/a.graphql\nfragment A on Post {\n  book {\n', 'queries/a.graphql:2: `{` is not closed'],
  [
    '# from queries/a.graphql\nfragment A on Post {\n  book !\n}',
    'queries/a.graphql:2: is not valid GraphQL',
  ],
])('select %j is named with file, line, entry and fix, and selects nothing', (select, problem) => {
  const problems: string[] = [];
  const report = (found: string) => problems.push(found);
  expect(fieldsOf({ post: { select, read: () => ({}) } }, 'fields', report)).toEqual([]);
  const [, file = 'content.config.ts', words = ''] = /^(?:(queries\S+): )?(.*)/s.exec(problem) ?? [];
  expect(problems).toEqual([expect.stringContaining(`${file}: fields.post.select: ${words}`)]);
});

test('an entry whose select is no text was named before, and selects nothing', () => {
  const without = { post: { read: () => ({}) } } as unknown as FieldEntries;
  expect(customFieldsOf(without)).toEqual([]);
});

/** Problems of an entry of the type `post` for a CMS that has all but these fields. */
function said(
  select: string,
  read: (field: FieldReader) => unknown,
  search: readonly string[] = [],
  ...missing: string[]
): string[] {
  const made = customFieldsOf({ post: { select, read, search } });
  const document = `query Q { __typename\n${customFieldsProbe(names, made)}\n}`;
  const errors = document
    .split('\n')
    .flatMap((text, at) =>
      missing.some((name) => text.split(/\W/)[0] === `custom_post__${name}` || text.split(/\W/)[0] === name)
        ? [{ message: 'Cannot query field.', locations: [{ line: at + 1, column: 1 }] }]
        : [],
    );
  return customFieldsFrom(errors, document, names, made).problems;
}

describe('a path in read() that leads to nothing', () => {
  const select = `price
    cover { node { sourceUrl } } badge { altText } shop: link { url }
    meta rows { n } related { nodes { ... on Post { title } ... on Page { uri } } }`;
  const problem = (read: (field: FieldReader) => unknown) =>
    said(select, read)[0]?.replace('content.config.ts: fields.post.read: ', '');
  test.each<[string, (field: FieldReader) => unknown, string]>([
    ['misspelt', (f) => f.text('pirce'), '"pirce" is not in `select`. Fix: `price` for "pirce"'],
    ['of a node', (f) => f.text('cover.sourceUrl'), 'Fix: `node.sourceUrl` for "sourceUrl"'],
    ['absent', (f) => f.text('unit'), '"unit" is not in `select`. Fix: select "unit"'],
    ['deeper', (f) => f.raw('cover.node.altText'), 'Fix: select "altText"'],
    ['by the name that an alias replaces', (f) => f.link('link'), '"link" is not in `select`'],
    ['in a row', (f) => f.list('rows', (row) => row.number('m')), '"rows.m" is not in `select`. Fix: `n`'],
    ['in a row of a connection', (f) => f.list('related', (row) => row.text('slug')), '"related.slug"'],
    [
      'into a list as if it were one value',
      (f) => f.text('related.title'),
      '"related.title" leads into a list. Fix: `list(\'related\', (row) => …)`',
    ],
    ['into its nodes', (f) => f.text('related.nodes.title'), '"related.nodes.title" leads into a list'],
    ['behind a value', (f) => f.text('price')?.trim() && f.text('unit'), '"unit" is not in `select`'],
    [
      'behind what throws for nothing',
      (f) => [(f.text('price') as string).trim(), f.text('unit')],
      '"unit" is not in',
    ],
    ['a picture without its address', (f) => f.image('badge'), '`badge` is read without `sourceUrl`'],
    [
      'a reader that is none',
      (f) => (f as unknown as Misspelt).txt('price'),
      '`.txt()` is no reader. Fix: `text`',
    ],
    [
      'a reader of a row that is none',
      (f) => f.list('rows', (row) => (row as unknown as Misspelt).nubmer('n')),
      '`.nubmer()` is no reader. Fix: `number`',
    ],
    [
      'a reader with two letters changed round',
      (f) => (f as unknown as Misspelt).lits('rows'),
      '`.lits()` is no reader. Fix: `list`',
    ],
    [
      'a reader that resembles none',
      (f) => (f as unknown as Misspelt).gallery('price'),
      '`.gallery()` is no reader. Fix: one of text, html',
    ],
  ])('%s, is named with the fix', (_what, read, words) => {
    expect(problem(read)).toContain(words);
  });
  test('what WordPress does not have comes first: `select` is misspelt, and not `read`', () => {
    const director = (f: FieldReader) => f.text('film.director');
    expect(said('film { directr }', director, ['film.director'], 'directr')).toEqual([
      expect.stringContaining('WordPress cannot answer "film.directr"'),
    ]);
    expect(said('flim { director }', director, ['film.director'], 'flim')).toEqual([
      expect.stringContaining('WordPress cannot answer "flim"'),
    ]);
    expect(said('film { director }', (f) => f.text('film.directr'), ['film.directr'])).toEqual([
      'content.config.ts: fields.post.read: "film.directr" is not in `select`. Fix: `director` for "directr"',
      'content.config.ts: fields.post.search: "film.directr" is not in `select`. Fix: `film.director`',
    ]);
  });
  test('two mistakes that have nothing to do with each other are told together', () => {
    const both = (f: FieldReader) => [f.text('film.director'), f.text('book.pgaes')];
    expect(said('film { directr } book { pages }', both, [], 'directr')).toHaveLength(2);
  });
  test('every path that leads to something is none, nor one that only a scalar of JSON could answer', () => {
    const read = (f: FieldReader) => {
      f.image('cover');
      f.link('shop');
      f.text('meta.any.thing');
      f.text('rows.0.n');
      f.text('related.nodes.0.uri');
      f.raw('related.nodes');
      f.list('related', (row) => [row.text('title'), row.link()]);
      throw new Error('no such year');
    };
    expect(problem(read)).toBeUndefined();
  });
});

describe('fragments, as a .graphql file holds them', () => {
  const file = `# from queries/book.graphql
# Of a post.
fragment Book on Post {
  title: subtitle
  book { ...Inside }
}
fragment Inside on Book {
  pages
  titel
}`;
  const read = (field: FieldReader) => ({ pages: field.number('book.pages') });
  test('are written out, and what WordPress does not have is named with file and line', () => {
    const made = customFieldsOf({ post: { select: file, read, search: ['title'] } });
    const { selections, problems } = probe(schema, made);
    expect(selections.fields.post).toBe(
      '... on Post { ...on Post{custom_post__title:subtitle custom_post__book:book{...on Book{pages}}} }',
    );
    expect(problems).toEqual([
      expect.stringMatching(
        /^queries\/book\.graphql:8: fields\.post: WordPress cannot answer "book\.titel": .* Fix: `title`$/,
      ),
    ]);
    expect(validate(schema, parse(getPost.document({ ...bare, custom: selections })))).toEqual([]);
  });
  test('a path of read() that they do not select is an error as ever', () => {
    const wrong = (field: FieldReader) => field.text('book.isbn');
    const intact = file.replace('titel', 'title');
    expect(said(intact, wrong).join()).toContain('"book.isbn" is not in `select`');
  });
});

test('a comment in a select does not swallow what follows', () => {
  expect(customFieldsOf({ post: { select: 'a # the first', read: () => ({}) } })).toHaveLength(1);
});

describe('a custom field that fails costs no page', () => {
  const failed = (path: (string | number)[]): GraphQLErrorEntry => ({
    message: 'Internal server error',
    path,
  });
  test('for one post: it is empty there, named once, and asked for again within a minute', () => {
    const post = () =>
      ({ custom_post__title: null, custom_post__book: { pages: 1 } }) as Record<string, unknown>;
    const data = { list: { nodes: [post(), post(), { ...post(), companionInterval: 20 }] } };
    const errors = [1, 2].map((at) => failed(['list', 'nodes', at, 'custom_post__title']));
    expect(errors.every(isCustomFieldError)).toBe(true);
    settleCustomFieldErrors(errors, data);
    expect(data.list.nodes.map(({ companionInterval }) => companionInterval)).toEqual([undefined, 60, 20]);
    expect(warnings()).toEqual([
      '[cms] a custom field fails and is read as empty: list.nodes.title: Internal server error',
    ]);
  });
  test.each([
    ['the post', { post: null }, ['post', 'custom_post__book', 'pages']],
    ['the whole list', { list: null }, ['list', 'nodes', 9, 'custom_post__book']],
  ])('whose type is never null: the answer lacks %s, and is none', (_what, data, path) => {
    expect(() => settleCustomFieldErrors([failed(path)], data)).toThrow(CustomFieldError);
  });
  test('deep in the field, the field is empty and the item whole', () => {
    const data: { post: Record<string, unknown> } = { post: { custom_post__book: null } };
    settleCustomFieldErrors([failed(['post', 'custom_post__book', 'pages'])], data);
    expect(data.post.companionInterval).toBe(60);
  });
  test('that brings WordPress down: the question is asked without it, and again within a minute', async () => {
    const { cmsFailure } = await import('../../src/runtime/wordpress/client/failure');
    const error = cmsFailure('https://cms.example/graphql', 'serverError');
    expect(mayBeCustomFields(error)).toBe(true);
    for (const diagnosis of ['timeout', 'refused', 'authentication', 'overloaded'] as const)
      expect(mayBeCustomFields(cmsFailure('https://cms.example/graphql', diagnosis))).toBe(false);
    const custom = {
      fields: { post: '... on Post { custom_post__a:a }' },
      cards: {},
      terms: {},
      site: {},
      texts: {},
    };
    const capabilities = { ...bare, custom };
    const asked: Capabilities[] = [];
    const ask = async (able: Capabilities) => {
      asked.push(able);
      return { post: { id: '1' }, none: null };
    };
    expect(await askWithoutCustomFields(getPost.document, capabilities, error, ask)).toEqual({
      post: { id: '1', companionInterval: 60 },
      none: null,
    });
    expect(asked).toEqual([bare]);
    // A page of the same CMS has no custom fields: something else is wrong.
    await expect(askWithoutCustomFields(getPage.document, capabilities, error, ask)).rejects.toBe(error);
    expect(asked).toHaveLength(1);
  });
});

describe('readers', () => {
  const answer = {
    text: 'a & b',
    empty: ' ',
    choice: ['red', 'blue'],
    number: 3.5,
    written: '42',
    big: 'x'.repeat(200_000),
    html: '<p onclick="x()">Hi <script>alert(1)</script><a href="https://cms.example/about/">us</a></p>',
    yes: '1',
    no: false,
    day: '20260131',
    moment: '2026-01-31 20:00:00',
    picture: {
      node: {
        sourceUrl: 'https://cms.example/a.jpg',
        altText: null,
        mediaDetails: { width: 2, height: '1' },
      },
    },
    link: { url: 'https://cms.example/shop/', title: 'Shop', target: '_blank' },
    evil: { url: 'java\tscript:alert(1)' },
    related: { nodes: [{ uri: '/a/', title: 'A' }, null] },
    rows: [{ n: 1 }, { n: 'x' }],
  };
  const field = fieldReader(answer, '/here/');
  test('give what is there', () => {
    expect(field.text('text')).toBe('a & b');
    expect(field.text('choice')).toBe('red');
    expect(field.text('big')).toHaveLength(200_000);
    expect([field.number('number'), field.number('written')]).toEqual([3.5, 42]);
    expect([field.boolean('yes'), field.boolean('no')]).toEqual([true, false]);
    expect([field.date('day'), field.date('moment')]).toEqual(['2026-01-31', '2026-01-31T20:00:00']);
    expect(field.image('picture')).toEqual({
      url: 'https://cms.example/a.jpg',
      alt: '',
      width: 2,
      height: 1,
    });
    expect(field.link('link')).toEqual({ href: '/shop/', text: 'Shop' });
    expect(field.list('related', (row) => row.link())).toEqual([{ href: '/a/', text: 'A' }]);
    expect(field.list('rows', (row) => row.number('n'))).toEqual([1]);
    expect(field.raw('picture.node.mediaDetails.width')).toBe(2);
    expect(field.text('choice.1')).toBe('blue');
  });
  test('html is cleaned as content is', () => {
    expect(field.html('html')).toContain('<a href="/about/">us</a>');
    expect(field.html('html')).not.toMatch(/onclick|alert/);
    expect(field.html('big')).toBe('x'.repeat(200_000));
    expect(fieldReader({ a: '<b>'.repeat(200_000) }, '/').html('a')?.length).toBeLessThan(1_000_000);
  });
  test.each([
    'nothing',
    'text.length',
    'text.x.y',
    '__proto__',
    'constructor.name',
    'rows.9.n',
    'empty',
    '.',
    'evil',
  ])('give null for %j, and never throw', (path) => {
    const { text, html, number, boolean, date, image, link } = field;
    for (const reader of [text, html, number, boolean, date, image, link]) expect(reader(path)).toBeNull();
    expect(field.list(path, () => 1)).toEqual([]);
  });
  test.each([null, undefined, 0, 'x', [], { a: { b: [] } }])('on the answer %j', (odd) => {
    const reader = fieldReader(odd, '/');
    for (const read of [reader.html, reader.boolean, reader.date, reader.link, reader.image])
      expect(() => read('a.b')).not.toThrow();
    expect(reader.raw('a.b.c')).toBeNull();
  });
});

describe('what the template gets', () => {
  const post = {
    uri: '/a/',
    contentTypeName: 'post',
    custom_post__title: 'Sub',
    custom_post__book: { pages: 9 },
  };
  test('a post, a page, an item of a custom type', () => {
    expect(customAnswer(post, 'post')).toEqual({ title: 'Sub', book: { pages: 9 } });
    expect(readPostFields(post, false)).toEqual({ subtitle: 'Sub', pages: 9 });
    expect(readPageFields({ uri: '/b/', custom_page__subtitle: ' B ' } as object, false)).toEqual({
      subtitle: 'B',
    });
    const study = { uri: '/c/', contentTypeName: 'case_study', custom_case_study__year: 1999 };
    expect(readPostFields(study, false)).toEqual({ year: 1999 });
  });
  test('a protected one: all of it empty, whatever the CMS answered', () => {
    expect(readPostFields(post, true)).toEqual({ subtitle: null, pages: null });
  });
  test('an item of a type without an entry has those of a post, empty', () => {
    expect(readPostFields({ ...post, contentTypeName: 'event' }, false)).toEqual({
      subtitle: null,
      pages: null,
    });
  });
  test('a card: of its type, nothing of a protected one, those of a post where its type has no entry', () => {
    const card = {
      uri: '/a/',
      contentTypeName: 'post',
      customCard_post__subtitle: 'Sub',
      custom_post__title: 'No',
    };
    expect(readCardFields(card)).toEqual({ subtitle: 'Sub', pages: null });
    const empty = { subtitle: null, pages: null };
    for (const hidden of [{ hasPassword: true }, { isRestricted: true }])
      expect(readCardFields({ ...card, ...hidden })).toEqual(empty);
    expect(
      readCardFields({ contentTypeName: 'case_study', customCard_case_study__year: 7 } as object),
    ).toEqual({
      year: 7,
    });
    expect(readCardFields({ ...card, contentTypeName: 'page' })).toEqual(empty);
    expect(customPart(card, 'post', 'cards')).toEqual({ customCard_post__subtitle: 'Sub' });
  });
  test('a reader that does not exist is named, not whatever it was minified to', () => {
    const reader = fieldReader({ price: 1 }, '/') as unknown as Misspelt;
    expect(() => reader.txt('price')).toThrow('`.txt()` is no reader. Fix: `text`');
    expect(JSON.stringify(reader)).toBe('{}');
    expect((reader as { then?: unknown }).then).toBeUndefined();
  });
  test('a term: of its taxonomy, nothing where that has no entry', () => {
    const term = { uri: '/t/', customTerm_category__colour: 'grün', customTerm_material__origin: 'x' };
    expect(readTermFields(term, 'category')).toEqual({ colour: 'grün', tones: [] });
    expect(readTermFields(term, 'post_tag')).toEqual({});
    expect(readTermFields(term, 'constructor')).toEqual({});
  });
  test('a read() that throws costs its fields, which are empty, and is named once for all items', () => {
    const study = { uri: '/c/', contentTypeName: 'case_study', custom_case_study__year: 1 };
    for (const uri of ['/c/', '/d/'])
      expect(readPostFields({ ...study, uri }, false)).toEqual({ year: null });
    expect(warnings()).toEqual([
      '[cms] content.config.ts: fields.case_study.read fails at /c/: no such year',
    ]);
  });
});

test('types follow read()', () => {
  const both = defineContent({
    fields: {
      post: { select: 'subtitle', read: (field) => ({ subtitle: field.text('subtitle') }) },
      case_study: { select: 'year', read: (field) => ({ year: field.number('year') }) },
      page: {
        select: 'rows { a }',
        read: (field) => ({ rows: field.list('rows', (row) => ({ a: row.image('a')?.url ?? '' })) }),
      },
    },
  });
  const one = defineContent({
    fields: { post: { select: 'subtitle', read: (field) => ({ subtitle: field.text('subtitle') }) } },
  });
  const none = defineContent({});
  type Fields<Config> = Config extends Content<infer Values> ? Values : never;
  expectTypeOf<PostFields<Fields<typeof one>>['subtitle']>().toEqualTypeOf<string | null>();
  expectTypeOf<PageFields<Fields<typeof both>>>().toEqualTypeOf<{ rows: { a: string }[] }>();
  // Posts and custom types share templates: what only one of them has may be missing.
  expectTypeOf<PostFields<Fields<typeof both>>['subtitle']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<PostFields<Fields<typeof both>>['year']>().toEqualTypeOf<number | null | undefined>();
  // A template of one type has the fields of that one, where the type has some.
  expectTypeOf<SingleFields<'single-case_study', Fields<typeof both>>>().toEqualTypeOf<{
    year: number | null;
  }>();
  expectTypeOf<SingleFields<'single-case_study-the-bank', Fields<typeof both>>['year']>().toEqualTypeOf<
    number | null
  >();
  expectTypeOf<SingleFields<'single-film', Fields<typeof both>>['year']>().toEqualTypeOf<
    number | null | undefined
  >();
  const fieldsOf = <Config>(_: Config) => ({}) as PostFields<Fields<Config>>;
  // @ts-expect-error nobody reads it
  fieldsOf(one).subtitel;
  // @ts-expect-error there are no fields at all
  fieldsOf(none).subtitle;
  // @ts-expect-error it may be null
  const text: string = fieldsOf(one).subtitle;
  expect(text).toBeUndefined();
  // @ts-expect-error an unknown entry
  defineContent({ securty: {} });
  // @ts-expect-error no such reader
  defineContent({ fields: { post: { select: 'a', read: (field) => field.texts('a') } } });
});

test('types of authors, menus and options follow read()', () => {
  const content = defineContent({
    terms: { category: { select: 'b', read: (field) => ({ b: field.number('b') }) } },
    site: {
      author: { select: 'a', read: (field) => ({ a: field.text('a') }) },
      options: { select: 'c', read: (field) => ({ c: field.boolean('c') }) },
    },
  });
  type Read =
    typeof content extends Content<infer _, infer _Cards, infer Terms, infer Site> ? [Terms, Site] : never;
  expectTypeOf<AuthorFields<Read[1]>>().toEqualTypeOf<{ a: string | null }>();
  expectTypeOf<OptionFields<Read[1]>>().toEqualTypeOf<{ c: boolean | null }>();
  expectTypeOf<keyof MenuFields<Read[1]>>().toEqualTypeOf<never>();
  // Any archive may be that of a term, of an author, or of neither.
  expectTypeOf<ArchiveFields<Read[0], Read[1]>['a']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<ArchiveFields<Read[0], Read[1]>['b']>().toEqualTypeOf<number | null | undefined>();
  expectTypeOf<TemplateFields<'author-ada', Read[0], Read[1]>>().toEqualTypeOf<{ a: string | null }>();
});

test('fields of an author, an entry of a menu and options are read; of nobody they are empty', () => {
  expect(readAuthorFields({ customSite_author__role: 'Editor' } as object)).toEqual({ role: 'Editor' });
  expect(readAuthorFields(null)).toEqual({ role: null });
  expect(readMenuFields({ customSite_menuItem__icon: 'star' })).toEqual({ icon: 'star' });
  expect(readOptionFields({ customSite_options__company: { phone: '1' } })).toEqual({ phone: '1' });
});

test('types of cards and terms follow read()', () => {
  const content = defineContent({
    cards: { post: { select: 'a', read: (field) => ({ a: field.text('a') }) } },
    terms: {
      category: { select: 'b', read: (field) => ({ b: field.number('b') }) },
      material: { select: 'c', read: (field) => ({ c: field.list('c', (row) => row.text()) }) },
    },
  });
  type Read<Config> = Config extends Content<infer _, infer Cards, infer Terms> ? [Cards, Terms] : never;
  type Cards = Read<typeof content>[0];
  type Terms = Read<typeof content>[1];
  expectTypeOf<CardFields<Cards>['a']>().toEqualTypeOf<string | null>();
  // An archive may be that of an author, and then has none.
  expectTypeOf<TermFields<Terms>['b']>().toEqualTypeOf<number | null | undefined>();
  expectTypeOf<TemplateFields<'category', Terms>>().toEqualTypeOf<{ b: number | null }>();
  expectTypeOf<TemplateFields<'category-news', Terms>>().toEqualTypeOf<{ b: number | null }>();
  expectTypeOf<TemplateFields<'taxonomy-material-oak', Terms>>().toEqualTypeOf<{ c: string[] }>();
  expectTypeOf<TemplateFields<'archive', Terms>['c']>().toEqualTypeOf<string[] | undefined>();
  expectTypeOf<TemplateFields<'tag', Terms>['b']>().toEqualTypeOf<number | null | undefined>();
  const none = defineContent({ fields: {} });
  type None = Read<typeof none>[0];
  // @ts-expect-error there are no cards at all
  ({}) as CardFields<NonNullable<None>>['a'];
});

describe('search in custom fields', () => {
  const book = (title: unknown): object => ({
    custom_post__title: '<p>Über <b>Holz</b></p>',
    custom_post__book: { title },
  });
  test('plain text of all its paths, cut at a word; nothing of a protected item or a type without paths', () => {
    expect(customTextsOf(book('Oak &amp; ash'), 'post')).toEqual(['Über Holz Oak & ash']);
    expect(customTextsOf(book(null), 'post')).toEqual(['Über Holz']);
    expect(customTextsOf({ ...book('x'), isRestricted: true }, 'post')).toEqual([]);
    expect(customTextsOf({}, 'post')).toEqual([]);
    expect(customTextsOf({ custom_page__subtitle: 'x' } as object, 'page')).toEqual([]);
    const [long = ''] = customTextsOf(book('wood '.repeat(200_000)), 'post');
    expect([long.length < 302, long.endsWith('wood…')]).toEqual([true, true]);
  });
  test.each<[string, string[]]>([
    ['book.title', ['A']],
    ['book.pages', ['12']],
    ['chapters.title', ['One', 'Two']],
    ['related.title', ['R']],
    ['related.nodes.title', ['R']],
    ['cover.altText', ['Alt']],
    ['choices', ['red', 'blue']],
    ['book', []],
    ['nothing.at.all', []],
    ['__proto__.x', []],
  ])('%s', (path, texts) => {
    const answer = {
      book: { title: 'A', pages: 12, isNew: true },
      chapters: [{ title: 'One' }, { title: 'Two' }, null, { title: ' ' }],
      related: { nodes: [{ title: 'R' }, null, { title: null }] },
      cover: { node: { altText: 'Alt' } },
      choices: ['red', 'blue'],
    };
    expect(textsAt(answer, path.split('.'))).toEqual(texts);
  });
  const select = 'book { title } related { nodes { ... on Post { uri } } } alias: isbn';
  const found = (...search: string[]) => said(select, () => ({}), search).join('\n');
  test('a path that leads to no text is named, with the fix', () => {
    expect(found('book.title', 'related.uri', 'related.nodes.uri', 'alias')).toBe('');
    expect(found('book.titel')).toBe(
      'content.config.ts: fields.post.search: "book.titel" is not in `select`. Fix: `book.title`',
    );
    expect(found('isbn')).toContain('"isbn" is not in `select`');
    expect(found('book')).toContain('"book" is no text. Fix: what is in it, such as `book.title`');
    expect(found('related.nodes')).toContain(
      '"related.nodes" is no text. Fix: what is in it, such as `related.uri`',
    );
    expect(found('related.nodes.0.uri')).toContain('is not in `select`. Fix: `related.uri`');
    expect(found('')).toContain('"" is not in `select`. Fix: select it');
  });
});

describe('the line of a field', () => {
  const source = `// fields: { post: 'subtitle' }
const content = defineContent({
  fields: {
    page: { select: 'subtitle', read },
    post: {
      read: (field) => field.text('subtitle'),
      select: \`
        book { pages }
        subtitle\`,
    },
    'case-study': { select, read },
  },
  cards: { post: { select: 'a', read } },
});`;
  const select = '\n        book { pages }\n        subtitle';
  test.each<[string, string[], Parameters<typeof lineIn>[2], number | undefined]>([
    ['of a path that is read', ['fields', 'post'], ['subtitle'], 6],
    ['of a reader', ['fields', 'post'], ['.text('], 6],
    ['of a path that stands nowhere', ['fields', 'post'], ['rows', 'title'], 5],
    ['of what is misspelt', ['fields', 'post', 'serach'], undefined, 5],
    ['in a text of several lines', ['fields', 'post'], { select, offset: select.indexOf('subtitle') }, 9],
    ['behind a reader of the same name', ['fields', 'page'], { select: 'subtitle', offset: 0 }, 4],
    [
      'of the entry, where the text is made elsewhere',
      ['fields', 'case-study'],
      { select: 'x', offset: 0 },
      11,
    ],
    ['of another kind', ['cards', 'post'], { select: 'a', offset: 0 }, 13],
    ['of an entry', ['cards', 'post'], undefined, 13],
    ['of an entry that is made elsewhere', ['terms', 'category'], undefined, undefined],
  ])('%s', (_what, keys, inside, line) => {
    expect(lineIn(source, keys, inside)).toBe(line);
  });
});
