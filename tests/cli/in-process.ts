import { createRequire } from 'node:module';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBuilt } from '../support/built';
import type { Result } from './cli';

type RunCommand = (name: string, directory: string, flags: Record<string, unknown>) => Promise<number>;

/** Root of the package that is built here. */
export const thisProgram = path.resolve(import.meta.dirname, '../..');

const loaded = new Map<string, RunCommand>();

function load(program: string): RunCommand {
  ensureBuilt();
  const bundle = path.join(program, 'dist/commands.cjs');
  return (createRequire(import.meta.url)(bundle) as { runCommand: RunCommand }).runCommand;
}

/**
 * Runs a command of the built program in this process, for tests that run it a thousand times: starting Node takes most
 * of the time of a run. Everything behind the command line is the same. One at a time.
 * @param program root of the package, where it is another version
 */
export async function inProcess(
  name: string,
  directory: string,
  flags: Record<string, unknown> = {},
  program = thisProgram,
): Promise<Result> {
  const runCommand = loaded.get(program) ?? load(program);
  loaded.set(program, runCommand);
  const written = { stdout: '', stderr: '' };
  const streams = ['stdout', 'stderr'] as const;
  const writes = streams.map((stream) => process[stream].write);
  for (const stream of streams) {
    process[stream].write = (text: string | Uint8Array) => {
      written[stream] += stripVTControlCharacters(String(text));
      return true;
    };
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const listeners = signals.map((signal) => process.listeners(signal as 'SIGINT'));
  try {
    const code = await runCommand(name, directory, { yes: true, ...flags });
    return { code, ...written, all: written.stdout + written.stderr };
  } finally {
    for (const [index, stream] of streams.entries())
      process[stream].write = writes[index] as typeof process.stdout.write;
    for (const [index, signal] of signals.entries()) {
      for (const listener of process.listeners(signal as 'SIGINT')) {
        if (!listeners[index]?.includes(listener)) process.removeListener(signal, listener);
      }
    }
  }
}
