import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const runtime = path.resolve('src/runtime');

const content = `import { defineContent } from '${runtime}/public/define.ts';
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
/** What reads the fields, as the templates of a site do. */
const templates = `import type { ArchiveFields, CardFields, PostFields, SingleFields, TemplateFields, TermFields } from '${runtime}/extend/content.ts';
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

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: ['node'],
  paths: { 'headless-site/register': [`${runtime}/register.ts`] },
};
const read = new Map<string, ts.SourceFile | undefined>();

/** `file:line: message` of each error of a site with this content.config.ts. */
function errorsOf(text: string): string[] {
  const files: Record<string, string> = { '/site/content.config.ts': text, '/site/templates.ts': templates };
  const host = ts.createCompilerHost(options);
  const sourceOf = host.getSourceFile;
  host.fileExists = (file) => file in files || ts.sys.fileExists(file);
  host.getSourceFile = (file, language) => {
    const own = files[file];
    if (own !== undefined) return ts.createSourceFile(file, own, language);
    if (!read.has(file)) read.set(file, sourceOf(file, language));
    return read.get(file);
  };
  const program = ts.createProgram(Object.keys(files), options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = (file?.getLineAndCharacterOfPosition(start).line ?? -1) + 1;
    const message = ts.flattenDiagnosticMessageText(messageText, '\n');
    return `${path.basename(file?.fileName ?? '')}:${line}: ${message.replace(/\n.*/s, '')}`;
  });
}

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
    const errors = errorsOf(content.replace(right, wrong)).filter(
      (error) => !/implicitly has an 'any' type/.test(error),
    );
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

test('without a mistake there is no error', () => {
  expect(errorsOf(content)).toEqual([]);
});
