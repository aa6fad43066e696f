import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { createSite, json, read, scratch } from './cli';
import { inProcess } from './in-process';

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
