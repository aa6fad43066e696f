import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { isNewer } from '../../src/base/version';
import { createSite, json, read, scratch, snapshot } from './cli';
import { inProcess } from './in-process';
import { managedCopy } from './managed-copy';

const MANIFEST = '.headless-site/manifest.json';
const ZIP = 'wordpress/companion.zip';
const README = 'wordpress/README.md';
const BASE = '.headless-site/base.json';
const SCHEMA = '.headless-site/site.config.schema.json';

interface Manifest {
  version: number;
  cliVersion: string;
  files: Record<string, { sha256: string; mode: string; owner: string }>;
}

let site: string;
const at = (file: string) => path.join(site, file);
const regenerate = (flags: Record<string, unknown> = {}) => inProcess('regenerate-config', site, flags);
const upgrade = (flags: Record<string, unknown> = {}) => inProcess('upgrade', site, flags);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const changeManifest = (change: (manifest: Manifest) => void) => {
  const manifest = json<Manifest>(site, MANIFEST);
  change(manifest);
  writeFileSync(at(MANIFEST), JSON.stringify(manifest));
};
const zipNow = () => readFileSync('dist/companion.zip');

/** Makes a file what an older version of the CLI had made, and lets the manifest say so. */
function madeByOlder(file: string, contents: string): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), contents);
  if (file !== ZIP) writeFileSync(at(BASE), JSON.stringify({ ...json(site, BASE), [file]: contents }));
  changeManifest((manifest) => {
    manifest.cliVersion = '0.0.9';
    manifest.files[file] = { sha256: sha256(contents), mode: '0644', owner: 'managed' };
  });
}

beforeEach(async () => {
  site = managedCopy(await createSite(scratch(), ['--custom', 'books=isr:60']), scratch());
});

describe('a site of an older version', () => {
  it('is upgraded to the archive of this one, its texts and its schema', async () => {
    const today = snapshot(site);
    madeByOlder(ZIP, 'PK of the older version');
    madeByOlder(README, '# WordPress side\n\nAs it was once.\n');
    madeByOlder(SCHEMA, '{"$schema": "older"}\n');
    const check = await upgrade({ check: true });
    expect([check.code, check.all.includes('create-headless-site upgrade')]).toEqual([4, true]);
    const { code, stdout } = await upgrade();
    expect([code, stdout.includes(`${ZIP}: updated`)]).toEqual([0, true]);
    expect(readFileSync(at(ZIP)).equals(zipNow())).toBe(true);
    expect(snapshot(site)).toEqual(today);
    expect(json<Manifest>(site, MANIFEST).cliVersion).toBe(version);
    expect((await upgrade({ check: true })).code).toBe(0);
  });

  it('stays of that version when its answers change, and hears of the upgrade', async () => {
    const today = read(site, README);
    madeByOlder(ZIP, 'PK of the older version');
    madeByOlder(README, today.replace('## Set it up once', '## Set up'));
    const older = json<Record<string, Record<string, string>>>(site, 'package.json');
    const packages = { ...older, dependencies: { ...older.dependencies, next: '16.0.0' } };
    madeByOlder('package.json', `${JSON.stringify(packages, null, 2)}\n`);
    const flags = { siteUrl: 'https://example.com', errorTracking: 'https://key@sentry.example/1' };
    const { code, stdout } = await regenerate(flags);
    expect([code, stdout.includes('npx create-headless-site upgrade')]).toEqual([0, true]);
    expect(read(site, ZIP)).toBe('PK of the older version');
    expect(read(site, README)).toContain('https://example.com');
    expect(read(site, README)).toContain('## Set up\n');
    expect(json(site, 'package.json')).toMatchObject({
      dependencies: { next: '16.0.0', '@sentry/core': expect.any(String) },
    });
    expect(json<Manifest>(site, MANIFEST).cliVersion).toBe('0.0.9');
    expect((await regenerate({ check: true })).code).toBe(0);
    expect((await upgrade()).code).toBe(0);
    expect(read(site, README)).toContain('## Set it up once\n');
    expect(read(site, README)).toContain('https://example.com');
    expect(json(site, 'package.json')).toMatchObject({
      dependencies: { next: expect.not.stringMatching('16.0.0') },
    });
  });

  it('keeps what its owner wrote into them beside what is new', async () => {
    const today = read(site, README);
    madeByOlder(README, today.replace('## Set it up once', '## Set up'));
    writeFileSync(at(README), `${read(site, README)}\nAsk Ann.\n`);
    expect((await upgrade()).code).toBe(0);
    expect(read(site, README)).toBe(`${today}\nAsk Ann.\n`);
  });

  it('is given the archive where it had none yet, and not where it was deleted', async () => {
    rmSync(at(ZIP));
    expect((await upgrade()).stdout).toContain(`${ZIP}: deleted by you`);
    expect(existsSync(at(ZIP))).toBe(false);
    changeManifest(({ files }) => {
      delete files[ZIP];
    });
    expect((await upgrade()).code).toBe(0);
    expect(readFileSync(at(ZIP)).equals(zipNow())).toBe(true);
  });

  it('keeps an archive that its owner replaced, says so, and replaces it with --theirs', async () => {
    madeByOlder(ZIP, 'PK of the older version');
    writeFileSync(at(ZIP), 'a build of our own');
    const { code, stdout } = await upgrade({ json: true });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).files).toContainEqual({ path: ZIP, state: 'edited' });
    expect(read(site, ZIP)).toBe('a build of our own');
    expect((await upgrade({ check: true })).code).toBe(0);
    madeByOlder(ZIP, 'PK of the older version');
    writeFileSync(at(ZIP), 'a build of our own');
    expect((await upgrade({ theirs: true })).code).toBe(0);
    expect(readFileSync(at(ZIP)).equals(zipNow())).toBe(true);
  });

  it('loses what is made no more, unless it was edited; other paths of the manifest are nobody’s business', async () => {
    madeByOlder('wordpress/former.md', 'former\n');
    madeByOlder('.headless-site/former.json', '{}\n');
    madeByOlder('wordpress/edited.md', 'former\n');
    madeByOlder('lib/own.ts', 'export {};\n');
    writeFileSync(at('wordpress/edited.md'), 'former, and mine\n');
    const { code, stdout } = await upgrade();
    expect([code, stdout.includes('wordpress/former.md: removed')]).toEqual([0, true]);
    expect(stdout).toContain('wordpress/edited.md: yours, kept; the answers no longer ask for it');
    const left = Object.keys(snapshot(site)).filter((file) => /former|edited|own/.test(file));
    expect(left.sort()).toEqual(['lib/own.ts', 'wordpress/edited.md']);
    expect((await upgrade({ check: true })).code).toBe(0);
  });
});

describe('packages of both sides', () => {
  const pins = () => json<{ dependencies: Record<string, string> }>(site, 'package.json');
  const pin = (next: string) => {
    const { dependencies, ...rest } = pins();
    writeFileSync(at('package.json'), JSON.stringify({ ...rest, dependencies: { ...dependencies, next } }));
  };

  /** The template pinned 16.4.0 before; now it pins what it does. */
  const older = () => {
    const now = pins();
    madeByOlder(
      'package.json',
      JSON.stringify({ ...now, dependencies: { ...now.dependencies, next: '16.4.0' } }),
    );
    return now.dependencies.next;
  };

  it.each(['99.0.0', '^99.1.0'])('the newer version counts: the owner’s %s', async (mine) => {
    older();
    pin(mine);
    expect((await upgrade()).code).toBe(0);
    expect(pins().dependencies.next).toBe(mine);
  });

  it('the newer version counts: the template’s', async () => {
    const now = older();
    pin('16.4.1');
    expect((await upgrade()).code).toBe(0);
    expect(pins().dependencies.next).toBe(now);
  });

  it.each(['16.3.9', 'file:../next', 'latest'])(
    'what the owner holds back is a conflict: %s',
    async (mine) => {
      older();
      pin(mine);
      const { code, stderr } = await upgrade();
      expect([code, stderr.includes('dependencies.next: changed by you')]).toEqual([5, true]);
      expect((await upgrade({ ours: true })).code).toBe(0);
      expect(pins().dependencies.next).toBe(mine);
    },
  );
});

describe('a site of a newer version', () => {
  it.each([
    ['by its version', (manifest: Manifest) => Object.assign(manifest, { cliVersion: '99.0.0' })],
    [
      'by the format of its manifest',
      (manifest: Manifest) => Object.assign(manifest, { version: 2, files: [] }),
    ],
  ])('is left alone, %s', async (_, change) => {
    changeManifest(change);
    const before = snapshot(site);
    for (const flags of [{}, { check: true }, { posts: 'ssr' }]) {
      const { code, stderr } = await regenerate(flags);
      expect([code, stderr.includes('npx create-headless-site@latest')]).toEqual([2, true]);
    }
    expect(snapshot(site)).toEqual(before);
  });

  it.each([
    ['0.2.0', '0.1.9', true],
    ['0.10.0', '0.9.0', true],
    ['1.0.0', '1.0.0', false],
    ['0.1.0', '0.2.0', false],
    ['1.0.0', '1.0.0-beta.2', true],
    ['1.0.0-beta.10', '1.0.0-beta.2', true],
    ['1.0.0-beta.2', '1.0.0', false],
    ['1.0.0+build', '1.0.0', false],
    ['something', '0.1.0', false],
  ])('%s is newer than %s: %s', (one, other, expected) => {
    expect(isNewer(one, other)).toBe(expected);
  });
});

describe('custom types', () => {
  const routeOf = (type: string) => `app/${type}/[[...path]]/page.ts`;
  const rename = () => {
    writeFileSync(at('site.config.json'), read(site, 'site.config.json').replace('"books"', '"novels"'));
  };

  it('a renamed one moves its route and its strategy', async () => {
    rename();
    expect((await regenerate()).code).toBe(0);
    expect(existsSync(at('app/books'))).toBe(false);
    expect(read(site, routeOf('novels'))).toContain("contentTypeRoute('novels', ContentRoute)");
    expect(json(site, 'site.config.json')).toMatchObject({
      rendering: { custom: { novels: { revalidate: 60 } } },
    });
    expect(json(site, BASE)).not.toHaveProperty([routeOf('books')]);
    expect((await regenerate({ check: true })).code).toBe(0);
  });

  it('an edited route of a renamed one is kept and said so; it is the owner’s from then on', async () => {
    writeFileSync(at(routeOf('books')), `${read(site, routeOf('books'))}// mine\n`);
    rename();
    const { code, stdout } = await regenerate();
    expect([code, stdout.includes(`${routeOf('books')}: yours, kept; the answers no longer`)]).toEqual([
      0,
      true,
    ]);
    expect(existsSync(at(routeOf('novels')))).toBe(true);
    expect(json<Manifest>(site, MANIFEST).files).not.toHaveProperty([routeOf('books')]);
    expect((await regenerate()).stdout).toContain('up to date');
    expect(read(site, routeOf('books'))).toContain('// mine');
  });

  it('a route that its owner moved is not made again', async () => {
    mkdirSync(at('app/library'));
    renameSync(at('app/books/[[...path]]'), at('app/library/[[...path]]'));
    expect((await regenerate({ custom: ['films=ssr'] })).code).toBe(0);
    expect([existsSync(at(routeOf('books'))), existsSync(at(routeOf('library')))]).toEqual([false, true]);
  });

  it('a folder keeps what the owner put beside the route', async () => {
    writeFileSync(at('app/books/notes.md'), 'mine\n');
    rename();
    expect((await regenerate()).code).toBe(0);
    expect([existsSync(at(routeOf('books'))), read(site, 'app/books/notes.md')]).toEqual([false, 'mine\n']);
  });

  it('a changed strategy changes the answers alone', async () => {
    const before = snapshot(site);
    expect((await regenerate({ custom: ['books=static'] })).code).toBe(0);
    const after = snapshot(site);
    const changed = Object.keys(after).filter((file) => after[file] !== before[file]);
    expect(changed.sort()).toEqual([BASE, MANIFEST, 'site.config.json'].sort());
  });
});
