import { isatty } from 'node:tty';

export interface Surroundings {
  /** Whether standard input and standard output are terminals. */
  stdin: boolean;
  stdout: boolean;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * The one answer to "may we ask?". Both streams must be terminals: one that is a pipe either hangs or ends a prompt
 * silently with code 0. `CI` counts unless it is empty, `false` or `0`; the prompt library itself only knows `true`.
 */
export function isInteractive({ stdin, stdout, env }: Surroundings, yes: boolean): boolean {
  return stdin && stdout && !yes && ['', 'false', '0'].includes(env.CI ?? '');
}

export function surroundings(): Surroundings {
  return { stdin: isatty(0), stdout: isatty(1), env: process.env };
}
