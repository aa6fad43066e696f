import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { isLong } from '../support/variations';
import { cli, json, read, scratch, secretsOf, snapshot } from './cli';
import { inProcess } from './in-process';
import { managedCopy } from './managed-copy';

const preload = path.resolve(import.meta.dirname, 'kill-at.cjs');
/** Every step in the long run, otherwise every twentieth: each is a program that is started and killed, and one that follows. */
const stride = isLong ? 1 : 20;
const filmsRoute = 'app/films/[[...path]]/page.ts';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const modeOf = (site: string, file: string) => statSync(path.join(site, file)).mode & 0o777;

/** Runs the program until its n-th change of the disk; 0: to its end. @returns how many changes it made then */
async function killedAt(step: number, args: readonly string[], cwd: string): Promise<number> {
  const counted = path.join(cwd, '../count');
  const env = { NODE_OPTIONS: `--require ${preload}`, KILL_AT: String(step), KILL_COUNT: counted };
  const { code, all } = await cli(args, { cwd, env });
  expect([step, code, all]).toEqual([step, step === 0 ? 0 : null, expect.anything()]);
  return step === 0 ? Number(readFileSync(counted, 'utf8')) : step;
}

// Replaces, makes and removes files, with the folders around them.
const change = ['regenerate-config', '--custom', 'films=ssr', '--site-url', 'https://example.com'];

describe('a run that is killed with SIGKILL', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'chs-killed-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let origin: string;
  let steps: number;
  let undone: Record<string, string>;
  let done: Record<string, string>;
  const copy = () => {
    const site = path.join(mkdtempSync(path.join(folder, 'at-')), 'site');
    cpSync(origin, site, { recursive: true });
    return site;
  };

  // Once; but programs are started for a test only.
  beforeEach(async () => {
    if (steps !== undefined) return;
    await inProcess('create', path.join(folder, 'site'), {
      sample: true,
      custom: ['books=isr:60'],
      install: false,
      git: false,
    });
    origin = managedCopy(path.join(folder, 'site'), path.join(folder, 'origin'));
    const answers = json<{ rendering: { custom?: object } }>(origin, 'site.config.json');
    delete answers.rendering.custom;
    writeFileSync(path.join(origin, 'site.config.json'), JSON.stringify(answers));
    const plainly = copy();
    expect((await inProcess('regenerate-config', plainly)).code).toBe(0);
    undone = snapshot(plainly);
    const finished = copy();
    steps = await killedAt(0, change, finished);
    done = snapshot(finished);
  });

  it('is undone by the next one, whichever step it was killed at', async () => {
    expect(steps).toBeGreaterThan(40);
    let restored = 0;
    for (let step = 1; step <= steps; step += stride) {
      const site = copy();
      await killedAt(step, change, site);
      const next = await inProcess('regenerate-config', site);
      expect([step, next.code, next.stderr]).toEqual([step, 0, '']);
      if (next.stdout.includes('were restored')) restored += 1;
      const files = snapshot(site);
      // At its last steps it had done everything.
      expect(files, `step ${step}`).toEqual(Object.hasOwn(files, filmsRoute) ? done : undone);
    }
    expect(restored).toBeGreaterThan(20 / stride);
  });

  it('is undone also when the run that undoes it is killed', async () => {
    const broken = copy();
    await killedAt(Math.floor(steps * 0.8), change, broken);
    const again = () => {
      const site = path.join(mkdtempSync(path.join(folder, 'again-')), 'site');
      cpSync(broken, site, { recursive: true });
      return site;
    };
    const all = await killedAt(0, ['regenerate-config'], again());
    for (let step = 1; step <= all; step += stride) {
      const site = again();
      await killedAt(step, ['regenerate-config'], site);
      const { code, stderr } = await inProcess('regenerate-config', site);
      expect([step, code, stderr]).toEqual([step, 0, '']);
      expect(snapshot(site), `step ${step}`).toEqual(undone);
    }
  });

  it('or for which the disk is full at any step, leaves everything as it was', async () => {
    // The very last one takes the lock away.
    for (let step = 1; step < steps; step += stride) {
      const site = copy();
      const before = snapshot(site);
      const env = { NODE_OPTIONS: `--require ${preload}`, KILL_AT: String(step), KILL_WITH: 'error' };
      const { code, stderr } = await cli(change, { cwd: site, env });
      const after = snapshot(site);
      if (code === 0) {
        // Only copies that nobody needs any more could not be removed; the next run does it.
        const left = Object.entries(after).filter(([file]) => !file.startsWith('.headless-site/backup/'));
        expect(Object.fromEntries(left)).toEqual(done);
      } else
        expect([step, code, stderr.includes('No space is left'), after]).toEqual([step, 1, true, before]);
    }
  });

  it('leaves what --check and --dry-run do not touch, and say', async () => {
    const site = copy();
    await killedAt(Math.floor(steps * 0.8), change, site);
    const before = snapshot(site);
    for (const flags of [{ check: true }, { dryRun: true }]) {
      const { code, stderr } = await inProcess('regenerate-config', site, flags);
      expect([code, stderr.includes('it restores the files')]).toEqual([4, true]);
    }
    expect(snapshot(site)).toEqual(before);
  });

  it('does not take along what its owner changed since', async () => {
    const site = copy();
    await killedAt(Math.floor(steps * 0.8), change, site);
    expect(read(site, '.env.example')).toContain('https://example.com');
    const edited = `${read(site, '.env.example')}MINE=1\n`;
    writeFileSync(path.join(site, '.env.example'), edited);
    const { code, stdout } = await inProcess('regenerate-config', site, { check: false });
    expect(stdout).toContain('.env.example was changed since and stays as it is.');
    expect([code, read(site, '.env.example').includes('MINE=1')]).toEqual([0, true]);
    expect(read(site, '.env.local')).toContain('NEXT_PUBLIC_SITE_URL=http://localhost:3000');
  });

  it('keeps its copies of secrets out of Git and from other users', async () => {
    const site = copy();
    await killedAt(Math.floor(steps * 0.8), change, site);
    const { revalidation } = secretsOf(site);
    const holding = Object.entries(snapshot(site)).filter(([, text]) => text.includes(revalidation));
    const copies = holding.map(([file]) => file).filter((file) => file.startsWith('.headless-site'));
    expect(copies.length).toBeGreaterThan(0);
    for (const file of copies) expect(path.dirname(file)).toBe('.headless-site/backup');
    expect(read(site, '.headless-site/backup/.gitignore')).toBe('*\n');
    expect(modeOf(site, '.headless-site/backup')).toBe(0o700);
    for (const file of copies) expect(modeOf(site, file)).toBe(0o600);
  });

  it.each(['../outside', 'a/../../outside', '/etc/hostname'])(
    'never follows a journal to %s',
    async (file) => {
      const site = copy();
      const backup = path.join(site, '.headless-site/backup');
      mkdirSync(backup);
      writeFileSync(path.join(site, '../outside'), 'theirs');
      const entries = [{ path: file, after: sha256('theirs') }];
      writeFileSync(
        path.join(backup, 'journal.json'),
        JSON.stringify({ suffix: '.1.tmp', entries, folders: [] }),
      );
      const { code, stderr } = await inProcess('regenerate-config', site);
      expect([code, stderr.includes('is refused')]).toEqual([2, true]);
      expect(read(path.dirname(site), 'outside')).toBe('theirs');
    },
  );
});

it('creating in a directory that exists, killed at any step, leaves nothing in the way of the next one', async () => {
  const create = ['.', '--sample', '--yes', '--no-install', '--no-git'];
  const beside = (name: string) => {
    const directory = path.join(scratch(), name);
    mkdirSync(directory);
    writeFileSync(path.join(directory, 'README.md'), 'mine\n');
    return directory;
  };
  const steps = await killedAt(0, create, beside('shop'));
  // Some hundred files are written alike: a few of each kind of step say as much as all.
  const some = [1, 2, 3, 4, 5, 6, 7, 8, 9, 60, 61, 62, 63, Math.floor(steps / 2), steps - 2, steps - 1];
  for (const step of some) {
    const directory = beside('shop');
    await killedAt(step, create, directory);
    const left = snapshot(directory);
    const { code, all } = await cli(create, { cwd: directory });
    // At its last steps the site was there already.
    const complete =
      Object.hasOwn(left, 'site.config.json') && !Object.hasOwn(left, '.headless-site/backup/journal.json');
    expect([step, code, all]).toEqual([step, complete ? 3 : 0, expect.anything()]);
    expect(read(directory, 'README.md')).toBe('mine\n');
  }
});
