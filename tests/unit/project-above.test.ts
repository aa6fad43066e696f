import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { projectAbove, rootNeeds } from '../../src/site/project-above';

/** A folder by its files. */
function folder(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'create-headless-site-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

const pnpmCovers = (yaml: string, site = 'apps/site') =>
  projectAbove(path.join(folder({ 'pnpm-workspace.yaml': yaml }), site), 'pnpm')?.covers;

describe('pnpm: the nearest pnpm-workspace.yaml decides', () => {
  it.each([
    ['lines', 'packages:\n  - packages/*\n  - apps/*\n'],
    ['quotes and comments', 'packages:\n  # all\n  - "apps/*" # sites\n\n  - \'x\'\n'],
    ['lines without an indent', 'packages:\n- apps/*\ncatalog:\n  react: 19.3.1\n'],
    ['brackets', 'packages: ["packages/*", \'apps/*\']\n'],
    ['brackets over lines', 'packages: [\n  packages/*,\n  apps/*,\n]\n'],
    ['line ends and the mark of Windows', '\uFEFFpackages:\r\n  - x\r\n  - apps/*\r\n'],
    ['any depth', 'packages: ["**"]'],
    ['any depth below', 'packages: ["apps/**"]'],
    ['any depth before', 'packages: ["**/site"]'],
    ['the folder itself', 'packages:\n  - ./apps/site/\n'],
    ['alternatives', 'packages:\n  - "{apps,sites}/s?te"\n'],
    ['another package taken out', 'packages:\n  - "!apps/old"\n  - apps/*\n'],
  ])('%s: covered', (_, yaml) => {
    expect(pnpmCovers(yaml)).toBe(true);
  });

  it.each([
    ['no file of settings alone', 'allowBuilds:\n  esbuild: false\n'],
    ['nothing in it', ''],
    ['no list', 'packages: apps/*\n'],
    ['no YAML', '\0{{{'],
    ['other folders', 'packages:\n  - packages/*\n'],
    ['the root alone', 'packages:\n  - .\n'],
    ['a longer name', 'packages:\n  - apps/sit\n'],
    ['this one taken out', 'packages:\n  - apps/*\n  - "!apps/site"\n'],
    ['the list of another key', 'packages:\n  - x/*\nonlyBuiltDependencies:\n  - apps/*\n'],
    ['a point that is no point', 'packages:\n  - apps.site\n'],
  ])('%s: not covered', (_, yaml) => {
    expect(pnpmCovers(yaml)).toBe(false);
  });

  it('one star is one folder', () => {
    expect([
      pnpmCovers('packages: ["apps/*"]', 'apps/a/b'),
      pnpmCovers('packages: ["apps/**"]', 'apps/a/b'),
    ]).toEqual([false, true]);
  });

  it('a nearer one hides the one that covers', () => {
    const root = folder({
      'pnpm-workspace.yaml': 'packages: ["**"]',
      'apps/pnpm-workspace.yaml': 'packages: ["x"]',
    });
    expect(projectAbove(path.join(root, 'apps/site'), 'pnpm')).toEqual({
      root: path.join(root, 'apps'),
      covers: false,
    });
  });

  it("the site's own makes it a project of its own", () => {
    const root = folder({ 'pnpm-workspace.yaml': 'packages: ["*"]', 'site/pnpm-workspace.yaml': '' });
    expect(projectAbove(path.join(root, 'site'), 'pnpm')).toBeUndefined();
  });

  it('a link leads to where the folder is', () => {
    const root = folder({ 'pnpm-workspace.yaml': 'packages: ["apps/*"]', 'apps/a/x': '' });
    const link = path.join(folder({}), 'link');
    symlinkSync(path.join(root, 'apps'), link);
    expect(projectAbove(path.join(link, 'new'), 'pnpm')).toEqual({ root, covers: true });
  });

  it('"workspaces" in package.json is not read', () => {
    const root = folder({ 'package.json': '{"workspaces": ["*"]}' });
    expect(projectAbove(path.join(root, 'site'), 'pnpm')).toBeUndefined();
  });
});

describe('Yarn: a package.json or a lock file above', () => {
  const found = (files: Record<string, string>, site = 'apps/site') => {
    const root = folder(files);
    const above = projectAbove(path.join(root, site), 'yarn');
    return above && [path.relative(root, above.root), above.covers];
  };
  it.each([
    ['workspaces', { 'package.json': '{"workspaces": ["apps/*"]}' }, ['', true]],
    ['workspaces as an object', { 'package.json': '{"workspaces": {"packages": ["apps/*"]}}' }, ['', true]],
    ['other workspaces', { 'package.json': '{"workspaces": ["packages/*"]}' }, ['', false]],
    ['workspaces of another kind', { 'package.json': '{"workspaces": [7, {"a": "apps/*"}]}' }, ['', false]],
    ['no workspaces', { 'package.json': '{}' }, ['', false]],
    ['no JSON', { 'package.json': 'x' }, ['', false]],
    ['a lock file alone', { 'yarn.lock': '' }, ['', false]],
    [
      'a lock file before the workspaces',
      { 'package.json': '{"workspaces": ["x/*"]}', 'apps/yarn.lock': '' },
      ['apps', false],
    ],
    ['the topmost without a lock file', { 'package.json': '{}', 'apps/package.json': '{}' }, ['', false]],
    [
      'a lock file of its own',
      { 'package.json': '{"workspaces": ["apps/*"]}', 'apps/site/yarn.lock': '' },
      undefined,
    ],
    [
      'files of other managers',
      { 'pnpm-workspace.yaml': 'packages: ["**"]', 'package-lock.json': '{}' },
      undefined,
    ],
  ] as [string, Record<string, string>, unknown][])('%s', (_, files, expected) => {
    expect(found(files)).toEqual(expected);
  });
});

it.each(['npm', 'bun', undefined] as const)('%s needs nothing of what is above', (manager) => {
  const root = folder({ 'package.json': '{"workspaces": ["*"]}', 'pnpm-workspace.yaml': 'packages: ["*"]' });
  expect(projectAbove(path.join(root, 'site'), manager)).toBeUndefined();
});

describe('the root of a workspace', () => {
  const needs = (manager: 'pnpm' | 'yarn', files: Record<string, string>) => {
    const root = folder(files);
    const said = rootNeeds({ root, covers: true }, manager, '6.4.6');
    return said.map((text) => text.replace(`${root}/`, ''));
  };
  it.each(['allowBuilds:\n  esbuild: false\n', "allowBuilds: { x: true, 'esbuild': true }\n"])(
    'of pnpm that answers for esbuild lacks nothing: %j',
    (yaml) => {
      expect(needs('pnpm', { 'pnpm-workspace.yaml': yaml })).toEqual([]);
    },
  );
  it.each(['packages: ["*"]\n', 'allowBuilds:\n  esbuild: set this to true or false\n'])(
    'of pnpm that does not is told how: %j',
    (yaml) => {
      expect(needs('pnpm', { 'pnpm-workspace.yaml': yaml })).toEqual([
        'Add to pnpm-workspace.yaml (for pnpm 11 and newer): allowBuilds: { esbuild: false }',
      ]);
    },
  );
  it('of Yarn is told both', () => {
    expect(needs('yarn', { 'package.json': '{}' })).toEqual([
      'Add to package.json: "resolutions": { "vite": "6.4.6" }',
      'Add to .yarnrc.yml (for Yarn 2 and newer): nodeLinker: node-modules',
    ]);
  });
  it('of Yarn that has both lacks nothing, and Yarn 1 has no linker', () => {
    const resolved = '{"resolutions": {"vite": "6.4.6"}}';
    const both = { 'package.json': resolved, '.yarnrc.yml': 'nodeLinker: node-modules\n' };
    const first = { 'package.json': resolved, 'yarn.lock': '# yarn lockfile v1\n' };
    expect([needs('yarn', both), needs('yarn', first)]).toEqual([[], []]);
  });
  it('that does not list the site is told nothing', () => {
    expect(rootNeeds({ root: folder({}), covers: false }, 'pnpm', '6.4.6')).toEqual([]);
  });
});
