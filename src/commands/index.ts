import { config as configureZod } from 'zod';
import { asCliError, CliError } from '../base/errors';
import type { RawFlags } from '../base/raw-flags';
import { handleSignals, rollBack } from '../base/signals';
import type { CommandName } from '../cli/command-names';
import { createOutput } from '../cli/output';
import { type Run, startRun } from '../cli/run';

// zod compiles schemas that are used often; one validation a run is faster without. Said before any schema is made.
configureZod({ jitless: true });

/** Loaded one at a time: each brings libraries of its own. */
const commands: Record<CommandName, (run: Run) => Promise<number>> = {
  create: async (run) => (await import('./create')).create(run),
  'regenerate-config': async (run) => (await import('./regenerate-config')).regenerateConfig(run),
  upgrade: async (run) => (await import('./upgrade')).upgrade(run),
  doctor: async (run) => (await import('./doctor')).doctor(run),
  add: async (run) => (await import('./add')).add(run),
  connect: async (run) => (await import('./connect')).connect(run),
};

/** Runs a command to its end. @returns the exit code; every error has been printed */
export async function runCommand(
  name: CommandName,
  directory: string | undefined,
  flags: RawFlags,
  operands: Run['operands'] = [],
): Promise<number> {
  handleSignals(flags.json === true);
  if (flags.printSchema === true) {
    const { schemasOf } = await import('../cli/results');
    process.stdout.write(`${JSON.stringify(schemasOf(name), null, 2)}\n`);
    return 0;
  }
  try {
    return await commands[name](await startRun(directory, flags, operands));
  } catch (error) {
    rollBack();
    return reportFailure(error, flags.json === true);
  }
}

/** Prints an error, or a usage message of the command line. @returns its exit code */
export function reportFailure(error: unknown, json: boolean): number {
  const failure = typeof error === 'string' ? new CliError('usage', error) : asCliError(error);
  createOutput(json).failure(failure);
  return failure.exitCode;
}
