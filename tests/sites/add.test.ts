import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, it } from 'vitest';
import { addFieldGroup } from '../../src/add/field-group';
import { fieldKinds } from '../../src/add/field-kinds';
import { placeOf } from '../../src/add/places';
import { createSite } from '../site/create';

let dir: string;
const add = (...args: string[]) =>
  execa(process.execPath, [path.resolve('bin/create-headless-site.js'), 'add', ...args], {
    cwd: dir,
    input: '',
  });
const run = (file: string, ...args: string[]) =>
  execa(process.execPath, [createRequire(path.join(dir, 'package.json')).resolve(file), ...args], {
    cwd: dir,
    reject: false,
    all: true,
  });

/** One of each kind, once with a name that is a word of JavaScript and once with one that makes every line break. */
const everyKind = Object.keys(fieldKinds).flatMap((kind, at) => [
  `${at === 0 ? 'class' : kind}:${kind}`,
  `aVeryLongNameOfAFieldOfTheKind${at}:${kind}`,
]);

beforeAll(async () => {
  dir = await createSite('add');
  const kinds = [
    'single-project',
    'page-über-uns',
    'template-landing',
    'category',
    'front-page',
    'index',
    '404',
    'search',
  ];
  for (const name of kinds) await add('template', name);
  for (const name of ['notice', 'big-banner']) await add('block', name);
  await add('field-group', 'book', '--fields', everyKind.join());
  await add('field-group', 'team', '--type', 'page', '--fields', everyKind.join());
  await add('field-group', 'year', '--type', 'project', '--fields', 'year:number,pictures:gallery');
  // Fields of the same names, of a type that has fields; and one alone, which fits on a line.
  await add('field-group', 'second', '--fields', everyKind.join());
  await add('field-group', 'year', '--type', 'page', '--fields', 'year:number');
  // The command does the same, here in one process.
  const read = (file: string) =>
    existsSync(path.join(dir, file)) ? readFileSync(path.join(dir, file), 'utf8') : undefined;
  for (const type of ['post', 'film', 'page', 'category', 'author', 'menu-item', 'options'])
    for (const kind of Object.keys(fieldKinds)) {
      const { create, change } = addFieldGroup(`a-${kind}`, placeOf(type, []), [{ name: 'a', kind }], read);
      for (const file of [...create, ...change]) writeFileSync(path.join(dir, file.path), file.contents);
    }
});

it('what is added passes the type check of the site', async () => {
  expect((await run('next/dist/bin/next', 'typegen')).exitCode).toBe(0);
  const { exitCode, all } = await run('typescript/bin/tsc', '--noEmit');
  expect(exitCode, all).toBe(0);
});

it('and its lint', async () => {
  const { exitCode, all } = await run('@biomejs/biome/bin/biome', 'check', 'components', 'content.config.ts');
  expect(exitCode, all).toBe(0);
});
