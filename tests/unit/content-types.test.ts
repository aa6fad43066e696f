import path from 'node:path';
import { expect, test } from 'vitest';
import { typeErrors } from '../support/type-errors';

const content = `import { defineContent } from 'headless-site/define';
const content = defineContent({
  fields: {
    post: {
      select: 'book { subtitle pages }',
      read: (field) => ({ subtitle: field.text('book.subtitle'), pages: field.number('book.pages') }),
      search: ['book.subtitle', 'book.pages'],
    },
  },
  cards: { post: { select: 'subtitle' } },
  terms: { category: { select: 'colour', read: (field) => ({ colour: field.text('colour') }) } },
});
export default content;
declare module 'headless-site/register' {
  interface Register {
    content: typeof content;
    answers: {
      fields: { post: { book: { subtitle: string | null; pages: number | null } | null } };
      cards: { post: { subtitle: string | null } };
      terms: { category: { colour: string | null } };
    };
  }
}
`;
/** Code that reads the fields, as the templates of a site do. */
const templates = `import type { ArchiveFields, CardFields, PostFields, SingleFields, TemplateFields, TermFields } from '${path.resolve('src/runtime/config/extend/content.ts')}';
declare const post: PostFields;
export const read = [post.subtitle?.trim(), post.pages?.toFixed()];
declare const single: SingleFields<'single-post'>;
export const subtitle = single.subtitle?.trim();
declare const term: TermFields;
declare const archive: ArchiveFields;
declare const category: TemplateFields<'category'>;
export const colours = [term.colour?.trim(), archive.colour?.trim(), category.colour?.trim()];
declare const card: CardFields;
export const inList = card.subtitle?.trim();
`;

/** Type errors of a site with this content.config.ts. */
const errorsOf = (text: string) => typeErrors({ 'content.config.ts': text, 'templates.ts': templates });

test.each([
  ['a path of `search`', "'book.pages']", "'book.pagse']", 7, '"book.pagse"'],
  ['the name of `search`', 'search:', 'serach:', 7, "write 'search'"],
  ['the name of `select`', 'select:', 'selct:', 5, "write 'select'"],
  ['a reader', 'field.number', 'field.nubmer', 6, "mean 'number'"],
  ['a path that is read', "'book.subtitle')", "'book.subtitel')", 6, '"book.subtitel"'],
  ['the name of an entry', '  terms:', '  trems:', 11, "write 'terms'"],
])(
  'a mistake in %s is one type error at its place, none in the templates',
  (_what, right, wrong, line, words) => {
    expect(content).toContain(right);
    const errors = errorsOf(content.replace(right, wrong));
    expect(errors).toEqual([expect.stringMatching(new RegExp(`^content\\.config\\.ts:${line}: `))]);
    expect(errors[0]).toContain(words);
  },
);

test('a template that reads what WordPress does not have is an error beside a mistake elsewhere', () => {
  const wrong = content
    .replace("'book.pages']", "'book.pagse']")
    .replace('cards: { post: { subtitle', 'cards: { post: { title');
  expect(errorsOf(wrong).map((error) => error.replace(/: .*/, ''))).toEqual([
    'content.config.ts:7',
    'templates.ts:11',
  ]);
});

test('without a mistake there is no error, and nothing is of any type', () => {
  expect(errorsOf(content)).toEqual([]);
  const probes = [
    "fields: { post: { select: '', read: (field) => field.nope } }",
    "fields: { post: { select: '', read: (field) => field.list('book', (row) => row.nope) } }",
    "site: { author: { select: '', read: (field) => field.nope } }",
    'revalidate: { after: (changes) => changes.nope }',
    'pages: () => [1].map((page) => page.nope)',
    "html: { embeds: [{ host: '', name: '', src: (url) => url.nope }] }",
  ];
  for (const probe of probes) {
    const text = `import { defineContent } from 'headless-site/define';\nexport default defineContent({ ${probe} });\n`;
    expect(errorsOf(text).filter((error) => error.includes("'nope' does not exist"))).toHaveLength(1);
  }
  const given = ['read[0]', 'read[1]', 'subtitle', 'colours[2]', 'inList'].map(
    (name) => `export const no${name.replace(/\W/g, '')}: { none: 1 } = ${name};`,
  );
  expect(
    typeErrors({ 'content.config.ts': content, 'templates.ts': templates + given.join('\n') }),
  ).toHaveLength(given.length);
});
