import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { templateFiles } from '../../src/write/template-files';

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
    // Anybody may have more here that is not committed, such as a demo site.
    const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
    const folders = files.filter((file) => /^[^.].*\//.test(file)).map((file) => file.split('/')[0]);
    expect([...new Set(folders)].sort()).toEqual(['bin', 'companion-plugin', 'src', 'templates', 'tests']);
  });
  test('reads process.env in one place, and the site nowhere', () => {
    const code = ['templates/site', 'src/runtime'].flatMap((folder) =>
      readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
        // The commands and the cache run beside Next, before there is a configuration.
        .filter(
          (f) => /\.(ts|tsx)$/.test(f) && !/^(tests|dist|node_modules|\.next|bin|server\/cache)/.test(f),
        )
        .map((f) => `${folder}/${f}`),
    );
    const readers = code.filter((file) =>
      // Neither of the two is read from the environment: Next puts constants in their places.
      /process\.env(?!\.(NEXT_RUNTIME|NODE_ENV)\b)[.)[]/.test(readFileSync(`${root}/${file}`, 'utf8')),
    );
    expect(readers).toEqual(['src/runtime/config/site.ts']);
  });
  test('ships no cache and no secret with its template', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'template-'));
    try {
      const files = [
        'app/page.tsx',
        '_gitignore',
        '.next/cache/page',
        'node_modules/next/index.js',
        '.env.local',
      ];
      for (const file of files.map((name) => path.join(folder, name))) {
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, 'text');
      }
      expect(Object.fromEntries(templateFiles(folder))).toEqual({
        'app/page.tsx': 'text',
        '.gitignore': 'text',
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
