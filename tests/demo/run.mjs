/**
 * `npm run demo`: everything a new user does, from a fresh clone. Builds the CLI, creates a site with the sample CMS in
 * the git-ignored `.demo` folder, installs, builds and serves it. `--check` asserts what the site must do, a line each,
 * stops everything and exits 0 or 1. Plain Node, because nothing is installed when it starts.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMailDouble } from '../site/support/mail-double.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const site = path.join(root, '.demo/site');
const checking = process.argv.includes('--check');
const children = new Set();
const mail = await startMailDouble();
/** npm's own chatter. */
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    stopAll();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  stopAll();
  mail.close();
}

async function main() {
  const sitePort = await freePort(3000);
  const url = `http://localhost:${sitePort}`;
  // The environment wins over .env.local. The mail settings are there from the build on: they decide whether there is a contact form.
  const env = { NEXT_PUBLIC_SITE_URL: url, ...mail.env };

  if (!existsSync(path.join(root, 'node_modules/esbuild')))
    await step('install the tool', 'npm', ['ci', ...QUIET], root);
  await step('build the tool', 'npm', ['run', 'build', '--silent'], root);
  rmSync(site, { recursive: true, force: true });
  const create = ['bin/create-headless-site.js', site, '--sample', '--yes', '--no-install', '--no-git'];
  await step('create a site', process.execPath, create, root);
  await step('install the site', 'npm', ['install', ...QUIET], site);
  await step('build the site', 'npm', ['run', 'build', '--silent'], site, env);

  const server = start(
    'npm',
    ['run', 'start', '--silent', '--', '-p', String(sitePort), '-H', '127.0.0.1'],
    site,
    env,
  );
  await untilItAnswers(url, server);
  const cmsUrl = readFileSync(path.join(site, '.next/SAMPLE_CMS'), 'utf8');
  console.log(`\n  Site   ${url}\n  CMS    ${cmsUrl}\n  Folder ${path.relative(process.cwd(), site)}\n`);
  if (!checking) {
    console.log('  Ctrl-C stops everything. Messages of the contact form are printed here.');
    mail.onMail(({ text }) => console.log(`\n[mail]\n${text}`));
    await new Promise((resolve) => server.on('exit', resolve));
    return;
  }
  const { checkSite } = await import('./check.mjs');
  process.exitCode = (await checkSite(url, secretsOf(site), async () => mail.mails)) ? 0 : 1;
}

function secretsOf(dir) {
  const lines = readFileSync(path.join(dir, '.env.local'), 'utf8').split('\n');
  const value = (name) =>
    lines
      .find((line) => line.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .replace(/^"|"$/g, '');
  return { revalidation: value('REVALIDATION_SECRET'), preview: value('PREVIEW_SECRET') };
}

async function step(name, command, args, cwd, env = {}) {
  const started = Date.now();
  const child = start(command, args, cwd, env);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data;
    });
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve));
  if (code !== 0) throw new Error(`${name} failed (exit ${code}):\n${output}`);
  console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${name}`);
}

function start(command, args, cwd, env = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    shell: process.platform === 'win32' && command === 'npm',
    // A group of its own: npm does not pass signals on to what it started.
    detached: process.platform !== 'win32',
  });
  children.add(child);
  child.on('exit', () => children.delete(child));
  return child;
}

function stopAll() {
  for (const child of children) {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGTERM');
  }
}

async function untilItAnswers(url, child) {
  let output = '';
  child.stderr.on('data', (data) => {
    output += data;
  });
  while (child.exitCode === null) {
    try {
      await fetch(url);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  throw new Error(`the site did not answer at ${url}\n${output}`);
}

/** The port that is wanted, or any free one when somebody else has it. */
async function freePort(wanted) {
  const take = (port) =>
    new Promise((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(0));
      probe.listen(port, () => {
        const taken = probe.address().port;
        probe.close(() => resolve(taken));
      });
    });
  return (await take(wanted)) || take(0);
}
