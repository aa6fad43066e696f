/**
 * Cost of the CLI: its start, a new site, a look at its answers, its package, as ratios measured side by side in one run (design.md,
 * section 7). Runs in memory where there is such a folder: for five minutes after thousands of files were removed, which this bench does
 * itself, ext4 searches long for inodes that were not freed just now, which can double the time of a program that writes many. BENCH_DIR
 * names another place. Usage: npx tsx tests/bench/cli.ts
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '../support/built';
import { figure } from './figures';

const root = path.resolve(import.meta.dirname, '../..');
const bin = path.join(root, 'bin', 'create-headless-site.js');
const createNextApp = createRequire(import.meta.url).resolve('create-next-app/dist/index.js');
const place = process.env.BENCH_DIR ?? (existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir());

ensureBuilt();
const scratch = mkdtempSync(path.join(place, 'chs-bench-'));
try {
  start();
  scaffold();
  regenerate();
  pack();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Times of the runs of one command, in milliseconds. */
interface Summary {
  min: number;
  median: number;
}
function start(): void {
  const times = interleaved(31, {
    node: () => ['-e', '0'],
    version: () => [bin, '--version'],
    help: () => [bin, '--help'],
  });
  show('Start', times);
  figure({
    name: '`--version`, times `node -e 0`',
    ours: ratio(times.version, times.node),
    goal: { most: 1.2 },
  });
  figure({ name: '`--help`, times `node -e 0`', ours: ratio(times.help, times.node), goal: { most: 1.3 } });
}

function scaffold(): void {
  const times = interleaved(31, {
    'create-next-app': (run) => [createNextApp, `next-${run}`, '--yes', '--skip-install', '--disable-git'],
    'create-headless-site': (run) => [bin, `ours-${run}`, '--yes', '--no-install', '--no-git'],
  });
  const files = (name: string) =>
    readdirSync(path.join(scratch, name), { recursive: true, withFileTypes: true });
  const count = (name: string) => files(name).filter((entry) => entry.isFile()).length;
  show('A new site without install and Git', times);
  console.log(`  files: create-next-app ${count('next-0')}, create-headless-site ${count('ours-0')}`);
  const taken = ratio(times['create-headless-site'], times['create-next-app']);
  figure({ name: 'new site, times `create-next-app`', ours: taken, goal: { most: 1 } });
}

function regenerate(): void {
  const times = interleaved(31, {
    node: () => ['-e', '0'],
    check: () => [bin, 'regenerate-config', 'ours-0', '--check'],
  });
  show('regenerate-config --check', times);
  const taken = ratio(times.check, times.node);
  figure({ name: '`regenerate-config --check`, times `node -e 0`', ours: taken, goal: { most: 3 } });
}

function pack(): void {
  const npm = (args: string[], cwd: string) =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  // The bundle is built already; the hooks of the package would only do it again.
  const [packed] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', scratch], root),
  );
  const home = path.join(scratch, 'npx');
  const tarball = path.join(scratch, packed.filename);
  npm(['install', '--prefix', home, '--no-audit', '--no-fund', '--offline', tarball], scratch);
  const lock = JSON.parse(readFileSync(path.join(home, 'node_modules', '.package-lock.json'), 'utf8'));
  console.log(`\nPackage of ${packed.entryCount} files`);
  // Smaller would mean to zip the plugin at each creation (150 KB), or to leave out the sources that `--eject` copies (157 KB).
  figure({ name: 'package, MiB', ours: statSync(tarball).size / 1024 / 1024, goal: { most: 2.4 } });
  figure({ name: 'packages that npx installs', ours: Object.keys(lock.packages).length, goal: { most: 1 } });
}

/** Runs the commands in turns, so that whatever else the machine does meets all of them alike. */
function interleaved<Name extends string>(
  runs: number,
  commands: Record<Name, (run: number) => string[]>,
): Record<Name, Summary> {
  const all = Object.entries(commands) as [Name, (run: number) => string[]][];
  const times = new Map<Name, number[]>(all.map(([name]) => [name, []]));
  for (let run = 0; run < runs; run++)
    for (const [name, args] of all) {
      const before = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args(run), { cwd: scratch, encoding: 'utf8' });
      times.get(name)?.push(performance.now() - before);
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
    }
  return Object.fromEntries([...times].map(([name, of]) => [name, summary(of)])) as Record<Name, Summary>;
}

function summary(all: readonly number[]): Summary {
  const sorted = all.toSorted((a, b) => a - b);
  return { min: sorted[0] ?? 0, median: sorted[Math.floor(sorted.length / 2)] ?? 0 };
}

/** Ratio of the minima: other load on the machine only ever adds time. */
function ratio(one: Summary, other: Summary): number {
  return one.min / other.min;
}

function show(title: string, times: Record<string, Summary>): void {
  console.log(`\n${title}: min / median, ms`);
  for (const [name, { min, median }] of Object.entries(times))
    console.log(`  ${name.padEnd(22)} ${min.toFixed(0)} / ${median.toFixed(0)}`);
}
