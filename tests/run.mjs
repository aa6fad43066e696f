/**
 * `npm test`: brings up what the tests need, runs them all, ends with `N passed, N failed, N skipped`.
 * Plain Node, because on a fresh clone nothing is installed. `--long` adds the tests that install and build a lot;
 * REQUIRE_ALL=1 counts a skipped test as a failure.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);

installPackages();
installSystemPackages();
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const filters = args.filter((arg) => arg !== '--long');
const env = {
  ...process.env,
  ...(args.includes('--long') ? { LONG: '1' } : {}),
  NEXT_TELEMETRY_DISABLED: '1',
};
process.exit(run(process.execPath, [vitest, 'run', ...filters], env));

function installPackages() {
  const lock = path.join(root, 'package-lock.json');
  const installed = path.join(root, 'node_modules/.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  const code = run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) process.exit(code);
}

/** Debian and Ubuntu as root only; anywhere else the tests that lack a program are skipped by name. */
function installSystemPackages() {
  const missing = Object.entries({ '/usr/bin/chromium': 'chromium', '/usr/bin/git': 'git' })
    .filter(([file]) => !existsSync(file))
    .map(([, name]) => name);
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const apt = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], apt);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], apt);
}

function run(command, args, env = process.env) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (error) console.error(`${command}: ${error.message}`);
  return status ?? 1;
}
