import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importProblems, importsOf, unreadable } from '../../src/runtime/config/extend/imports';

let root: string;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'imports-'));
  for (const file of ['queries/book.graphql', 'lib/read.ts', 'own/index.ts']) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), '');
  }
});
afterAll(() => rmSync(root, { recursive: true }));
const write = (...lines: string[]) => writeFileSync(path.join(root, 'content.config.ts'), lines.join('\n'));

test('no file, no imports', () => {
  expect(importProblems(root)).toEqual([]);
});
test('what is there is no problem, whichever way it is named', () => {
  write(
    "import { defineContent } from 'headless-site/define';",
    "import book from './queries/book.graphql';",
    'import other from "@/queries/book.graphql";',
    "import { read } from './lib/read';",
    "import own from '@/own';",
  );
  expect(importProblems(root)).toEqual([]);
  expect(importsOf(root).map(({ target }) => path.relative(root, target))).toEqual([
    ...['queries/book.graphql', 'queries/book.graphql', 'lib/read', 'own'],
  ]);
});
test('what is not there is named with its line and what is meant', () => {
  write(
    '',
    "import a from './queries/bok.graphql';",
    "import b from '@/lib/raed';",
    "import c from './no/where';",
  );
  expect(importProblems(root)).toEqual([
    'content.config.ts:2: nothing is at "./queries/bok.graphql". Fix: `./queries/book.graphql`',
    'content.config.ts:3: nothing is at "@/lib/raed". Fix: `@/lib/read`',
    'content.config.ts:4: nothing is at "./no/where". Fix: the path from the folder of the site',
  ]);
});
test.each([
  [
    "\u001b[31mx\u001b[0m Expected ',', got ')'\n   ,-[7:1]\n 4 | fields",
    "content.config.ts:7: cannot be read: Expected ',', got ')'",
  ],
  ['film is not defined', 'content.config.ts: cannot be read: film is not defined'],
])('a file that cannot be read is named: %j', (message, said) => {
  expect(unreadable('content.config.ts', new Error(message))).toBe(said);
});
