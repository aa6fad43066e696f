import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const filesOf = (end: string) =>
  execFileSync('git', ['ls-files', `templates/site/*.${end}`], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The classes that the style sheets of the theme name. */
const named = new Set(
  filesOf('css').flatMap((file) => [...read(file).matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name]) => name)),
);

/** The classes that a component writes, in strings and in the fixed parts of templates. */
function classesIn(file: string): string[] {
  const found: string[] = [];
  const collect = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      found.push(...node.text.split(/\s+/).filter(Boolean));
    const isTest =
      ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken;
    if (!isTest) ts.forEachChild(node, collect);
  };
  const visit = (node: ts.Node): void => {
    const isClass = ts.isJsxAttribute(node) && node.name.getText() === 'className';
    if (isClass && node.initializer) collect(node.initializer);
    else ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

test('components of the theme use its own classes: a utility brings a second set of rules to each page', () => {
  const all = filesOf('tsx').map((file) => [file, classesIn(file)] as const);
  expect(all.flatMap(([, classes]) => classes).length).toBeGreaterThan(200);
  expect(
    all.flatMap(([file, classes]) => classes.flatMap((name) => (named.has(name) ? [] : `${file}: ${name}`))),
  ).toEqual([]);
});
