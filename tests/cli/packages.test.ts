import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { cli, createSite, json, read, scratch } from './cli';
import { inProcess, thisProgram } from './in-process';

interface Packages {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const packagesOf = (site: string) => json<Packages>(site, 'package.json');
const vendored = (site: string) =>
  existsSync(path.join(site, 'vendor')) ? readdirSync(path.join(site, 'vendor')).sort() : [];
const regenerate = (site: string, flags: object) =>
  inProcess('regenerate-config', site, { skipProbe: true, ...flags });

describe('the packages of a site follow its answers', () => {
  it('the sample CMS is a development dependency while it is the CMS', async () => {
    const site = await createSite(scratch());
    const name = 'headless-site-sample-cms';
    const [runtime, sample] = vendored(site);
    expect(packagesOf(site).devDependencies[name]).toBe(`file:vendor/${sample}`);
    expect((await regenerate(site, { cmsUrl: 'https://cms.example.com/graphql' })).code).toBe(0);
    expect([packagesOf(site).devDependencies[name], vendored(site)]).toEqual([undefined, [runtime]]);
    expect(read(site, 'README.md')).toContain('cms.example.com');
    expect((await regenerate(site, { sample: true })).code).toBe(0);
    expect([packagesOf(site).devDependencies[name], vendored(site)]).toEqual([
      `file:vendor/${sample}`,
      [runtime, sample],
    ]);
  });

  it('what only some sites need is there where it is asked for, and goes with the answer', async () => {
    const plain = await createSite(scratch());
    const optional = (site: string) =>
      Object.keys(packagesOf(site).dependencies).filter((name) => /algolia|redis|sentry|vercel/.test(name));
    expect(optional(plain)).toEqual([]);
    const asked = { errorTracking: 'https://key@sentry.example/1', hostingAnalytics: 'auto' };
    expect((await regenerate(plain, asked)).code).toBe(0);
    expect(optional(plain)).toEqual(['@sentry/core']);
    expect((await regenerate(plain, { errorTracking: '' })).code).toBe(0);
    expect(optional(plain)).toEqual([]);
  });

  it('a contact form has the package of its delivery; a site that was not asked has that of Resend', async () => {
    const site = await createSite(scratch());
    const mailers = () =>
      Object.keys(packagesOf(site).dependencies).filter((name) => /resend|nodemailer/.test(name));
    expect(mailers()).toEqual(['resend']);
    for (const [contact, expected] of [
      ['smtp', ['nodemailer']],
      ['wordpress', []],
      ['resend', ['resend']],
      ['none', []],
    ] as const) {
      expect((await regenerate(site, { contact })).code).toBe(0);
      expect([contact, mailers()]).toEqual([contact, expected]);
    }
  });

  it('--runtime registry names the package by its version, and brings no archive of it', async () => {
    const site = await createSite(scratch(), ['--runtime', 'registry']);
    expect(packagesOf(site).dependencies['headless-site']).toBe(version);
    expect(vendored(site)).toEqual([expect.stringMatching(/^headless-site-sample-cms-/)]);
    expect((await inProcess('upgrade', site, { check: true })).code).toBe(0);
    expect((await regenerate(site, { runtime: 'vendor' })).code).toBe(0);
    expect(packagesOf(site).dependencies['headless-site']).toMatch(/^file:vendor\/headless-site-\d/);
    expect(vendored(site)).toHaveLength(2);
  });
});

describe('upgrade --eject', () => {
  it('makes the runtime a folder of the site, with its sources, which no upgrade touches', async () => {
    const site = await createSite(scratch());
    expect((await inProcess('upgrade', site, { eject: true })).code).toBe(0);
    expect(packagesOf(site).dependencies).toMatchObject({
      'headless-site': 'file:headless-site',
      '@sentry/core': expect.any(String),
    });
    expect(vendored(site)).toEqual([expect.stringMatching(/^headless-site-sample-cms-/)]);
    for (const file of [
      'package.json',
      'tsconfig.json',
      'content/html/rules.ts',
      'dist/content/html/rules.js',
    ])
      expect(statSync(path.join(site, 'headless-site', file)).size).toBeGreaterThan(0);
    expect(readFileSync(path.join(site, 'headless-site/content/html/rules.ts'), 'utf8')).toBe(
      readFileSync('src/runtime/content/html/rules.ts', 'utf8'),
    );
    expect((await inProcess('upgrade', site, { check: true })).code).toBe(0);
    const again = await inProcess('upgrade', site, { eject: true });
    expect([again.code, again.stderr.includes('is there already')]).toEqual([3, true]);
  });
});

describe('a package manager that finds a project above the site', () => {
  const vite = packagesOf(path.join(thisProgram, 'templates/site')).devDependencies.vite;
  const own = ['pnpm-workspace.yaml', '.npmrc', '.yarnrc.yml', 'yarn.lock'];
  const ownOf = (site: string) => own.filter((file) => existsSync(path.join(site, file)));
  const pnpm = { 'pnpm-workspace.yaml': 'packages: ["apps/*"]\n' };
  const yarn = { 'package.json': '{"workspaces": ["apps/*"]}' };
  function rootWith(files: Record<string, string>): string {
    const root = scratch();
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(root, file), text);
    return root;
  }
  const create = async (root: string, manager: string, more: readonly string[] = ['--no-install']) => {
    const args = ['apps/site', '--sample', '--no-git', '--package-manager', manager, '--json', ...more];
    const { code, stdout } = await cli(args, { cwd: root, env: { PATH: root } });
    return { code, result: JSON.parse(stdout), site: path.join(root, 'apps/site') };
  };

  it.each([
    [
      'pnpm',
      pnpm,
      ['pnpm-workspace.yaml', '.npmrc'],
      ['pnpm-workspace.yaml (for pnpm 11 and newer): allowBuilds: { esbuild: false }'],
    ],
    [
      'yarn',
      yarn,
      ['.yarnrc.yml'],
      [
        `package.json: "resolutions": { "vite": "${vite}" }`,
        '.yarnrc.yml (for Yarn 2 and newer): nodeLinker: node-modules',
      ],
    ],
  ])(
    '%s: the root of its workspace has the settings, until the site moves out',
    async (manager, files, settings, needs) => {
      const root = rootWith(files);
      const { code, result, site } = await create(root, manager);
      expect([code, result.notes, result.next]).toEqual([
        0,
        needs.map((need) => `Add to ${root}/${need}`),
        [`${manager} install`, 'cd apps/site', `${manager} dev`],
      ]);
      expect([ownOf(site), json(site, 'package.json').resolutions]).toEqual([[], undefined]);
      for (const command of ['regenerate-config', 'upgrade'])
        expect((await inProcess(command, site, { check: true })).code).toBe(0);

      const alone = await createSite(scratch(), ['--package-manager', manager]);
      for (const command of ['regenerate-config', 'upgrade']) {
        const moved = path.join(scratch(), 'site');
        cpSync(site, moved, { recursive: true });
        expect((await inProcess(command, moved, { check: true })).code).toBe(4);
        expect((await inProcess(command, moved)).code).toBe(0);
        expect(ownOf(moved)).toEqual(settings);
        for (const file of [...settings, 'package.json', '.headless-site/manifest.json'])
          expect(read(moved, file)).toBe(read(alone, file));
      }
    },
  );

  it.each([
    ['pnpm', { 'pnpm-workspace.yaml': 'packages: ["packages/*"]\n' }, ['pnpm-workspace.yaml', '.npmrc']],
    ['yarn', { 'package.json': '{}', 'yarn.lock': '' }, ['.yarnrc.yml', 'yarn.lock']],
  ])('%s: a site that is not listed there is a project of its own', async (manager, files, settings) => {
    const root = rootWith(files);
    const { code, result, site } = await create(root, manager);
    expect([code, result.notes, ownOf(site)]).toEqual([
      0,
      [`${root} does not list this folder under its workspaces: the site is a project of its own.`],
      settings,
    ]);
    for (const command of ['regenerate-config', 'upgrade'])
      expect((await inProcess(command, site, { check: true })).code).toBe(0);
    // A lock file is of no machine: elsewhere the same site is as it should be, too.
    const moved = path.join(scratch(), 'site');
    renameSync(site, moved);
    expect((await inProcess('regenerate-config', moved, { check: true })).code).toBe(0);
  });

  it('a site that moves into a workspace stays what it is until its owner takes its own file away', async () => {
    const root = rootWith(pnpm);
    mkdirSync(path.join(root, 'apps'));
    const site = path.join(root, 'apps/site');
    renameSync(await createSite(scratch(), ['--package-manager', 'pnpm']), site);
    expect((await inProcess('upgrade', site, { check: true })).code).toBe(0);
    rmSync(path.join(site, 'pnpm-workspace.yaml'));
    expect((await inProcess('upgrade', site)).code).toBe(0);
    expect(ownOf(site)).not.toContain('pnpm-workspace.yaml');
    expect((await inProcess('upgrade', site, { check: true })).code).toBe(0);
  });

  it('an installation that fails says first what the root lacks', async () => {
    const root = rootWith(pnpm);
    const { code, result } = await create(root, 'pnpm', []);
    expect([code, result.error.fix]).toEqual([
      1,
      [
        `Add to ${root}/pnpm-workspace.yaml (for pnpm 11 and newer): allowBuilds: { esbuild: false }`,
        `Continue with: cd ${root} && pnpm install`,
      ].join('\n'),
    ]);
  });
});
