import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shells } from '../cli/shells';
import { freePort } from '../support/free-port';
import { takeLock } from '../support/lock.mjs';
import { inParentheses } from '../support/reporter';
import { whyNot } from '../wordpress/server/download';
import { forgetCompiled } from '../wordpress/server/php';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'support-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const moduleOf = (file: string) => JSON.stringify(pathToFileURL(path.resolve('tests', file)).href);
const node = (code: string) =>
  spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });

describe('a lock', () => {
  const lock = () => path.join(folder, 'lock');

  it('is taken once while its owner lives', () => {
    expect([takeLock(lock()), takeLock(lock())]).toEqual([true, false]);
    const other = node(
      `import { takeLock } from ${moduleOf('support/lock.mjs')};
       console.log(takeLock(${JSON.stringify(lock())}), takeLock(${JSON.stringify(lock())}));`,
    );
    expect(other.stdout.trim()).toBe('false false');
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  it('is free again once its owner has died', () => {
    node(`import { takeLock } from ${moduleOf('support/lock.mjs')}; takeLock(${JSON.stringify(lock())});`);
    expect([takeLock(lock()), takeLock(lock())]).toEqual([false, true]);
  });

  it('is free again where another process has the number of its owner', () => {
    takeLock(lock());
    const [pid, start] = readFileSync(lock(), 'utf8').split(' ');
    writeFileSync(lock(), `${pid} ${Number(start) - 1}`);
    expect([takeLock(lock()), takeLock(lock())]).toEqual([false, true]);
  });
});

it('a port is given once', async () => {
  const given = await Promise.all(Array.from({ length: 20 }, freePort));
  expect(new Set(given).size).toBe(20);
});

it('what a test has started ends with the test, even by SIGKILL', async () => {
  const code = `import { spawn } from 'node:child_process';
    import { endGroupWith } from ${moduleOf('wordpress/server/guard.ts')};
    const child = spawn('sh', ['-c', 'sleep 1000 & echo $!; wait'], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] });
    endGroupWith(child);
    console.log('watched');`;
  const run = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code]);
  let printed = '';
  run.stdout.on('data', (data) => {
    printed += data;
  });
  await expect.poll(() => printed).toMatch(/\d+\n/);
  await expect.poll(() => printed).toContain('watched');
  run.kill('SIGKILL');
  await expect.poll(() => isAlive(Number.parseInt(printed.replace('watched\n', ''), 10))).toBe(false);
});

describe('a download before the tests', () => {
  /** `tests/downloads.ts` with an empty cache, on a machine with the given programs before its own. */
  function downloads(file: string, programs: Record<string, string>, inCache: string[] = []) {
    for (const [name, code] of Object.entries(programs))
      writeFileSync(path.join(folder, name), `#!/bin/sh\necho ${name} >> ${folder}/asked\n${code}\n`, {
        mode: 0o755,
      });
    for (const name of inCache)
      mkdirSync(path.join(folder, 'create-headless-site', name), { recursive: true });
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'tests/downloads.ts', file], {
      encoding: 'utf8',
      env: {
        ...process.env,
        XDG_CACHE_HOME: folder,
        NOT_DOWNLOADED: '{}',
        PATH: `${folder}:${process.env.PATH}`,
      },
    });
    return { missing: JSON.parse(stdout), said: stderr, left: readdirSync(folder) };
  }
  const apt = { 'apt-cache': 'echo "Version: 1"', 'apt-get': 'echo "E: the mirror is away" >&2; exit 100' };

  it('is a reason where it fails, said once, which the tests are skipped for', () => {
    const { missing, said } = downloads('tests/cli/completion', apt);
    const [reason] = Object.values(missing);
    expect(missing).toEqual({ [shells.title]: expect.stringMatching(/: E: the mirror is away$/) });
    expect(said.match(/^.*mirror.*$/gm)).toEqual([`not downloaded: ${reason}`]);
    vi.stubEnv('NOT_DOWNLOADED', JSON.stringify(missing));
    expect(whyNot({ ...shells, isThere: () => false })).toBe(reason);
    vi.unstubAllEnvs();
  });

  it.each([
    ['is not asked for again', 'tests/cli/completion', ['shells']],
    ['is what the tests need that run, and nothing else', 'tests/cli/create', []],
  ])('%s', (_, file, inCache) => {
    const { missing, said, left } = downloads(file, apt, inCache);
    expect([missing, said, left.includes('asked')]).toEqual([{}, '', false]);
  });
});

it('compiled PHP goes with the folder that it comes from', () => {
  vi.stubEnv('XDG_CACHE_HOME', path.join(folder, 'cache'));
  const compiled = path.join(folder, 'cache/create-headless-site/opcache/of-a-php');
  const gone = path.join(compiled, folder, 'gone');
  const kept = path.join(compiled, folder, 'kept');
  for (const at of [gone, kept, path.join(folder, 'kept')]) mkdirSync(at, { recursive: true });
  forgetCompiled();
  vi.unstubAllEnvs();
  expect(readdirSync(path.dirname(kept))).toEqual(['kept']);
});

function isAlive(pid: number): boolean {
  try {
    // A zombie waits for whoever collects it, and does nothing any more.
    return process.kill(pid, 0) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

it.each([
  ['a site (there is no php (Debian: apt install php-cli))', 'there is no php (Debian: apt install php-cli)'],
  ['the text of a link (its title) stays', undefined],
  ['no parentheses', undefined],
  ['half of one)', undefined],
])('the reason of a skip, in a name: %s', (name, reason) => {
  expect(inParentheses(name)).toBe(reason);
});
