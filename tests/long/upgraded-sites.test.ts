import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, snapshot } from '../cli/cli';
import { inProcess } from '../cli/in-process';
import { createSite } from '../site/create';
import { programOf } from '../site/support/site-server';
import { newerVersions } from './newer-versions';
import { owners } from './owners';

// UPGRADED_SEED=<seed> draws the same sites again, UPGRADED_SITES=60 builds more of them.
const seed = Number(process.env.UPGRADED_SEED ?? Date.now() % 2 ** 31);
const BUILT = Number(process.env.UPGRADED_SITES ?? 24);
/** An upgrade takes a fraction of a second, a build half a minute: the rate is that of many more sites. */
const UPGRADED = Math.max(400, BUILT);

const quick = existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
const folder = mkdtempSync(path.join(quick, 'chs-upgraded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Files = Readonly<Record<string, string>>;

interface Draw {
  edits: string[];
  /** Whether both upgrades are made, or the newer one at once. */
  inSteps: boolean;
}
const names = Object.keys(owners);
const draws: Draw[] = fc.sample(
  fc.noBias(
    fc.record({
      edits: fc.subarray(names, { minLength: 1, maxLength: 8 }),
      inSteps: fc.boolean(),
    }),
  ),
  { numRuns: UPGRADED, seed },
);

let origin = '';
let programs: readonly [string, string];
/** A site that nobody edited, of the newest version. */
let twin: Files;
beforeAll(async () => {
  console.log(`upgraded-sites: UPGRADED_SEED=${seed}`);
  programs = newerVersions(folder);
  origin = await createSite('upgraded-origin');
  const site = path.join(folder, 'twin');
  expect(await upgraded(site, { edits: [], inSteps: false })).toBe('');
  twin = snapshot(site);
});

/**
 * Makes a site with an owner's edits and upgrades it.
 * @returns what the upgrade said of conflicts; empty without any
 */
async function upgraded(site: string, { edits, inSteps }: Draw): Promise<string> {
  cpSync(origin, site, { recursive: true });
  for (const name of edits) owners[name]?.(site);
  const edited = snapshot(site);
  const said: string[] = [];
  for (const program of inSteps ? programs : programs.slice(1)) {
    const before = snapshot(site);
    const { code, all } = await inProcess('upgrade', site, {}, program);
    if (code === 5) {
      expect(snapshot(site), 'a conflict leaves every byte').toEqual(before);
      return all;
    }
    expect([code, all]).toEqual([0, expect.anything()]);
    said.push(all);
  }
  if (twin) expect(lost(edited, snapshot(site), said.join('\n')), JSON.stringify(edits)).toEqual([]);
  return '';
}

/** Lines that the owner or the new version brought, and that are neither in the site nor named as left out. */
function lost(edited: Files, after: Files, said: string): string[] {
  const before = snapshot(origin);
  // Lines of another format are other lines, of the same words.
  const parts = edited[REFORMATTED] === before[REFORMATTED] ? /\r?\n/ : /[^\w-]+/;
  const partsOf = (text = '') => text.split(parts);
  return [edited, twin].flatMap((side) =>
    Object.keys(side)
      .filter((file) => TEXT.test(file) && side[file] !== before[file] && edited[file] !== undefined)
      .flatMap((file) => {
        const kept = new Set([...partsOf(before[file]), ...partsOf(after[file])]);
        const gone = partsOf(side[file]).filter(
          (part) => !kept.has(part) && !(side === twin && leftOut(part, said)),
        );
        return gone.map((part) => `${file}: ${part}`);
      }),
  );
}

/** Whether the report names a line of the new version as left out, for the owner's look or words. */
function leftOut(part: string, said: string): boolean {
  return said.split('\n').some((line) => line.includes('left out: ') && line.includes(part.trim()));
}

const TEXT = /^(?!vendor\/|wordpress\/|\.headless-site\/|\.env)(?!.*\.json$)/;
/** Nobody edits it; a formatter changes it. */
const REFORMATTED = 'components/posts/TableOfContents.tsx';

test(`${UPGRADED} sites with edits of their owners: 95 of 100 are upgraded without a conflict, though the releases change 38 files`, async () => {
  const conflicts: string[] = [];
  for (const [index, draw] of draws.entries()) {
    const site = path.join(folder, `site-${index}`);
    const said = await upgraded(site, draw);
    if (said) conflicts.push(`${JSON.stringify(draw)}\n${said}`);
    rmSync(site, { recursive: true });
  }
  const rate = 1 - conflicts.length / UPGRADED;
  console.log(`upgraded-sites: ${UPGRADED - conflicts.length} of ${UPGRADED} without a conflict`);
  expect(rate, conflicts.join('\n\n')).toBeGreaterThanOrEqual(0.95);
}, 3_600_000);

describe('without a conflict it builds with its types, and passes its tests', () => {
  test.each(draws.slice(0, BUILT).map((draw) => [draw.edits.join(', '), draw] as const))(
    '%s',
    async (_name, draw) => {
      const site = path.resolve('tests/.sites/upgraded');
      emptied(site);
      if ((await upgraded(site, draw)) === '') expect(await failure(site)).toBe('');
    },
  );
});

/** Deletes all but what the compiler remembers of a folder. */
function emptied(site: string): void {
  const kept = path.join(site, '.next/cache/turbopack');
  const aside = path.join(site, '..', 'upgraded-cache');
  rmSync(aside, { recursive: true, force: true });
  if (existsSync(kept)) renameSync(kept, aside);
  rmSync(site, { recursive: true, force: true });
  mkdirSync(path.dirname(kept), { recursive: true });
  if (existsSync(aside)) renameSync(aside, kept);
}

/** Builds and tests as the owner does. @returns what failed; empty for a green site */
async function failure(site: string): Promise<string> {
  installed(site);
  const { NODE_ENV: _mode, VITEST: _vitest, ...own } = process.env;
  const program = (file: string) => path.resolve('node_modules', file);
  for (const args of [
    [programOf(site), 'build'],
    [program('next/dist/bin/next'), 'typegen'],
    [program('typescript/bin/tsc'), '--noEmit'],
    [program('vitest/vitest.mjs'), 'run'],
  ]) {
    const ran = await execa(process.execPath, args, {
      ...{ cwd: site, env: own as NodeJS.ProcessEnv, extendEnv: false },
      ...{ all: true, reject: false, stdin: 'ignore' },
    });
    if (ran.exitCode !== 0) return ran.all;
  }
  return '';
}

/** The runtime that came with the upgrade; other packages are those of this repository. */
function installed(site: string): void {
  const { dependencies } = json<{ dependencies: Record<string, string> }>(site, 'package.json');
  const archive = dependencies['headless-site']?.replace('file:', '') ?? '';
  const packages = path.join(site, 'node_modules/headless-site');
  mkdirSync(packages, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', packages, '--strip-components=1'], { cwd: site });
}
