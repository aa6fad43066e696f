/** The failures, each with what is expected of our CLI. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Job, type Outcome, run, runAndSignal, runAtTerminal } from './runs';

const root = path.resolve(import.meta.dirname, '../../..');
export const NOBODY = 65534;
const CTRL_C = '\u0003';

export interface Tool {
  name: string;
  bin: string;
  /** All that it needs to ask nothing, beside the name. */
  answers: readonly string[];
  /** And to leave out packages and Git. */
  quick: readonly string[];
}

export interface Case {
  name: string;
  /** Expected exit code of our CLI, or the signal that ends it. */
  code: number | NodeJS.Signals;
  /** Words in a message that names the cause. */
  cause: RegExp;
  args?(tool: Tool): string[];
  seconds?: number;
  env?: Record<string, string>;
  prepare?(cwd: string): void;
  tidy?(cwd: string): void;
  run?(job: Job): Promise<Outcome>;
  /** Whether ours may leave a file behind; by default none. */
  mayLeave?(file: string): boolean;
  /** Why it cannot be run here. */
  skip?: string | undefined;
}

const nameOnly = () => ['site'];
const missing = /missing|required|non-?interactive|--yes|terminal/i;
const inUse = /not empty|conflict|exist|in the way|not a directory|ENOTDIR/i;
export const noRoot = process.getuid?.() === 0 ? undefined : 'needs root';
const asNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];

export const cases: readonly Case[] = [
  { name: 'only a name, stdin at its end', code: 2, cause: missing, args: nameOnly },
  {
    name: 'only a name, stdin an open pipe',
    code: 2,
    cause: missing,
    args: nameOnly,
    run: (job) => run(job, { stdin: 'open' }),
  },
  ...['1', 'true'].map(
    (CI): Case => ({
      name: `the same with CI=${CI}`,
      code: 2,
      cause: missing,
      args: nameOnly,
      env: { CI },
      run: (job) => run(job, { stdin: 'open' }),
    }),
  ),
  {
    name: 'only a name, at a terminal, stdout piped',
    code: 2,
    cause: missing,
    args: nameOnly,
    run: (job) => runAtTerminal(job, { piped: true }),
  },
  {
    name: 'directory in use',
    code: 3,
    cause: inUse,
    prepare(cwd) {
      mkdirSync(path.join(cwd, 'site'));
      for (const file of ['index.html', 'package.json']) writeFileSync(path.join(cwd, 'site', file), 'mine');
    },
  },
  {
    name: 'a file where the folder should be',
    code: 3,
    cause: inUse,
    prepare: (cwd) => writeFileSync(path.join(cwd, 'site'), 'mine'),
  },
  {
    name: 'unknown flag',
    code: 2,
    cause: /no-such-flag/,
    args: ({ answers, quick }) => ['site', ...answers, ...quick, '--no-such-flag'],
  },
  {
    name: 'impossible name',
    code: 2,
    cause: /name of an npm package|naming restrictions|invalid/i,
    args: ({ answers, quick }) => ['My Bad Name!', ...answers, ...quick],
  },
  {
    name: 'read-only parent',
    code: 1,
    cause: /permission|EACCES|not writable/i,
    skip: noRoot ?? whyNobodyCannot(),
    prepare: (cwd) => chmodSync(cwd, 0o555),
    run: (job) => run(job, { as: asNobody }),
  },
  {
    name: 'disk full (24 KB)',
    code: 1,
    cause: /no space|ENOSPC/i,
    skip: noRoot,
    prepare: (cwd) =>
      void execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24k', 'tmpfs', cwd], { stdio: 'ignore' }),
    tidy: (cwd) => void execFileSync('umount', [cwd]),
  },
  {
    name: 'kill -9 while it writes',
    code: 'SIGKILL',
    cause: /^$/,
    run: (job) => runAndSignal(job, 'SIGKILL'),
    // Nobody can tidy up after that; but nothing may look like a site.
    mayLeave: (file) => file.startsWith('.site'),
  },
  { name: 'SIGINT while it writes', code: 130, cause: /^$/, run: (job) => runAndSignal(job, 'SIGINT') },
  {
    name: 'Ctrl-C at the first prompt',
    code: 130,
    cause: /cancel|exiting|abort|stopped/i,
    args: nameOnly,
    run: (job) => runAtTerminal(job, { keys: CTRL_C }),
  },
  {
    name: 'installing fails',
    code: 1,
    cause: /install|ECONNREFUSED/i,
    args: ({ answers }) => ['site', ...answers],
    seconds: 60,
    env: {
      PATH: process.env.PATH ?? '',
      npm_config_registry: 'http://127.0.0.1:1',
      npm_config_fetch_retries: '0',
    },
    // The site is whole, and its owner is told how to go on.
    mayLeave: () => true,
  },
];

/** The program must be where that user may read it. */
function whyNobodyCannot(): string | undefined {
  try {
    const [program = '', ...args] = asNobody;
    const look = `fs.accessSync(${JSON.stringify(path.join(root, 'package.json'))})`;
    execFileSync(program, [...args, process.execPath, '-e', look], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'an unprivileged user cannot read this folder';
  }
}
