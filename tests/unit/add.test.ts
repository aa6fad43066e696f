import { describe, expect, it } from 'vitest';
import { addBlock } from '../../src/add/block';
import { withPluginBlock } from '../../src/add/custom-blocks-plugin';
import { blockListEntry, withBlock } from '../../src/add/edit-blocks';
import { askFor } from '../../src/add/edit-content';
import { addFieldGroup } from '../../src/add/field-group';
import { fieldKinds } from '../../src/add/field-kinds';
import { camel, pascal, refuseName, title } from '../../src/add/names';
import { codeOf, objectAt } from '../../src/add/object-text';
import { groupsIn, namesFrom, placeOf } from '../../src/add/places';
import { fieldsOf, parseFields } from '../../src/add/schema-fields';
import { typesFrom, typesFromSchema } from '../../src/add/schema-types';
import { addTemplate } from '../../src/add/template';

const thrown = (
  work: () => unknown,
): { kind?: string; message?: string; details?: string[]; fix?: string } => {
  try {
    work();
  } catch (error) {
    return error as object;
  }
  return {};
};

describe('names', () => {
  it.each([
    ['notice', 'Notice', 'notice', 'Notice'],
    ['book-details', 'BookDetails', 'bookDetails', 'Book details'],
    ['bookDetails', 'BookDetails', 'bookDetails', 'Book details'],
    ['BookDetails', 'BookDetails', 'bookDetails', 'Book details'],
    ['cta2-wide', 'Cta2Wide', 'cta2Wide', 'Cta2 wide'],
  ])('%s is %s, %s and "%s"', (name, component, value, words) => {
    expect([pascal(name), camel(name), title(name)]).toEqual([component, value, words]);
    expect(() => refuseName('block', name)).not.toThrow();
  });
  it.each(['', '../x', 'a b', '2nd', 'über', 'a--b', '-a', 'a_b', 'x'.repeat(31), 'map', 'Object', "a';"])(
    '%j is refused, with one that is not',
    (name) => {
      const { kind, fix = '' } = thrown(() => refuseName('block', name));
      expect(kind).toBe('usage');
      expect(() => refuseName('block', fix.split(': ')[1] ?? '')).not.toThrow();
    },
  );
});

describe('add template', () => {
  it.each([
    ['single-project', "TemplateProps<'single-project'>", '<Article '],
    ['page-über-uns', "TemplateProps<'page-über-uns'>", '<PageBody '],
    ['template-landing', "TemplateProps<'template-landing'>", '<PageBody '],
    ['category', "TemplateProps<'category'>", '<ArchiveView '],
    ['404', "TemplateProps<'404'>", '<NotFound '],
    ['search', "TemplateProps<'search'>", '<SearchPanel '],
    ['index', "TemplateProps<'index'>", '<ArchiveView '],
  ])('%s: %s with %s', (name, props, view) => {
    const [file] = addTemplate(name).create;
    expect(file?.path).toBe(`components/templates/${name}.tsx`);
    expect(file?.contents).toContain(props);
    expect(file?.contents).toContain(view);
  });
  it.each([
    ['singel-project', 'single-project'],
    ['Single-Project', 'single-project'],
    ['catgory', 'category'],
    ['archives', 'archive'],
    ['single-project.tsx', 'single-project'],
    ['tempalte-landing', 'template-landing'],
    ['template-Über-uns', 'template-uber-uns'],
  ])('%s: did you mean %s', (name, meant) => {
    const { kind, message, details } = thrown(() => addTemplate(name));
    expect([kind, message]).toEqual([
      'usage',
      expect.stringMatching(
        new RegExp(`^Nothing is shown by a template "${name}": .*; did you mean "${meant}"\\?$`),
      ),
    ]);
    expect(details).toEqual([]);
  });
  it.each([
    '',
    'project',
    'single-../x',
    'single-a/b',
    'page-a b',
    'template-Über',
    'template-a--b',
    'template',
    `page-${'x'.repeat(200)}`,
  ])('%j is refused', (name) => expect(thrown(() => addTemplate(name)).kind).toBe('usage'));
  it('without a name that was meant, all forms are said', () => {
    expect(thrown(() => addTemplate('qqqqqqq')).details).toEqual(
      expect.arrayContaining(['single-<type>', 'template-<name>', '404']),
    );
  });
});

describe('content.config.ts', () => {
  const entry = `    post: {
      select: \`
        look {
          tint
        }
      \`,
      read: (field) => ({
        tint: field.text('look.tint'),
      }),
    },
`;
  const config = (inside: string) =>
    `import x;\n\n/** Into \`defineContent({ … })\`. */\nconst content = defineContent({${inside}});\n\nexport default content;\n`;
  const ask = (text: string, names = ['tint'], type = 'post') =>
    askFor(text, {
      kind: 'fields',
      type,
      path: ['look'],
      fields: names.map((name) => ({ name, kind: 'text' })),
    });
  const textOf = (asked: ReturnType<typeof ask>) => ('text' in asked ? asked.text : asked.why);

  it.each([
    ['an empty one', '', `\n  fields: {\n${entry}  },\n`],
    ['other entries', '\n  html: { tags: [] },\n', `\n  fields: {\n${entry}  },\n  html: { tags: [] },\n`],
    ['everything on one line', ' html: {} ', `\n  fields: {\n${entry}  },\n  html: {},\n`],
    [
      'fields of another type',
      "\n  fields: {\n    page: { select: 'a' },\n  },\n",
      `\n  fields: {\n${entry}    page: { select: 'a' },\n  },\n`,
    ],
    [
      'fields of another type on one line',
      "\n  fields: { page: { select: 'a' } },\n",
      `\n  fields: {\n${entry}    page: { select: 'a' },\n  },\n`,
    ],
    [
      'comments, and brackets in them and in texts',
      "\n  // fields: {\n  fields: { // of ours }\n    page: { select: 'a { b' /* } */ },\n  },\n",
      `\n  // fields: {\n  fields: { // of ours }\n${entry}    page: { select: 'a { b' /* } */ },\n  },\n`,
    ],
  ])('%s gets the entry', (_what, before, after) => {
    expect(textOf(ask(config(before)))).toBe(config(after));
    const windows = config(before).replaceAll('\n', '\r\n');
    expect(textOf(ask(windows))).toBe(config(after).replaceAll('\n', '\r\n'));
  });
  it('tabs stay tabs', () => {
    const tabs = (text: string) => text.replace(/^(?: {2})+/gm, (found) => '\t'.repeat(found.length / 2));
    const before = config('\n  fields: {\n    page: {\n      select: "a",\n    },\n  },\n');
    expect(textOf(ask(tabs(before)))).toBe(
      tabs(config(`\n  fields: {\n${entry}    page: {\n      select: "a",\n    },\n  },\n`)),
    );
  });

  const merged = `
  fields: {
    post: {
      select: \`
        look {
          tint
        }
        book { subtitle pages }
      \`,
      read: (field) => ({
        tint: field.text('look.tint'),
        subtitle: field.text('book.subtitle'),
        pages: field.number('book.pages'),
      }),
    },
  },
`;
  it.each([
    [
      'as in the recipe',
      `
  fields: {
    post: {
      select: 'book { subtitle pages }',
      read: (field) => ({ subtitle: field.text('book.subtitle'), pages: field.number('book.pages') }),
    },
  },
`,
    ],
    [
      'on one line',
      `
  fields: {
    post: { select: 'book { subtitle pages }', read: (field) => ({ subtitle: field.text('book.subtitle'), pages: field.number('book.pages') }) },
  },
`,
    ],
    [
      'read before it is selected',
      merged
        .replace(/( +select[\s\S]*?`,\n)( +read[\s\S]*?\}\),\n)/, '$2$1')
        .replace("tint: field.text('look.tint'),\n        ", '')
        .replace('look {\n          tint\n        }\n        ', ''),
    ],
  ])('a second group of a type that has one, %s, is joined with it', (_what, before) => {
    const text = textOf(ask(config(before)));
    const sorted = (code: string) => code.split('\n').sort();
    expect(sorted(text)).toEqual(sorted(config(merged)));
    expect(textOf(ask(text))).toBe(text);
  });
  it('a field that the group has got since then is added alone, with the parameter that the owner has', () => {
    const before = config(
      "\n  fields: {\n    post: {\n      select: 'look { tint }',\n      read: (f) => ({\n        colour: f.text('look.tint'), // mine\n      }),\n    },\n  },\n",
    );
    const asked = ask(before, ['tint', 'shade']);
    expect(textOf(asked)).toContain(
      "      read: (f) => ({\n        shade: f.text('look.shade'),\n        colour: f.text('look.tint'), // mine\n",
    );
    // The starter shows it under the owner's name.
    expect('fields' in asked && asked.fields.map(({ name }) => name)).toEqual(['colour', 'shade']);
  });
  it('a name that another field has gets that of the group in front, of the same type and of those beside it', () => {
    const other = (type: string) =>
      config(
        `\n  fields: {\n    ${type}: {\n      select: 'book { tint }',\n      read: (field) => ({ tint: field.number('book.tint') }),\n    },\n  },\n`,
      );
    const names = (text: string, type: string) => {
      const asked = ask(text, ['tint'], type);
      return 'fields' in asked ? asked.fields.map(({ name, path }) => [name, path?.join()]) : asked.why;
    };
    expect(names(other('post'), 'post')).toEqual([['lookTint', 'tint']]);
    expect(textOf(ask(other('post')))).toMatch(
      /look \{\n +tint\n[\s\S]*lookTint: field\.text\('look\.tint'\)/,
    );
    expect(names(other('film'), 'post')).toEqual([['lookTint', 'tint']]);
    expect(names(other('page'), 'post')).toEqual([['tint', undefined]]);
  });

  const withPost = (post: string) => `\n  fields: {\n    post: ${post},\n  },\n`;
  it.each([
    ['the fields are elsewhere', '\n  fields,\n', '`fields` is not written out in it'],
    ['they are made', '\n  fields: own(),\n', '`fields` is not written out in it'],
    ['something is spread', '\n  ...base,\n', 'what `...base` holds is not known here'],
    [
      'entries are spread',
      '\n  fields: {\n    ...shared,\n  },\n',
      'what `...shared` holds is not known here',
    ],
    ['the entry is elsewhere', withPost('book'), '`fields.post` is not written out in it'],
    ['there is no `read`', withPost("{ select: 'a' }"), '`fields.post` has no `read`'],
    [
      '`read` is a function with a body',
      withPost("{ select: 'a', read: (f) => { return {}; } }"),
      'has no `read`',
    ],
    ['`read` spreads', withPost("{ select: 'a', read: (f) => ({ ...more(f) }) }"), 'has no `read`'],
    [
      '`select` is a file',
      withPost('{\n      select: book,\n      read: (f) => ({}),\n    }'),
      'its `select` is `book`',
    ],
    [
      '`select` is put together',
      withPost("{\n      select: 'a' + 'b',\n      read: (f) => ({}),\n    }"),
      "its `select` is `'a' + 'b'`",
    ],
    [
      '`select` has parts',
      withPost('{\n      select: `a $' + '{b}`,\n      read: (f) => ({}),\n    }'),
      'its `select` is',
    ],
    ['comments on one line', ' html: {} /* mine */ ', 'comments stand between'],
  ])('%s: it stays as it is, and what is to be written is said', (_what, inside, why) => {
    const asked = ask(config(inside));
    expect(asked).toEqual({
      why: expect.stringContaining(why),
      lines: expect.arrayContaining(['fields: {', '  post: {']),
    });
  });
  it('two calls, none, or conflict markers: it stays as it is', () => {
    for (const text of [config('') + config(''), 'export default {};\n', `<<<<<<< a\n${config('')}`])
      expect(ask(text)).toHaveProperty('why');
  });
  it('what the owner has written by hand is enough, in whatever form', () => {
    const text = config(withPost('{ select: look, read(f) { return { tint: f.text("look.tint") }; } }'));
    expect(ask(text)).toEqual({ text, fields: [{ name: 'tint', kind: 'text' }] });
  });
  it('reads object literals as JavaScript does, as far as brackets go', () => {
    const text = "{ a: /[}'\"]/, 'b-c': `}`, d, ...e, [f]: 1, g(h) { return ','; }, i: x ? y : { z }, }";
    const found = objectAt(text, codeOf(text), 0);
    expect(found?.properties.map(({ key }) => key)).toEqual([
      'a',
      'b-c',
      'd',
      undefined,
      undefined,
      'g',
      'i',
    ]);
    expect(found?.close).toBe(text.length - 1);
    expect(objectAt('{ a: [', '{ a: [', 0)).toBeUndefined();
  });
});

describe('the list of blocks', () => {
  const empty = '/** Your own. */\nexport const ownBlocks = [] as const;\n\ndeclare module {}\n';
  const entry = (name: string) => blockListEntry(name, name.toLowerCase());
  it('takes one after the other', () => {
    const one = withBlock(empty, 'Notice', entry('Notice')) ?? '';
    expect(one).toMatch(/^import \{ type BlockFields, .*\n\n\/\*\* Your own\. \*\/\nconst noticeFields = \{/);
    const two = withBlock(one, 'Banner', entry('Banner')) ?? '';
    expect(two.match(/headless-site\/define/g)).toHaveLength(1);
    expect(two).toMatch(
      /\.Notice,\n {2}\}\),\n {2}ownBlock\(\{\n {4}name: 'Banner',.*\n\] as const;\n\ndeclare/s,
    );
    expect(two.indexOf('const bannerFields')).toBeLessThan(two.indexOf('export const ownBlocks'));
    // Put in by hand or by an earlier run, in whatever format.
    expect(withBlock(two, 'Notice', entry('Notice'))).toBe(two);
    const reformatted = two.replaceAll("'", '"').replaceAll('\n  ', '\n\t');
    expect(withBlock(reformatted, 'Notice', entry('Notice'))).toBe(reformatted);
    const changed = two.replace("text: { kind: 'string' }", "text: { kind: 'html' }");
    expect(withBlock(changed, 'Notice', entry('Notice'))).toBeUndefined();
  });
  it.each([
    'export const ownBlocks = own();\n',
    'export const ownBlocks = [\n  a,\n] satisfies X;\n',
    `import { ownBlock } from 'headless-site/define';\n${empty}`,
    empty + empty,
  ])('in another form it stays as it is: %j', (text) => {
    expect(withBlock(text, 'Notice', entry('Notice'))).toBeUndefined();
  });
});

describe('the plugin', () => {
  const block = (name: string) => ({ name, block: `own/${name.toLowerCase()}`, title: name });
  it('holds all blocks, and is added to at its end', () => {
    const one = withPluginBlock(undefined, block('Notice')).contents ?? '';
    const two = withPluginBlock(`${one}\n// mine\n`, block('Banner')).contents ?? '';
    expect(two.startsWith(one)).toBe(true);
    expect(two.match(/add_filter\(/g)).toHaveLength(2);
    expect(two.indexOf('// mine')).toBeLessThan(two.indexOf('own/banner'));
    expect(withPluginBlock(two, block('Notice')).contents).toBe(two);
    expect(withPluginBlock(`${one}?>\n`, block('Banner')).contents).toBeUndefined();
  });
  it('a block that the theme has is refused', () => {
    expect(thrown(() => addBlock('hero-split', () => undefined))).toMatchObject({
      kind: 'usage',
      message: 'The page builder has a block HeroSplit already.',
    });
  });
});

describe('--fields', () => {
  it('takes our kinds and the names of ACF', () => {
    expect(parseFields('a:text, b:true_false,c:google_map')).toEqual([
      { name: 'a', kind: 'text' },
      { name: 'b', kind: 'boolean' },
      { name: 'c', kind: 'map' },
    ]);
  });
  it.each([
    ['a', 'a: has no kind. Fix: a:text'],
    ['a:txt', 'a: unknown kind "txt"; did you mean "text"?'],
    ['a:password', 'a: unknown kind "password"'],
    ['a-b:text', 'a-b:text: must be name:kind'],
    ['', 'an empty entry: must be name:kind'],
    ['a:text,a:text', 'a: is there twice'],
    ['__proto__:text', '__proto__:text: must be name:kind'],
  ])('%j: %s', (text, problem) => {
    const { kind, details } = thrown(() => parseFields(text));
    expect([kind, details]).toEqual(['usage', [problem]]);
  });
  it('no type of ACF is shown by two kinds', () => {
    const all = Object.values(fieldKinds).flatMap(({ acf }) => acf);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('the schema of WordPress', () => {
  const field = (name: string, type: object, description: string | null = null) => ({
    name,
    type,
    description,
  });
  const named = (name: string, kind = 'OBJECT') => ({ kind, name });
  const acf = (type: string) =>
    `Field of the "${type}" Field Type added to the schema as part of the "Book" Field Group`;
  it('says the kinds of a group, by what ACF writes or by the types', () => {
    const types = typesFrom({
      __schema: {
        types: [
          {
            kind: 'OBJECT',
            name: 'Book',
            fields: [
              field('fieldGroupName', named('String', 'SCALAR')),
              field('subtitle', named('String', 'SCALAR'), acf('text')),
              field('about', named('String', 'SCALAR'), acf('wysiwyg').replaceAll('"', '&quot;')),
              field('brochure', named('AcfMediaItemConnectionEdge'), acf('file')),
              field('cover', named('AcfMediaItemConnectionEdge'), 'What the editor wrote'),
              field('one', named('AcfContentNodeConnectionEdge'), acf('post_object')),
              field('more', named('AcfContentNodeConnection'), acf('relationship')),
              field('kinds', { kind: 'LIST', ofType: named('String', 'SCALAR') }, 'Of the editor'),
              field('pages', { kind: 'NON_NULL', ofType: named('Float', 'SCALAR') }),
              field('secret', named('String', 'SCALAR'), acf('password')),
              field('rows', { kind: 'LIST', ofType: named('BookRows') }, acf('repeater')),
            ],
          },
        ],
      },
    });
    const found = types && fieldsOf(types, 'Book');
    expect(found?.fields.map(({ name, kind }) => `${name}:${kind}`).join()).toBe(
      'subtitle:text,about:html,brochure:file,cover:image,one:post,more:posts,kinds:choices,pages:number',
    );
    expect(found?.left).toEqual(['secret', 'rows']);
  });
  it('says the same as the companion plugin hands it out', () => {
    const sdl = `type Other { x: Int }
type Book implements Node {
  """${acf('date_picker').replaceAll('"', '&quot;')}"""
  due: String
  kinds: [String]
  cover(first: Int): AcfMediaItemConnectionEdge!
}`;
    const types = typesFromSchema(sdl) ?? new Map();
    expect(fieldsOf(types, 'Book')?.fields.map(({ name, kind }) => `${name}:${kind}`)).toEqual([
      'due:date',
      'kinds:choices',
      'cover:image',
    ]);
    expect(fieldsOf(types, 'Car')).toBeUndefined();
    expect(typesFromSchema(null)).toBeUndefined();
  });
  it.each([undefined, null, {}, { __schema: null }, { __schema: { types: 'x' } }])(
    '%j is no schema',
    (data) => expect(typesFrom(data)).toBeUndefined(),
  );

  const whole = `
    type RootQuery { siteOptions: SiteOptions book: Book }
    type Book implements AcfFieldGroup { subtitle: String maker: BookMaker }
    type BookMaker implements AcfFieldGroup { name: String country: BookMakerCountry }
    type BookMakerCountry implements AcfFieldGroup { code: String secret: Unknown }
    type Post implements ContentNode { book: Book! }
    type Work implements ContentNode { book: Book }
    type MediaItem implements ContentNode { book: Book }
    type Stuff implements TermNode { book: Book }
    type Tag implements TermNode { book: Book }
    type User { book: Book }
    type MenuItem { book: Book }
    type SiteOptions implements AcfOptionsPage { about: Book }
    type Lonely implements AcfFieldGroup { x: String }`;
  const names = namesFrom({
    contentTypes: {
      nodes: [
        { name: 'post', graphqlSingleName: 'post' },
        { name: 'case_study', graphqlSingleName: 'work' },
        { name: 'attachment', graphqlSingleName: 'mediaItem' },
        null,
      ],
    },
    taxonomies: {
      nodes: [
        { name: 'material', graphqlSingleName: 'stuff' },
        { name: 'post_tag', graphqlSingleName: 'tag' },
      ],
    },
  });
  it('says which groups there are and where: on types, terms, users, menus and options pages', () => {
    const [group, ...others] = groupsIn(typesFromSchema(whole) ?? new Map(), names);
    expect(others).toEqual([]);
    expect(group?.places.map(({ kind, type, path }) => `${kind}.${type}: ${path.join('.')}`)).toEqual([
      'site.options: book',
      'fields.post: book',
      'fields.case_study: book',
      'terms.material: book',
      'terms.post_tag: book',
      'site.author: book',
      'site.menuItem: book',
      'site.options: siteOptions.about',
    ]);
    expect(namesFrom(null).types.size).toBe(0);
    expect(placeOf('material', ['material'])).toEqual({ kind: 'terms', type: 'material' });
    expect(placeOf('material', [])).toEqual({ kind: 'fields', type: 'material' });
    expect(placeOf('constructor', [])).toEqual({ kind: 'fields', type: 'constructor' });
  });
  it('groups within a group are asked for as they stand, and read under one name', () => {
    const { fields = [], left } = fieldsOf(typesFromSchema(whole) ?? new Map(), 'Book') ?? {};
    expect(fields.map(({ name }) => name)).toEqual(['subtitle', 'makerName', 'makerCountryCode']);
    expect(left).toEqual(['maker.country.secret']);
    const place = { kind: 'site', type: 'options', path: ['siteOptions', 'about'] } as const;
    const { create, change } = addFieldGroup('book', place, fields, (file) =>
      file === 'content.config.ts' ? 'defineContent({});' : undefined,
    );
    expect(create.map(({ path }) => path)).toEqual(['components/shell/Book.tsx']);
    expect(create[0]?.contents).toContain("{ fields: ShellView['options'] }");
    expect(change[0]?.contents).toContain(`  site: {
    options: {
      select: \`
        siteOptions {
          about {
            subtitle
            maker {
              name
              country {
                code
              }
            }
          }
        }
      \`,
      read: (field) => ({
        subtitle: field.text('siteOptions.about.subtitle'),
        makerName: field.text('siteOptions.about.maker.name'),`);
  });
});

/** Files of a site. */
const site = (files: Record<string, string>) => (file: string) =>
  file === 'content.config.ts' ? (files[file] ?? 'defineContent({});') : files[file];

describe('a starter of a group', () => {
  it('stands beside pages, and reads the language of the site itself', () => {
    const { create, change, next } = addFieldGroup(
      'book',
      { kind: 'fields', type: 'page' },
      [
        { name: 'due', kind: 'date' },
        { name: 'pages', kind: 'number' },
      ],
      site({}),
    );
    expect(create.map(({ path }) => path)).toEqual(['components/pages/Book.tsx']);
    expect(create[0]?.contents).toContain(`import { formatDate, formatNumber } from 'headless-site';
import { type PageView, readDocumentLanguage } from 'headless-site/content';
`);
    expect(
      create[0]?.contents,
    ).toContain(`export async function Book({ fields }: { fields: PageView['fields'] }) {
  const language = await readDocumentLanguage();`);
    expect(create[0]?.contents).toContain('Pages: {formatNumber(fields.pages, language)}');
    expect(change[0]?.contents).toContain("due: field.date('book.due'),");
    expect(next).toEqual([
      'Show it in components/pages/PageBody.tsx. Import it above:',
      "  import { Book } from './Book';",
      'and put this behind <Title … />:',
      '  <Book fields={page.fields} />',
    ]);
  });
  const text = [{ name: 'a', kind: 'text' }];
  it.each([
    ['event', {}, 'EventFields'],
    ['article', { 'components/posts/Article.tsx': 'export function Article() {}' }, 'ArticleFields'],
    [
      'related-posts',
      { 'components/posts/Article.tsx': "import { RelatedPosts } from './Related';" },
      'RelatedPostsFields',
    ],
    ['book', { 'components/posts/Article.tsx': '<Bookmark />' }, 'Book'],
  ])('%s: a name that JavaScript or the theme has is left to them', (name, files, component) => {
    const { create } = addFieldGroup(name, { kind: 'fields', type: 'post' }, text, site(files));
    expect(create.map(({ path }) => path)).toEqual([`components/posts/${component}.tsx`]);
    const made = { ...files, [create[0]?.path ?? '']: create[0]?.contents ?? '' };
    const again = addFieldGroup(name, { kind: 'fields', type: 'film' }, text, site(made));
    expect(again.keep).toEqual([`components/posts/${component}.tsx`]);
  });
  it('of menu entries has "Menu" in its name once', () => {
    const names = ['menu-look', 'look'].map((name) =>
      addFieldGroup(name, { kind: 'site', type: 'menuItem' }, text, site({})).create.map(({ path }) => path),
    );
    expect(names).toEqual([['components/shell/MenuLook.tsx'], ['components/shell/MenuLook.tsx']]);
  });
  it('is put into the template of its type, where there is one', () => {
    const words = (type: string, files: Record<string, string>) =>
      addFieldGroup('book', { kind: 'fields', type }, text, site(files)).next.join('\n');
    expect(words('film', {})).toContain('Show it in components/posts/Article.tsx');
    expect(words('film', {})).toContain('add template single-film');
    const film = { 'components/templates/single-film.tsx': 'export default function T(view: X) {' };
    expect(words('film', film)).toBe(`Show it in components/templates/single-film.tsx. Import it above:
  import { Book } from '@/components/posts/Book';
and put this where it is to be seen, in a fragment with what the template shows now:
  <Book fields={view.post.fields} />`);
    expect(words('post', film)).toContain('Show it in components/posts/Article.tsx');
    expect(words('film', { 'components/templates/single.tsx': 'function T({ post }: X) {' })).toContain(
      '<Book fields={post.fields} />',
    );
  });
});

describe('a group that is shown already', () => {
  const config = (inside: string) => `defineContent({\n  fields: {\n${inside}  },\n});\n`;
  const post =
    "    post: {\n      select: 'book { a }',\n      read: (field) => ({ a: field.text('book.a') }),\n    },\n";
  const other =
    "    project: {\n      select: 'other { a }',\n      read: (field) => ({ a: field.text('other.a') }),\n    },\n";
  const mine = "({ fields }: { fields: PostView['fields'] })";
  const add = (type: string, content: string, component = mine) =>
    addFieldGroup('book', { kind: 'fields', type }, [{ name: 'a', kind: 'text' }], (file) =>
      file === 'content.config.ts' ? content : file === 'components/posts/Book.tsx' ? component : undefined,
    );
  it('on another type: the component stays, the entry is added', () => {
    const { create, keep, change } = add('project', config(post));
    expect([create, keep]).toEqual([[], ['components/posts/Book.tsx']]);
    expect(change[0]?.contents).toMatch(/fields: \{\n {4}project: \{.*\n {4}post: \{/s);
  });
  it('on another type whose fields have that name: nothing is written, because the component shows it', () => {
    const { kind, message } = thrown(() => add('project', config(post + other)));
    expect([kind, message]).toEqual(['usage', expect.stringContaining('other fields of the name `a`')]);
  });
  it('on the same type: there is nothing to do', () => {
    expect(thrown(() => add('post', config(post)))).toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('The fields are on post already'),
      details: expect.arrayContaining(["  import { Book } from './Book';"]),
    });
  });
  it('where the file cannot be edited nothing is written, and its lines are said', () => {
    expect(thrown(() => add('post', 'defineContent(own());'))).toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('Nothing was written.'),
      details: expect.arrayContaining(["      a: field.text('book.a'),"]),
    });
  });
});
