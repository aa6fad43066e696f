import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { json } from '../cli/cli';
import { filesOf } from '../support/recipes';

export function write(site: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(site, file)), { recursive: true });
  writeFileSync(path.join(site, file), text);
}

export function remove(site: string, ...names: string[]): void {
  for (const name of names) rmSync(path.join(site, name), { recursive: true });
}

export function move(site: string, from: string, to: string): void {
  mkdirSync(path.dirname(path.join(site, to)), { recursive: true });
  renameSync(path.join(site, from), path.join(site, to));
}

export function files(site: string, folder: string): string[] {
  if (!readdirSync(site).includes(folder)) return [];
  return readdirSync(path.join(site, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(site, path.join(entry.parentPath, entry.name)));
}

/** The whole files of a recipe that belong into the site. */
export function recipe(site: string, name: string): void {
  for (const [file, text] of filesOf(name)) if (!file.startsWith('wp-content')) write(site, file, text);
}

/** Adds the owner's own test of a page. */
export function shows(site: string, address: string, words: string): void {
  const name = address.slice(1);
  const test = `import { expect, inject, test } from 'vitest';

test('${name}', async () => {
  const response = await fetch(new URL('${address}', inject('url')));
  expect(await response.text()).toContain('${words}');
});
`;
  write(site, `tests/${name}.test.ts`, test);
}

interface Package {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/** Formatted as another tool does. */
export function withPackage(site: string, change: (manifest: Package) => void): void {
  const manifest = json<Package>(site, 'package.json');
  change(manifest);
  write(site, 'package.json', JSON.stringify(manifest, null, 4));
}
