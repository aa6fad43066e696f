/**
 * Prints what design.md section 7 asks of the CLI, as ratios taken side by side in one run, and ends with 1 when a
 * budget is missed. Not a test: times depend on the machine, their ratios much less. In memory where
 * there is such a folder: for five minutes after thousands of files were removed, as this removes them itself, ext4 looks long
 * for numbers that were not freed just now, which can double the time of whoever writes many. BENCH_DIR names another place.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const bin = path.join(root, 'bin', 'create-headless-site.js');
const createNextApp = createRequire(import.meta.url).resolve('create-next-app/dist/index.js');
const place = process.env.BENCH_DIR ?? (existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir());
const scratch = mkdtempSync(path.join(place, 'chs-bench-'));
const misses = [];

try {
  execFileSync(process.execPath, [path.join(root, 'esbuild.config.mjs')], { stdio: 'inherit' });
  start();
  scaffold();
  regenerate();
  pack();
  program('cached-page.ts', 'requests per second of a cached page');
  program('publish-everywhere.ts', 'publish to visible everywhere');
  program('large-build.ts', 'build of a large site');
  program('build-time.ts', 'time of a build');
  program('paint.ts', 'time until something is painted');
  program('memory.ts', 'memory under 100,000 requests', ['100000', '30', '10000']);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (misses.length > 0) {
  console.error(`\nBudget missed: ${misses.join(', ')}`);
  process.exitCode = 1;
}

function start() {
  const times = interleaved(31, {
    'node -e 0': () => ['-e', '0'],
    '--version': () => [bin, '--version'],
    '--help': () => [bin, '--help'],
  });
  console.log('\nStart (31 runs each, interleaved; min / median ms)');
  table(times, 'node -e 0');
  budget('--version / node', ratio(times, '--version', 'node -e 0'), 1.2);
  budget('--help / node', ratio(times, '--help', 'node -e 0'), 1.3);
}

function scaffold() {
  const times = interleaved(15, {
    'create-next-app': (run) => [createNextApp, `next-${run}`, '--yes', '--skip-install', '--disable-git'],
    'create-headless-site': (run) => [bin, `ours-${run}`, '--yes', '--no-install', '--no-git'],
  });
  const files = (name) => readdirSync(path.join(scratch, name), { recursive: true, withFileTypes: true });
  const count = (name) => files(name).filter((entry) => entry.isFile()).length;
  console.log('\nScaffold, no install, no Git (15 runs each, interleaved; min / median ms)');
  console.log(`  files: create-next-app ${count('next-0')}, create-headless-site ${count('ours-0')}`);
  table(times, 'create-next-app');
  budget('scaffold / create-next-app', ratio(times, 'create-headless-site', 'create-next-app'), 1);
}

function regenerate() {
  const times = interleaved(31, {
    'node -e 0': () => ['-e', '0'],
    '--check': () => [bin, 'regenerate-config', 'ours-0', '--check'],
  });
  console.log('\nregenerate-config --check (31 runs each, interleaved; min / median ms)');
  table(times, 'node -e 0');
  budget('--check / node', ratio(times, '--check', 'node -e 0'), 3);
}

function pack() {
  const npm = (args, cwd) =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  // The bundle is built already; the hooks of the package would only do it again.
  const [packed] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', scratch], root),
  );
  const home = path.join(scratch, 'npx');
  const tarball = path.join(scratch, packed.filename);
  npm(['install', '--prefix', home, '--no-audit', '--no-fund', '--offline', tarball], scratch);
  const lock = JSON.parse(readFileSync(path.join(home, 'node_modules', '.package-lock.json'), 'utf8'));
  const megabytes = statSync(tarball).size / 1024 / 1024;
  console.log('\nPackage');
  console.log(`  ${packed.entryCount} files, ${(packed.unpackedSize / 1024 / 1024).toFixed(2)} MB unpacked`);
  budget('packed MB', megabytes, 2);
  budget('packages installed by npx', Object.keys(lock.packages).length, 1);
}

/** What needs TypeScript and a build is a program of its own, with goals of its own. */
function program(name, goal, args = []) {
  console.log(`\n${name}`);
  const file = path.join(import.meta.dirname, name);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', file, ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) misses.push(goal);
}

/** Runs the commands in turns, so that whatever else the machine does meets all of them alike. */
function interleaved(runs, commands) {
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let run = 0; run < runs; run++) {
    for (const [name, args] of Object.entries(commands)) {
      const before = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args(run), { cwd: scratch, encoding: 'utf8' });
      times[name].push(performance.now() - before);
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, summary(all)]));
}

function summary(all) {
  const sorted = all.toSorted((a, b) => a - b);
  return { min: sorted[0], median: sorted[Math.floor(sorted.length / 2)] };
}

/** Of the minima: what else the machine does only ever adds. */
function ratio(times, name, base) {
  return times[name].min / times[base].min;
}

function table(times, base) {
  for (const [name, { min, median }] of Object.entries(times)) {
    const ratios = `${(min / times[base].min).toFixed(2)}x / ${(median / times[base].median).toFixed(2)}x`;
    console.log(
      `  ${name.padEnd(22)} ${min.toFixed(0).padStart(5)} / ${median.toFixed(0).padStart(5)}   ${ratios}`,
    );
  }
}

function budget(name, value, most) {
  const kept = value <= most;
  if (!kept) misses.push(name);
  console.log(`  ${kept ? 'ok    ' : 'MISSED'} ${name}: ${value.toFixed(2)} (at most ${most})`);
}
