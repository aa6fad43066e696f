/**
 * How the CLI and two peers fail: every case is run the same way for each. Prints a Markdown table; of ours the exit code
 * and what is left behind are asserted, of the others only told. `VERBOSE=1` prints what they said, too.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { type Case, cases, NOBODY, noRoot, type Tool } from './failures/cases';
import { filesBelow, type Outcome, run } from './failures/runs';

const root = path.resolve(import.meta.dirname, '../..');
const scratch = mkdtempSync(path.join(os.tmpdir(), 'chs-failures-'));
chmodSync(scratch, 0o755);
const T3 = 'create-t3-app@7.40.0';
/** An npm that installs nothing: with `--skip-install`, create-next-app asks nothing more. */
const tools = path.join(scratch, 'tools');
mkdirSync(tools);
writeFileSync(path.join(tools, 'npm'), '#!/bin/sh\n', { mode: 0o755 });

const problems: string[] = [];
try {
  const all = installed();
  console.log(`\n| case | ${all.map(({ name }) => name).join(' | ')} |`);
  console.log(`| --- |${' --- |'.repeat(all.length)}`);
  for (const one of cases) {
    if (one.skip) {
      console.log(`| ${one.name} |${` skipped: ${one.skip} |`.repeat(all.length)}`);
      continue;
    }
    const cells: string[] = [];
    for (const tool of all) cells.push(await cellOf(one, tool));
    console.log(`| ${one.name} | ${cells.join(' | ')} |`);
  }
  console.log('\nexit code; files left behind; whether what was printed names the cause: clear or unclear');
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
for (const problem of problems) console.error(`create-headless-site: ${problem}`);
if (problems.length > 0) process.exitCode = 1;

function installed(): Tool[] {
  const require = createRequire(import.meta.url);
  execFileSync(process.execPath, [path.join(root, 'esbuild.config.mjs')], { stdio: 'inherit' });
  const all: Tool[] = [
    {
      name: 'create-headless-site',
      bin: path.join(root, 'bin/create-headless-site.js'),
      answers: ['--sample', '--no-git', '--package-manager', 'npm'],
      quick: ['--no-install'],
    },
    {
      name: 'create-next-app',
      bin: require.resolve('create-next-app/dist/index.js'),
      answers: ['--yes', '--disable-git', '--use-npm'],
      quick: ['--skip-install'],
    },
  ];
  const folder = path.join(scratch, 't3');
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--silent', T3];
  try {
    execFileSync('npm', args, { stdio: 'ignore' });
  } catch {
    console.log(`${T3} is not in this registry and is left out.`);
    return all;
  }
  const bin = path.join(folder, 'node_modules/create-t3-app/dist/index.js');
  return [...all, { name: 'create-t3-app', bin, answers: ['--default', '--noGit'], quick: ['--noInstall'] }];
}

/** Runs one case with one tool. @returns what is said of it in the table */
async function cellOf(one: Case, tool: Tool): Promise<string> {
  const folder = mkdtempSync(path.join(scratch, 'run-'));
  chmodSync(folder, 0o755);
  const [cwd, home] = ['work', 'home'].map((name) => path.join(folder, name)) as [string, string];
  for (const made of [cwd, home]) mkdirSync(made);
  if (!noRoot) chownSync(home, NOBODY, NOBODY);
  one.prepare?.(cwd);
  try {
    const before = filesBelow(cwd);
    const args = one.args?.(tool) ?? ['site', ...tool.answers, ...tool.quick];
    const PATH = `${tools}:${process.env.PATH}`;
    const env = { PATH, HOME: home, NEXT_TELEMETRY_DISABLED: '1', ...one.env };
    const job = { argv: [tool.bin, ...args], cwd, env, seconds: one.seconds ?? 6 };
    const outcome = await (one.run ?? run)(job);
    const after = filesBelow(cwd);
    const left = [...after.keys()].filter((file) => !before.has(file));
    const changed = [...before].filter(([file, contents]) => after.get(file) !== contents);
    if (process.env.VERBOSE) console.error(`--- ${one.name}, ${tool.name}\n${outcome.output}`);
    if (tool.name === 'create-headless-site') {
      const odd = left.filter((file) => !one.mayLeave?.(file));
      if (outcome.code !== one.code)
        problems.push(`${one.name}: ended with ${outcome.code}, not ${one.code}`);
      if (odd.length > 0) problems.push(`${one.name}: left ${odd.slice(0, 3).join(', ')}`);
      if (changed.length > 0) problems.push(`${one.name}: changed what was there`);
    }
    const code = outcome.code === 'hang' ? `**hang** (${job.seconds} s)` : outcome.code;
    const files = `${left.length} files${changed.length > 0 ? `, **${changed.length} changed**` : ''}`;
    const word = one.cause.source === '^$' ? '' : `; ${wordFor(outcome, left.length, one.cause)}`;
    return `${code}; ${files}${word}`;
  } finally {
    one.tidy?.(cwd);
  }
}

function wordFor(outcome: Outcome, left: number, cause: RegExp): string {
  const { output } = outcome;
  if (output.trim() === '') return 'nothing';
  if (/^ +at .+:\d+:\d+\)?$/m.test(output)) return 'stack';
  if (cause.test(output)) return 'clear';
  return outcome.code === 0 && left > 0 ? 'went ahead' : 'unclear';
}
