import { describe, expect, it } from 'vitest';
import { addBlock } from '../../src/add/block';
import { blockListEntry, withBlock } from '../../src/add/edit-blocks';
import { withFieldEntry } from '../../src/add/edit-content';
import { addFieldGroup } from '../../src/add/field-group';
import { fieldKinds } from '../../src/add/field-kinds';
import { camel, pascal, refuseName, title } from '../../src/add/names';
import { withPluginBlock } from '../../src/add/own-plugin';
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
      `"${name}" is no name of a template; did you mean "${meant}"?`,
    ]);
    expect(details).toEqual(expect.arrayContaining(['single-<type>', 'template-<name>', '404']));
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
});

describe('content.config.ts', () => {
  const entry = '    post: {\n      select: `x`,\n    },\n';
  const config = (inside: string) =>
    `import x;\n\nconst content = defineContent({${inside}});\n\nexport default content;\n`;
  it.each([
    ['an empty one', '', `\n  fields: {\n${entry}  },\n`],
    ['other entries', '\n  html: { tags: [] },\n', `\n  fields: {\n${entry}  },\n  html: { tags: [] },\n`],
    [
      'fields of another type',
      '\n  fields: {\n    page: { select: "a" },\n  },\n',
      `\n  fields: {\n${entry}    page: { select: "a" },\n  },\n`,
    ],
  ])('%s gets the entry', (_what, before, after) => {
    expect(withFieldEntry(config(before), 'fields', 'post', entry)).toBe(config(after));
    const windows = config(before).replaceAll('\n', '\r\n');
    expect(withFieldEntry(windows, 'fields', 'post', entry)).toBe(config(after).replaceAll('\n', '\r\n'));
  });
  it.each([
    ['the type has an entry', '\n  fields: {\n    post: { select: "a" },\n  },\n'],
    ['it has one in quotation marks', "\n  fields: {\n    'post': { select: 'a' },\n  },\n"],
    ['the fields are elsewhere', '\n  fields,\n'],
    ['they are made', '\n  fields: own(),\n'],
    ['they stand on one line', '\n  fields: { page: { select: "a" } },\n'],
    ['tabs', '\n\tfields: {\n\t\tpage: {},\n\t},\n'],
    ['everything on one line', ' html: {} '],
  ])('%s: it stays as it is', (_what, inside) => {
    expect(withFieldEntry(config(inside), 'fields', 'post', entry)).toBeUndefined();
  });
  it('two calls, none, or conflict markers: it stays as it is', () => {
    for (const text of [config('') + config(''), 'export default {};\n', `<<<<<<< a\n${config('')}`])
      expect(withFieldEntry(text, 'fields', 'post', entry)).toBeUndefined();
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
    expect(withBlock(two, 'Notice', entry('Notice'))).toBeUndefined();
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
    expect(withPluginBlock(two, block('Notice')).contents).toBeUndefined();
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

it('a group of a page stands beside pages, and where the file cannot be edited its lines are said', () => {
  const { create, change, paste, next } = addFieldGroup(
    'book',
    { kind: 'fields', type: 'page' },
    [{ name: 'due', kind: 'date' }],
    () => undefined,
  );
  expect(create.map(({ path }) => path)).toEqual(['components/pages/Book.tsx']);
  expect(create[0]?.contents).toContain("fields: PageView['fields'];");
  expect(change).toEqual([]);
  expect(paste[0]?.text).toContain("due: field.date('book.due'),");
  expect(next[0]).toContain('<Book fields={page.fields} language="en" />');
});

describe('a group that is shown already', () => {
  const config = (inside: string) => `defineContent({\n  fields: {\n${inside}  },\n});\n`;
  const post = '    post: {\n      select: `\n        book {\n          a\n        }\n      `,\n    },\n';
  const other =
    '    project: {\n      select: `\n        other {\n          a\n        }\n      `,\n    },\n';
  const add = (type: string, content: string) =>
    addFieldGroup('book', { kind: 'fields', type }, [{ name: 'a', kind: 'text' }], (file) =>
      file === 'content.config.ts' ? content : file === 'components/posts/Book.tsx' ? 'mine' : undefined,
    );
  it('on another type: the component stays, the entry is added', () => {
    const { create, keep, change, paste } = add('project', config(post));
    expect([create, keep, paste]).toEqual([[], ['components/posts/Book.tsx'], []]);
    expect(change[0]?.contents).toMatch(/fields: \{\n {4}project: \{.*\n {4}post: \{/s);
  });
  it('on another type that has an entry: the component stays, the lines are said', () => {
    const { create, keep, change, paste } = add('project', config(post + other));
    expect([create, keep, change, paste.length]).toEqual([[], ['components/posts/Book.tsx'], [], 1]);
  });
  it('on the same type: nothing is left to do, which `add` refuses by the file', () => {
    expect(add('post', config(post + other)).create).toHaveLength(1);
  });
});
