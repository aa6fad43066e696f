import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = async (...args: string[]) => {
  const { exitCode, all } = await execa(process.execPath, args, { cwd: root, reject: false, all: true });
  return exitCode === 0 ? '' : all;
};

describe('the repository', () => {
  test('lints and is formatted', async () => {
    expect(await run('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.')).toBe('');
  });
  test.each([
    'tsconfig.json',
    'tests/tsconfig.site.json',
    'templates/sample-cms/tsconfig.json',
    'companion-plugin/editor/tsconfig.json',
  ])('type checks: %s', async (project) => {
    expect(await run('node_modules/typescript/bin/tsc', '--noEmit', '-p', project)).toBe('');
  });
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
  test('reads process.env in the site in one place', () => {
    const files = readdirSync(`${root}/templates/site`, { recursive: true, encoding: 'utf8' });
    const code = files.filter((f) => /\.(ts|tsx)$/.test(f) && !/^(tests|node_modules|\.next)/.test(f));
    const readers = code.filter((file) =>
      // NEXT_RUNTIME is no variable of the environment: Next puts a constant in its place.
      /process\.env(?!\.NEXT_RUNTIME)[.)[]/.test(readFileSync(`${root}/templates/site/${file}`, 'utf8')),
    );
    expect(readers).toEqual(['site.config.ts']);
  });
  test('ships no cache and no secret with its templates', () => {
    for (const left of ['.next', 'node_modules', '.env.local'])
      expect(existsSync(`${root}/templates/site/${left}`), left).toBe(false);
  });
});
