import type { RawFlags } from '../base/raw-flags';
import { isInteractive, surroundings } from './interactive';
import { createOutput, type Output } from './output';
import type { Prompts } from './prompts';

/** The input of every command: the flags, the surroundings, and where it may speak. */
export interface Run {
  directory: string | undefined;
  /** Further operands behind the command, in order: of `add` kind and name. */
  operands: readonly (string | undefined)[];
  flags: RawFlags;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  output: Output;
  /** Present when we may ask. */
  prompts: Prompts | undefined;
}

export async function startRun(
  directory: string | undefined,
  flags: RawFlags,
  operands: Run['operands'] = [],
): Promise<Run> {
  const output = createOutput(flags.json === true);
  const interactive = isInteractive(surroundings(), flags.yes === true) && flags.config !== '-';
  // The prompt library is loaded only when something will be asked.
  const prompts = interactive ? new (await import('./prompts')).Prompts(output) : undefined;
  return { directory, operands, flags, env: process.env, cwd: process.cwd(), output, prompts };
}
