import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Lint and types are looked at before any test runs: tests/checks.mjs.
describe('the repository', () => {
  test('has a lock file that names every optional package, so that `npm ci` works with every npm and on every platform', () => {
    const { packages } = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8'));
    const names = new Set(
      Object.keys(packages).map((place) => place.slice(place.lastIndexOf('node_modules/') + 13)),
    );
    const wanted = Object.values<{ optionalDependencies?: object }>(packages).flatMap((entry) =>
      Object.keys(entry.optionalDependencies ?? {}),
    );
    expect(wanted.length).toBeGreaterThan(20);
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
  });
  test('has the top level that was agreed, and nothing else', () => {
    const folders = readdirSync(root, { withFileTypes: true })
      .filter((e) => e.isDirectory() && !e.name.startsWith('.'))
      .map((e) => e.name);
    const built = ['node_modules', 'dist', 'coverage'];
    expect(folders.filter((name) => !built.includes(name)).sort()).toEqual([
      'bin',
      'companion-plugin',
      'src',
      'templates',
      'tests',
    ]);
  });
  test('reads process.env in one place, and the site nowhere', () => {
    const code = ['templates/site', 'src/runtime'].flatMap((folder) =>
      readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
        // The commands and the cache run beside Next, before there is a configuration.
        .filter((f) => /\.(ts|tsx)$/.test(f) && !/^(tests|dist|node_modules|\.next|bin|cache)/.test(f))
        .map((f) => `${folder}/${f}`),
    );
    const readers = code.filter((file) =>
      // Neither of the two is read from the environment: Next puts constants in their places.
      /process\.env(?!\.(NEXT_RUNTIME|NODE_ENV)\b)[.)[]/.test(readFileSync(`${root}/${file}`, 'utf8')),
    );
    expect(readers).toEqual(['src/runtime/config/site.ts']);
  });
  test('ships no cache and no secret with its templates', () => {
    for (const left of ['.next', 'node_modules', '.env.local'])
      expect(existsSync(`${root}/templates/site/${left}`), left).toBe(false);
  });
});
