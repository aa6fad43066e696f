import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a user gets: the packed tarball through npx, in an empty folder with an empty home. */
describe('npm pack, then npx <tarball> my-site --yes', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'create-headless-site-'));
  const site = path.join(folder, 'my-site');
  const env = {
    HOME: path.join(folder, 'home'),
    CI: '',
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: undefined,
    VITEST: undefined,
  };
  let tarball = '';
  beforeAll(async () => {
    const { stdout } = await execa('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root });
    const name = stdout.trim().split('\n').at(-1) ?? '';
    tarball = path.join(folder, name);
    // npx would try to run an absolute path as a program.
    await execa('npx', ['--yes', `./${name}`, 'my-site', '--yes'], { cwd: folder, env, stdin: 'ignore' });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('the tarball is small and brings no packages', () => {
    expect(statSync(tarball).size).toBeLessThan(2 * 1024 * 1024);
    expect(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).dependencies).toBeUndefined();
  });
  test('nothing but the site was made', () => {
    expect(readdirSync(folder).filter((name) => name !== 'home' && !name.endsWith('.tgz'))).toEqual([
      'my-site',
    ]);
  });
  test('secrets are in files that only the owner reads and git ignores', async () => {
    for (const file of ['.env.local', 'wordpress/companion-settings.json']) {
      expect(statSync(path.join(site, file)).mode & 0o777).toBe(0o600);
      await execa('git', ['check-ignore', file], { cwd: site });
    }
  });
  test.each(['build', 'lint', 'typecheck', 'test'])('npm run %s passes', async (script) => {
    const { exitCode, all } = await execa('npm', ['run', script], {
      cwd: site,
      env,
      all: true,
      reject: false,
      stdin: 'ignore',
    });
    expect(exitCode, all).toBe(0);
  });
});
