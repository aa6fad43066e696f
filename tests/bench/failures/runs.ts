/** Ways to run a program into trouble, and what there is to see of it afterwards. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as pty from '@lydell/node-pty';

export interface Outcome {
  /** `hang`: it was ended after its time. */
  code: number | NodeJS.Signals | 'hang';
  output: string;
}

export interface Job {
  /** Node's arguments. */
  argv: readonly string[];
  cwd: string;
  env: Record<string, string>;
  seconds: number;
}

/**
 * Runs it without a terminal.
 * @param stdin at its end from the start, or a pipe that never closes
 * @param as a program with arguments that runs Node as somebody else
 */
export function run(
  { argv, cwd, env, seconds }: Job,
  { stdin = 'end' as 'end' | 'open', as = [] as readonly string[] } = {},
): Promise<Outcome> {
  const [program = '', ...args] = [...as, process.execPath, ...argv];
  const child = spawn(program, args, {
    cwd,
    // Next's types want NODE_ENV in every environment.
    env: env as NodeJS.ProcessEnv,
    stdio: [stdin === 'open' ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    // A group of its own, so that a package manager it started is ended with it.
    detached: true,
  });
  return outcomeOf(child, seconds);
}

/** Runs it and sends a signal the moment that the first file appears below its folder. */
export async function runAndSignal(job: Job, signal: NodeJS.Signals): Promise<Outcome> {
  const { argv, cwd, env, seconds } = job;
  const before = filesBelow(cwd).size;
  const child = spawn(process.execPath, argv, {
    cwd,
    env: env as NodeJS.ProcessEnv,
    stdio: 'ignore',
    detached: true,
  });
  // Without a pause: some hundred files are written within 30 ms.
  const end = Date.now() + seconds * 1000;
  while (filesBelow(cwd).size === before && Date.now() < end);
  child.kill(signal);
  return outcomeOf(child, seconds);
}

/**
 * Runs it at a terminal.
 * @param keys are typed once it has asked something and waits
 */
export function runAtTerminal(
  { argv, cwd, env, seconds }: Job,
  { keys = '', piped = false },
): Promise<Outcome> {
  const node = [process.execPath, ...argv];
  const [program = '', ...args] = piped ? ['bash', '-c', 'set -o pipefail; "$@" | cat', 'sh', ...node] : node;
  const terminal = pty.spawn(program, args, { cwd, cols: 120, rows: 40, env: { ...env, TERM: 'xterm' } });
  let output = '';
  let quiet: NodeJS.Timeout;
  terminal.onData((data) => {
    output += stripVTControlCharacters(data);
    clearTimeout(quiet);
    if (keys !== '') quiet = setTimeout(() => terminal.write(keys), 700);
  });
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      process.kill(-terminal.pid, 'SIGKILL');
      resolve({ code: 'hang', output });
    }, seconds * 1000);
    terminal.onExit(({ exitCode }) => {
      clearTimeout(late);
      clearTimeout(quiet);
      resolve({ code: exitCode, output });
    });
  });
}

/** Every file below a folder with its contents; packages are not counted. */
export function filesBelow(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  const enter = (at: string) => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const file = path.join(at, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules') quietly(() => enter(file));
      } else quietly(() => files.set(path.relative(folder, file), readFileSync(file, 'latin1')));
    }
  };
  enter(folder);
  return files;
}

/** Skips files that a running program removes between listing and reading. */
function quietly(look: () => void): void {
  try {
    look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function outcomeOf(child: ReturnType<typeof spawn>, seconds: number): Promise<Outcome> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => {
      output += stripVTControlCharacters(String(data));
    });
  return new Promise((resolve) => {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    }, seconds * 1000);
    child.on('close', (code, signal) => {
      clearTimeout(late);
      resolve({ code: isLate ? 'hang' : (signal ?? code ?? 1), output });
    });
  });
}
