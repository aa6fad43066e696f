import { CliError } from '../../base/errors';
import type { RawFlags } from '../../base/raw-flags';
import type { Resolution } from '../../changes/merge-text';
import type { Rotation } from '../../changes/rotate';

/** Tasks of a run beside bringing the files in step. */
export interface Modes {
  command: 'regenerate-config' | 'upgrade';
  /** Looks and writes nothing. */
  look: 'check' | 'dryRun' | undefined;
  resolve: Resolution | undefined;
  rotation: Rotation | undefined;
}

/** @throws {CliError} `usage` for two flags that exclude each other */
export function modesOf(command: Modes['command'], flags: RawFlags): Modes {
  return {
    command,
    look: one(flags, { check: 'check', dryRun: 'dryRun' }),
    resolve: one(flags, { merge: 'markers', ours: 'ours', theirs: 'theirs' }),
    rotation: one(flags, { rotateSecrets: 'start', finishRotation: 'finish', check: undefined }),
  };
}

/** The value of the one flag of these that was given. */
function one<Value>(flags: RawFlags, values: Record<string, Value>): Value | undefined {
  const given = Object.keys(values).filter((name) => flags[name] === true);
  if (given.length <= 1) return values[given[0] ?? ''];
  const names = given.map((name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  throw new CliError('usage', `${names.join(' and ')} exclude each other.`, { fix: 'Give one of them.' });
}
