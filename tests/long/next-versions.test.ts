import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../support/built';

const root = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'chs-next-'));
const site = path.join(folder, 'site');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string, ...args: string[]) => {
  const { NODE_ENV: _mode, VITEST: _vitest, ...own } = process.env;
  const env: Record<string, string | undefined> = { ...own, NEXT_TELEMETRY_DISABLED: '1' };
  return execa(program, args, {
    cwd: site,
    env,
    extendEnv: false,
    all: true,
    reject: false,
    stdin: 'ignore',
  });
};

/** The newest release and the newest canary that the registry has. */
async function newest(): Promise<Record<'release' | 'canary', string | undefined>> {
  const { stdout } = await execa('npm', ['view', 'next', 'versions', '--json'], { cwd: os.tmpdir() });
  const versions = JSON.parse(stdout) as string[];
  const last = (pattern: RegExp) =>
    versions
      .filter((version) => pattern.test(version))
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .at(-1);
  return { release: last(/^\d+\.\d+\.\d+$/), canary: last(/-canary\.\d+$/) };
}

/** Output of a build, without the parts that no two builds have in common. */
const comparable = (output: string) =>
  output
    .split('\n')
    .map((line) => line.replace(/\d+(\.\d+)?\s?(ms|s|kB|MB)\b|127\.0\.0\.1:\d+/g, '…').trimEnd())
    .filter((line) => line !== '');

const { release, canary } = await newest();
let pinned: string[] = [];
beforeAll(async () => {
  ensureBuilt();
  const program = path.join(root, 'bin/create-headless-site.js');
  await execa(process.execPath, [program, site, '--sample', '--yes', '--no-git'], { cwd: folder });
  const { exitCode, all } = await run('npm', 'run', 'build');
  expect(exitCode, all).toBe(0);
  pinned = comparable(all);
});

describe('a site with another Next than the one that it was made with', () => {
  for (const [kind, version] of Object.entries({ release, canary })) {
    const why = version ? '' : ` (the npm registry has no ${kind})`;
    test.skipIf(!version)(`the newest ${kind}, ${version}: build, types and tests${why}`, async () => {
      // The runtime allows the versions that it was tested with, so npm has to be told.
      const installed = await run('npm', 'install', '--legacy-peer-deps', `next@${version}`);
      expect(installed.exitCode, installed.all).toBe(0);
      const build = await run('npm', 'run', 'build');
      const others = comparable(build.all).filter((line) => !pinned.includes(line));
      console.log(`next@${version} prints otherwise:\n${others.join('\n')}`);
      expect(build.exitCode, build.all).toBe(0);
      for (const script of ['typecheck', 'test']) {
        const { exitCode, all } = await run('npm', 'run', script);
        expect(exitCode, all).toBe(0);
      }
    });
  }
});
