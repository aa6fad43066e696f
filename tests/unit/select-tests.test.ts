import { expect, test } from 'vitest';
import { allTests, quickTests, testsOf } from '../select.mjs';

const all = allTests('.');
const take = (...changed: string[]) => testsOf(changed, all);

test('a part of the runtime: what calls it, the site, and what is named after it', () => {
  const taken = take('src/runtime/redirects/pattern.ts');
  expect(taken).toContain('tests/unit/redirects.test.ts');
  expect(taken).toContain('tests/site/routes/routes.test.ts');
  expect(taken).toContain('tests/wordpress/site/redirects.test.ts');
  expect(taken).not.toContain('tests/wordpress/site/comments.test.ts');
  expect(taken.filter((file) => file.startsWith('tests/cli/'))).toEqual([]);
});

test('a part of the plugin: its checks, and what is named after it', () => {
  const taken = take('companion-plugin/src/Comments/Door.php');
  expect(taken).toContain('tests/wordpress/companion/gates.test.ts');
  expect(taken).toContain('tests/wordpress/companion/comments.test.ts');
  expect(taken.filter((file) => file.startsWith('tests/unit/'))).toEqual([]);
});

test('a test is itself; what a folder of tests shares is looked at by all of it', () => {
  expect(take('tests/unit/add.test.ts')).toEqual(['tests/unit/add.test.ts']);
  expect(take('tests/wordpress/server/php.ts')).toEqual(
    all.filter((file) => file.startsWith('tests/wordpress/')),
  );
});

test.each(['package.json', 'tests/support/lock.mjs', 'tests/site/serve.ts', 'vitest.config.ts'])(
  'all of them for %s',
  (file) => {
    expect(take(file)).toEqual(all);
  },
);

test('the quick set has a site, a WordPress and a terminal, and no compiler', () => {
  const quick = quickTests(all);
  for (const file of ['site/routes/routes', 'wordpress/companion/graphql', 'cli/questions', 'unit/add'])
    expect(quick).toContain(`tests/${file}.test.ts`);
  expect(quick).not.toContain('tests/unit/starter-types.test.ts');
});
