/**
 * `npm test`: brings up what the tests need, runs lint, types and all tests, says why tests were skipped, and ends with `N passed,
 * N failed, N skipped`.
 * Plain Node, because on a fresh clone nothing is installed. `--long` adds the tests that install and build a lot; `--quick` and
 * `--changed` take a few of them (`select.mjs`); REQUIRE_ALL=1 counts a skipped test as a failure.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChecks } from './checks.mjs';
import { allTests, changedFiles, quickTests, testsOf } from './select.mjs';
import { rowName, specRows } from './spec/rows.mjs';
import { takeLock } from './support/lock.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const long = args.includes('--long');
const quick = args.includes('--quick');
const filters = args.filter((arg) => !['--long', '--quick', '--changed'].includes(arg));
const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'create-headless-site');

takeCheckout();
installPackages();
installSystemPackages();
if (args.includes('--changed')) end(await runChanged());
if (filters.length > 0) {
  fetchDownloads(filters);
  end([await runTests(filters)]);
}
const selection = quick ? quickTests(allTests(root)) : [];
fetchDownloads(selection);
// The tests of the one site follow each other; beside them there is room for the others.
const results = await Promise.all([
  runChecks(),
  runTests(['--project', '!site', ...selection]),
  runTests(['--project', 'site', ...selection], { heldBack: true }),
]);
if (quick) end(results);
end([
  ...results,
  rowsThatRan(results.flatMap(({ ran = [] }) => ran)),
  skippedForTheFirstTime([...countSkips(results).keys()]),
]);

/**
 * @param {string[]} args of Vitest
 * @param {{heldBack?: boolean}} how `heldBack` prints all at its end: not between the lines of another run
 * @returns what `tests/support/reporter.ts` found; a run that ended before it could is one failure
 */
async function runTests(args, { heldBack = false } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'chs-results-'));
  const file = path.join(folder, 'results.json');
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...args], {
    cwd: root,
    env: { ...process.env, ...(long ? { LONG: '1' } : {}), RESULTS: file, NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', heldBack ? 'pipe' : 'inherit', heldBack ? 'pipe' : 'inherit'],
  });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => printed.push(data));
  const code = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  process.stdout.write(Buffer.concat(printed));
  const found = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { failed: 1, failures: [`vitest ${args.join(' ')} ended before it could say what failed`] };
  rmSync(folder, { recursive: true });
  return { ...found, code };
}

/** Lint, types, and the tests that look at what was changed. */
async function runChanged() {
  const tests = testsOf(changedFiles(root), allTests(root));
  if (tests.length === 0) return [await runChecks()];
  console.log(`${tests.length} test files look at what was changed`);
  fetchDownloads(tests);
  return Promise.all([runChecks(), runTests(tests)]);
}

/** Whether each row of the specification is named by a test that ran: one in a comment or a skipped test does not count. */
function rowsThatRan(names) {
  const missing = specRows()
    .map(rowName)
    .filter((name) => !names.includes(name));
  if (missing.length === 0) return { passed: 1 };
  return {
    failed: 1,
    failures: missing.map((name) => `the specification: no test ran that is named "${name}"`),
  };
}

/**
 * Tests that this machine could run before and cannot any more are a failure: a run that skips them would be green for nothing. The
 * first run on a machine takes its reasons as they are.
 * @param {string[]} reasons of all tests that were skipped
 */
function skippedForTheFirstTime(reasons) {
  const file = path.join(cache, long ? 'skipped-long.json' : 'skipped.json');
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : reasons;
  const unknown = reasons.filter((reason) => !known.includes(reason));
  mkdirSync(cache, { recursive: true });
  // A failure may have left its tests unrun.
  if (unknown.length === 0 && results.every(({ code = 0, failed = 0 }) => code === 0 && failed === 0))
    writeFileSync(file, JSON.stringify(reasons));
  return {
    failed: unknown.length,
    failures: unknown.map(
      (reason) => `skipped, and not before: ${reason}. Fix it, or delete ${file} to accept it`,
    ),
  };
}

/** @returns how many tests were skipped, by the reason */
function countSkips(parts) {
  const counts = new Map();
  for (const [reason, count] of parts.flatMap(({ reasons = {} }) => Object.entries(reasons)))
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  return counts;
}

/** Prints the counts as the last line and ends; a part that failed in any way never looks like success. */
function end(parts) {
  // The lines about them may be thousands of lines above.
  for (const failure of parts.flatMap(({ failures = [] }) => failures)) console.log(`not ok  ${failure}`);
  for (const [reason, count] of countSkips(parts)) console.log(`skipped ${count}: ${reason}`);
  const sum = (name) => parts.reduce((total, part) => total + (part[name] ?? 0), 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
  process.exit(parts.find(({ code }) => code)?.code ?? (sum('failed') > 0 ? 1 : 0));
}

/** Two runs in one checkout would delete each other's sites. */
function takeCheckout() {
  const sites = path.join(root, 'tests/.sites');
  mkdirSync(sites, { recursive: true });
  const lock = path.join(sites, 'run.lock');
  // The second try is for a lock whose owner has died.
  if (takeLock(lock) || takeLock(lock)) return;
  console.error('Another npm test runs in this checkout. Fix: wait for its end, or use a clone.');
  end([{ failed: 1 }]);
}

function installPackages() {
  const lock = path.join(root, 'package-lock.json');
  const installed = path.join(root, 'node_modules/.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  const code = run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) end([{ failed: 1, code }]);
}

/** Debian and Ubuntu as root only; anywhere else the tests that lack a program are skipped by name. */
function installSystemPackages() {
  const missing = [
    ...(existsSync('/usr/bin/chromium') ? [] : ['chromium']),
    ...(existsSync('/usr/bin/chromium-headless-shell') ? [] : ['chromium-headless-shell']),
    ...(existsSync('/usr/bin/git') ? [] : ['git']),
    ...(existsSync('/usr/bin/composer') ? [] : ['composer']),
    ...phpPackages(),
  ];
  const known = missing.length === 0 && aptKnowsWordPress();
  if (known || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const apt = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], apt);
  // Ubuntu has no headless shell.
  const packages = missing.filter(aptKnows);
  if (packages.length > 0)
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], apt);
}

/** `tests/downloads.ts` needs the lists of packages for what it unpacks. */
function aptKnowsWordPress() {
  return existsSync(path.join(cache, 'wordpress-debian')) || aptKnows('wordpress');
}

/** @param {string} name of a package */
function aptKnows(name) {
  return spawnSync('apt-cache', ['show', name]).status === 0;
}

/** Packages that the real WordPress of tests/wordpress and the checks of tests/companion need and this machine lacks. */
function phpPackages() {
  const { status, stdout } = spawnSync('php', ['-m'], { encoding: 'utf8' });
  const modules = status === 0 ? stdout.toLowerCase().split('\n') : [];
  const packages = {
    // Almost every host has it: WordPress sends its requests another way without.
    curl: 'php-curl',
    dom: 'php-xml',
    gd: 'php-gd',
    mbstring: 'php-mbstring',
    mysqli: 'php-mysql',
    pdo_sqlite: 'php-sqlite3',
  };
  const lacking = Object.entries(packages).filter(([name]) => !modules.includes(name));
  return [...(status === 0 ? [] : ['php-cli']), ...lacking.map(([, name]) => name)];
}

/** @param {string[]} files whose tests are going to run, as words of their paths; none stands for all */
function fetchDownloads(files = []) {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'tests/downloads.ts', ...files],
    {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  if (status !== 0) end([{ failed: 1 }]);
  process.env.NOT_DOWNLOADED = stdout;
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
