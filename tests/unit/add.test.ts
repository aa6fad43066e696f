import { describe, expect, it } from 'vitest';
import { addBlock } from '../../src/add/block';
import { blockListEntry, withBlock } from '../../src/add/edit-blocks';
import { withFieldEntry } from '../../src/add/edit-content';
import { addFieldGroup } from '../../src/add/field-group';
import { fieldKinds } from '../../src/add/field-kinds';
import { camel, pascal, refuseName, title } from '../../src/add/names';
import { withPluginBlock } from '../../src/add/own-plugin';
import { fieldsFrom, fieldsFromSchema, parseFields } from '../../src/add/schema-fields';
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
    expect(withFieldEntry(config(before), 'post', entry)).toBe(config(after));
    const windows = config(before).replaceAll('\n', '\r\n');
    expect(withFieldEntry(windows, 'post', entry)).toBe(config(after).replaceAll('\n', '\r\n'));
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
    expect(withFieldEntry(config(inside), 'post', entry)).toBeUndefined();
  });
  it('two calls, none, or conflict markers: it stays as it is', () => {
    for (const text of [config('') + config(''), 'export default {};\n', `<<<<<<< a\n${config('')}`])
      expect(withFieldEntry(text, 'post', entry)).toBeUndefined();
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
    const found = fieldsFrom({
      __type: {
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
    });
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
    expect(fieldsFromSchema(sdl, 'Book')?.fields.map(({ name, kind }) => `${name}:${kind}`)).toEqual([
      'due:date',
      'kinds:choices',
      'cover:image',
    ]);
    expect(fieldsFromSchema(sdl, 'Car')).toBeUndefined();
    expect(fieldsFromSchema(null, 'Book')).toBeUndefined();
  });
  it.each([undefined, null, {}, { __type: null }, { __type: { fields: null } }, { __type: { fields: 'x' } }])(
    '%j is no group',
    (data) => expect(fieldsFrom(data)).toBeUndefined(),
  );
});

it('a group of a page stands beside pages, and where the file cannot be edited its lines are said', () => {
  const { create, change, paste, next } = addFieldGroup(
    'book',
    'page',
    [{ name: 'due', kind: 'date' }],
    () => undefined,
  );
  expect(create.map(({ path }) => path)).toEqual(['components/pages/Book.tsx']);
  expect(create[0]?.contents).toContain("fields: PageView['fields'];");
  expect(change).toEqual([]);
  expect(paste[0]?.text).toContain("due: field.date('book.due'),");
  expect(next[0]).toContain('<Book fields={page.fields} language="en" />');
});
