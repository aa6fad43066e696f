import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { rowName, specRows } from './spec';

describe('every row of the specification is held by a test', () => {
  test('the specification was read', () => {
    const rows = specRows().map(rowName);
    expect(rows.length).toBeGreaterThan(60);
    for (const name of ['Limits: reading speed', 'Errors: GraphQLError', 'POST /api/revalidate: 401'])
      expect(rows).toContain(name);
  });
  test('each row is named by a test that runs', async () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    // Vitest itself says which tests exist: a name in a comment or in a skipped test does not count.
    const { stdout } = await execa(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'list', '--json', '--exclude', 'tests/cli/**'],
      { cwd: root, env: { LIST_ONLY: '1' } },
    );
    const listed: { name: string }[] = JSON.parse(stdout.slice(stdout.indexOf('[')));
    const names = new Set(listed.map(({ name }) => name.split(' > ').at(-1)));
    const missing = specRows()
      .map(rowName)
      .filter((row) => !names.has(row));
    expect(missing).toEqual([]);
    // Vitest loads every test file for its list: about a minute on two busy cores.
  }, 300_000);
});
