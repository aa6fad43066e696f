import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema, extendSchema, parse, validate } from 'graphql';
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import type { Capabilities } from '../../src/runtime/cms/capabilities';
import type { GraphQLErrorEntry } from '../../src/runtime/cms/errors';
import { fieldReader } from '../../src/runtime/cms/field-reader';
import {
  askWithoutOwnFields,
  mayBeOwnFields,
  OwnFieldError,
  settleOwnErrors,
} from '../../src/runtime/cms/own-errors';
import {
  isOwnError,
  ownAnswer,
  ownFieldsFrom,
  ownFieldsProbe,
  selectionsFor,
} from '../../src/runtime/cms/own-fields';
import { ownFieldsOf } from '../../src/runtime/cms/own-select';
import { getPage } from '../../src/runtime/cms/queries/pages';
import { getContent, getPost, getPostPreview } from '../../src/runtime/cms/queries/posts';
import { readPageFields, readPostFields } from '../../src/runtime/cms/read-fields';
import { snapshotContent, snapshotPages, snapshotPosts } from '../../src/runtime/cms/snapshot/queries';
import type { Content, FieldReader, PageFields, PostFields } from '../../src/runtime/extend/content';
import { defineContent } from '../../src/runtime/public/define';

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
  type Reader = import('../../src/runtime/extend/content').FieldReader;
  return {
    fields: {
      post: {
        select: 'title: subtitle book(format: """a\nb""") { pages, title }',
        read: (field: Reader) => ({ subtitle: field.text('title'), pages: field.number('book.pages') }),
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
  type Work implements Node & ContentNode & DatabaseIdentifier { subtitle: [Int!]! year: Int
    ${/interface ContentNode[^{]*\{(.*?)\n\}/s.exec(wpgraphql)?.[1]} }`;
const schemaWith = (more: string) => extendSchema(buildSchema(wpgraphql), parse(more), { assumeValid: true });
const schema = schemaWith(sdl);

const fields = ownFieldsOf(content.fields);
const types = { case_study: 'Work' };
const bare: Capabilities = {
  settings: false,
  blocks: false,
  index: false,
  sums: false,
  interval: false,
  template: false,
  blurDataUrl: false,
  sticky: false,
  seo: 'none',
  menus: { PRIMARY: false, FOOTER: false },
};

let warn: ReturnType<typeof vi.spyOn>;
const warnings = () => warn.mock.calls.map(([text]: unknown[]) => String(text));
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => warn.mockRestore());

/** What the CMS of a schema says of the own fields. */
function probe(of: typeof schema, from = fields) {
  const document = `query Q { __typename\n${ownFieldsProbe(types, from)}\n}`;
  const errors = validate(of, parse(document)).map(
    (error) => ({ ...error.toJSON() }) as unknown as GraphQLErrorEntry,
  );
  return ownFieldsFrom(errors, document, types, from);
}

describe('own fields are asked for where the CMS has them', () => {
  const documents = (ownFields: Capabilities['ownFields']) =>
    [
      getPost,
      getPostPreview,
      getPage,
      getContent,
      snapshotPosts,
      snapshotPages,
      snapshotContent('case_study'),
    ].map((operation) => operation.document({ ...bare, ...(ownFields ? { ownFields } : {}) }));

  test('in every document of a single item, the snapshot of a build among them, beside ours of the same name', () => {
    const { selections, others } = probe(schema);
    expect(others).toEqual([]);
    for (const document of documents(selections)) {
      expect(validate(schema, parse(document))).toEqual([]);
      expect(document).toContain('subtitle');
    }
    expect(documents(selections)[0]).toContain('own_post__title:subtitle');
    expect(warnings()).toEqual([]);
  });

  test('not one that it does not know, which is named once with its own words; the others stay', () => {
    const without = schemaWith(sdl.replace('subtitle: String book', 'book').replace(' year: Int', ''));
    const { selections } = probe(without);
    probe(without);
    for (const document of documents(selections)) expect(validate(without, parse(document))).toEqual([]);
    expect(selections.post).toMatch(/^own_post__book:book/);
    expect(selections.case_study).toBe('... on Work { own_case_study__subtitle:subtitle }');
    expect(warnings()).toHaveLength(2);
    expect(warnings()[0]).toMatch(
      /^\[cms\] content\.config\.ts: fields\.post: "subtitle" is left out of every post: Cannot query field "subtitle" on type "Post"\./,
    );
  });

  test('of a group, the one field that it does not know, which is named with the fix; the others of the group stay', () => {
    const misspelt = ownFieldsOf({
      post: { select: 'book { pages colour { red } title }', read: () => ({}) },
    });
    expect(probe(schema, misspelt).selections).toEqual({ post: 'own_post__book:book{pages title}' });
    expect(warnings()).toEqual([
      expect.stringMatching(
        /fields\.post: "book\.colour" is left out of every post: Cannot query field "colour" on type "Book"\. Fix: .*"Show in GraphQL"/,
      ),
    ]);
    const alone = ownFieldsOf({ post: { select: 'book { colour }', read: () => ({}) } });
    expect(probe(schema, alone).selections).toEqual({});
  });

  test('and names it again when it is gone a second time', () => {
    const without = schemaWith(sdl.replace('subtitle: String book', 'book'));
    const again = ownFieldsOf({ post: { select: 'subtitle book { title }', read: () => ({}) } });
    for (const of of [schema, without, schema, without, without]) probe(of, again);
    expect(warnings()).toHaveLength(2);
  });

  test('two of one name that ask for different things are both left out: every query of a post would fail', () => {
    const twice = ownFieldsOf({ post: { select: 'a: subtitle a: title book { pages }', read: () => ({}) } });
    const { selections } = probe(schema, twice);
    expect(selections).toEqual({ post: 'own_post__book:book{pages}' });
    expect(warnings().join()).toContain('conflict because "subtitle" and "title" are different fields');
  });

  test('errors about other parts of the document stay errors', () => {
    const document = `query Q { nothing\n${ownFieldsProbe(types)}\n}`;
    const errors = validate(schema, parse(document)).map((error) => error.toJSON() as GraphQLErrorEntry);
    expect(ownFieldsFrom(errors, document, types).others).toHaveLength(1);
    const busy = [{ message: 'Too busy' }];
    expect(ownFieldsFrom(busy, document, types).others).toEqual(busy);
  });

  test('a custom type that WordPress keeps from GraphQL has none', () => {
    expect(selectionsFor(fields, {})).not.toHaveProperty('case_study');
  });
});

test.each([
  ['book {', 'is not valid GraphQL'],
  ['', 'is not valid GraphQL'],
  ['subtitle } } query Other { posts { nodes { id', 'is not valid GraphQL'],
  ['subtitle } fragment F on Post { id', 'brackets do not match'],
  ['book(format: $f) { pages }', '$f has no value here'],
  ['...BookFields', 'the fragment BookFields is not known here'],
])('select %j is an error at the start that names file and entry', (select, problem) => {
  expect(() => ownFieldsOf({ post: { select, read: () => ({}) } })).toThrow(
    `content.config.ts: fields.post.select: ${problem}`,
  );
});

describe('a path in read() that leads to nothing', () => {
  const select = `price
    cover { node { sourceUrl } } badge { altText } shop: link { url }
    meta rows { n } related { nodes { ... on Post { title } ... on Page { uri } } }`;
  const problem = (read: (field: FieldReader) => unknown) => {
    try {
      ownFieldsOf({ post: { select, read } });
    } catch (error) {
      return (error as Error).message.replace('content.config.ts: fields.post.read: ', '');
    }
    return undefined;
  };
  test.each<[string, (field: FieldReader) => unknown, string]>([
    ['misspelt', (f) => f.text('pirce'), '"pirce" is not in `select`. Fix: `price` for "pirce"'],
    ['absent', (f) => f.text('unit'), '"unit" is not in `select`. Fix: select "unit"'],
    ['deeper', (f) => f.raw('cover.node.altText'), 'Fix: select "altText"'],
    ['by the name that an alias replaces', (f) => f.link('link'), '"link" is not in `select`'],
    ['in a row', (f) => f.list('rows', (row) => row.number('m')), '"rows.m" is not in `select`. Fix: `n`'],
    ['in a row of a connection', (f) => f.list('related', (row) => row.text('slug')), '"related.slug"'],
    ['a picture without its address', (f) => f.image('badge'), '`badge` is read without `sourceUrl`'],
  ])('%s, is an error at the start that names it and the fix', (_what, read, words) => {
    expect(problem(read)).toContain(words);
  });
  test('every path that leads to something is none, nor one that only a scalar of JSON could answer', () => {
    const read = (f: FieldReader) => {
      f.image('cover');
      f.link('shop');
      f.text('meta.any.thing');
      f.text('rows.0.n');
      f.list('related', (row) => [row.text('title'), row.link()]);
      throw new Error('no such year');
    };
    expect(problem(read)).toBeUndefined();
  });
});

test('a comment in a select does not swallow what follows', () => {
  expect(ownFieldsOf({ post: { select: 'a # the first', read: () => ({}) } })).toHaveLength(1);
});

describe('an own field that fails costs no page', () => {
  const failed = (path: (string | number)[]): GraphQLErrorEntry => ({
    message: 'Internal server error',
    path,
  });
  test('for one post: it is empty there, named once, and asked for again within a minute', () => {
    const post = () => ({ own_post__title: null, own_post__book: { pages: 1 } }) as Record<string, unknown>;
    const data = { list: { nodes: [post(), post(), { ...post(), companionInterval: 20 }] } };
    const errors = [1, 2].map((at) => failed(['list', 'nodes', at, 'own_post__title']));
    expect(errors.every(isOwnError)).toBe(true);
    settleOwnErrors(errors, data);
    expect(data.list.nodes.map(({ companionInterval }) => companionInterval)).toEqual([undefined, 60, 20]);
    expect(warnings()).toEqual([
      '[cms] an own field fails and is read as empty: list.nodes.title: Internal server error',
    ]);
  });
  test.each([
    ['the post', { post: null }, ['post', 'own_post__book', 'pages']],
    ['the whole list', { list: null }, ['list', 'nodes', 9, 'own_post__book']],
  ])('whose type is never null: the answer lacks %s, and is none', (_what, data, path) => {
    expect(() => settleOwnErrors([failed(path)], data)).toThrow(OwnFieldError);
  });
  test('deep in the field, the field is empty and the item whole', () => {
    const data: { post: Record<string, unknown> } = { post: { own_post__book: null } };
    settleOwnErrors([failed(['post', 'own_post__book', 'pages'])], data);
    expect(data.post.companionInterval).toBe(60);
  });
  test('that brings WordPress down: the question is asked without it, and again within a minute', async () => {
    const { cmsFailure } = await import('../../src/runtime/cms/failure');
    const error = cmsFailure('https://cms.example/graphql', 'serverError');
    expect(mayBeOwnFields(error)).toBe(true);
    for (const diagnosis of ['timeout', 'refused', 'authentication', 'overloaded'] as const)
      expect(mayBeOwnFields(cmsFailure('https://cms.example/graphql', diagnosis))).toBe(false);
    const capabilities = { ...bare, ownFields: { post: 'own_post__a:a' } };
    const asked: Capabilities[] = [];
    const ask = async (able: Capabilities) => {
      asked.push(able);
      return { post: { id: '1' }, none: null };
    };
    expect(await askWithoutOwnFields(getPost.document, capabilities, error, ask)).toEqual({
      post: { id: '1', companionInterval: 60 },
      none: null,
    });
    expect(asked).toEqual([bare]);
    // A page of the same CMS has no own fields: something else is wrong.
    await expect(askWithoutOwnFields(getPage.document, capabilities, error, ask)).rejects.toBe(error);
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
  const post = { uri: '/a/', contentTypeName: 'post', own_post__title: 'Sub', own_post__book: { pages: 9 } };
  test('a post, a page, an item of a custom type', () => {
    expect(ownAnswer(post, 'post')).toEqual({ title: 'Sub', book: { pages: 9 } });
    expect(readPostFields(post, false)).toEqual({ subtitle: 'Sub', pages: 9 });
    expect(readPageFields({ uri: '/b/', own_page__subtitle: ' B ' } as object, false)).toEqual({
      subtitle: 'B',
    });
    const study = { uri: '/c/', contentTypeName: 'case_study', own_case_study__year: 1999 };
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
  test('a read() that throws costs its fields, and says where', () => {
    const study = { uri: '/c/', contentTypeName: 'case_study', own_case_study__year: 1 };
    expect(readPostFields(study, false)).toEqual({});
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
