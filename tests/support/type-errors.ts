import path from 'node:path';
import ts from 'typescript';

const runtime = path.resolve('src/runtime');
/** There is no such folder; what it imports from packages is found from there. */
const root = path.resolve('tests/.sites/nowhere');

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.es2023.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  skipLibCheck: true,
  types: ['node', 'react'],
  paths: {
    '@/*': [`${root}/*`],
    'headless-site': [`${runtime}/public/index.ts`],
    'headless-site/provider-files': [`${runtime}/pages/analytics/provider-files.ts`],
    'headless-site/register': [`${runtime}/register.ts`],
    'headless-site/site/answers': [`${runtime}/config/owners-answers.ts`],
    'headless-site/site/blocks': [`${runtime}/content/blocks/owners-blocks.ts`],
    'headless-site/site/content': [`${runtime}/config/extend/owners-content.ts`],
    'headless-site/site/mapped': [`${runtime}/content/blocks/owners-overrides.ts`],
    'headless-site/site/image-hosts': [`${runtime}/content/images/owners-hosts.ts`],
    'headless-site/site/words': [`${runtime}/base/words.ts`],
    'headless-site/*': [`${runtime}/public/*`],
  },
};
const read = new Map<string, ts.SourceFile | undefined>();
let before: ts.Program | undefined;

/**
 * The type check of a site that is on no disk.
 * @param site its files by their paths, `content.config.ts`
 * @returns `content.config.ts:7: message` for each error
 */
export function typeErrors(site: Readonly<Record<string, string>>): string[] {
  const files = new Map(
    Object.entries(site).map(([file, text]) => [
      path.join(root, file),
      ts.createSourceFile(path.join(root, file), text, ts.ScriptTarget.ES2022),
    ]),
  );
  const host = ts.createCompilerHost(options);
  const sourceOf = host.getSourceFile;
  host.fileExists = (file) => files.has(file) || ts.sys.fileExists(file);
  host.directoryExists = undefined;
  host.getSourceFile = (file, language) => {
    if (files.has(file)) return files.get(file);
    if (!read.has(file)) read.set(file, sourceOf(file, language));
    return read.get(file);
  };
  before = ts.createProgram([...files.keys()], options, host, before);
  return [...files.values()]
    .flatMap((file) => [
      ...(before?.getSyntacticDiagnostics(file) ?? []),
      ...(before?.getSemanticDiagnostics(file) ?? []),
    ])
    .map(({ file, start = 0, messageText }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? -1) + 1;
      const message = ts.flattenDiagnosticMessageText(messageText, '\n').replace(/\n.*/s, '');
      return `${path.relative(root, file?.fileName ?? '')}:${line}: ${message}`;
    });
}
