import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkSite } from '../demo/check.mjs';
import { startMailDouble } from '../site/support/mail-double.mjs';
import { type RunningSite, secrets, serveSite } from '../site/support/site-server';
import { ensureBuilt } from '../support/built';
import { freePort } from '../support/free-port';
import { patience } from '../support/patience';

// A site elsewhere, with what npm installs for it alone. Sites of other tests lie in this repository and find its packages, also
// those that no site has, and `npm start` finds no program there on a fresh clone.
const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
let dir: string;
let mail: Awaited<ReturnType<typeof startMailDouble>>;
let site: RunningSite;

beforeAll(async () => {
  ensureBuilt();
  folder = mkdtempSync(path.join(tmpdir(), 'installed-'));
  dir = path.join(folder, 'site');
  await execa(
    process.execPath,
    ['bin/create-headless-site.js', dir, '--sample', '--yes', '--no-git', '--package-manager', 'npm'],
    // The packages were downloaded when those of this repository were.
    { cwd: root, input: '', env: { npm_config_prefer_offline: 'true' } },
  );
  mail = await startMailDouble();
  site = await serveSite(dir, mail.env);
});

afterAll(async () => {
  await site?.stop();
  mail?.close();
  if (folder) rmSync(folder, { recursive: true });
});

test('a site elsewhere builds, and what the demo checks holds', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  const holds = await checkSite(site.url, secrets, async () => mail.mails);
  const lines = said.mock.calls.flat().map(String);
  said.mockRestore();
  expect(lines.filter((line) => line.startsWith('not ok'))).toEqual([]);
  expect([holds, lines.filter((line) => line.startsWith('ok')).length]).toEqual([true, 12]);
});

test('SIGTERM to `npm start` ends the server', async () => {
  const port = await freePort();
  // An npm that runs the tests says by variables which package is meant: not this one.
  const ours = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'));
  const npm = spawn('npm', ['start', '--', '-H', '127.0.0.1', '-p', String(port)], {
    cwd: dir,
    env: {
      ...Object.fromEntries(ours),
      NODE_ENV: 'production',
      NEXT_PUBLIC_CMS_API_URL: site.cms.graphqlUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (data) => {
      output += data;
    });
  const ended = once(npm, 'exit');
  /** The status of the home page, `nobody` where no server is, what npm printed where it ended early. */
  const status = () =>
    fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
      (response) => response.status,
      () => (npm.exitCode ? output : 'nobody'),
    );
  try {
    await vi.waitUntil(async () => (await status()) !== 'nobody', { timeout: patience, interval: 100 });
    expect(await status()).toBe(200);
    npm.kill('SIGTERM');
    await ended;
    await expect.poll(status).toBe('nobody');
  } finally {
    killGroup(npm.pid);
  }
});

/** Kills the processes that the one of this number has started; it leads their group. */
function killGroup(pid = 0): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}
