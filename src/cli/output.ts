import kleur from 'kleur';
import type { CliError } from './errors';
import type { Failed, Result } from './results';

/** Where a run speaks. `--json`: one object on standard output at the end, everything else on standard error. */
export interface Output {
  readonly json: boolean;
  /** The stream of everything a person reads. */
  readonly stream: NodeJS.WriteStream;
  line(text?: string): void;
  done(text: string): void;
  warn(text: string): void;
  /** The one result object; printed only with `--json`. */
  result(value: Result | Failed): void;
  /** @param more what the result object says beside the error */
  failure(error: CliError, more?: Omit<Failed, 'ok' | 'exitCode' | 'error'>): void;
}

export function createOutput(json: boolean): Output {
  const stream = json ? process.stderr : process.stdout;
  // kleur looks at standard output only; with --json our words go to standard error.
  if (json && process.env.FORCE_COLOR === undefined) kleur.enabled &&= process.stderr.isTTY === true;
  const write = (text: string) => void stream.write(`${text}\n`);
  const result = (value: Result | Failed) => {
    if (json) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  };
  return {
    json,
    stream,
    result,
    line: (text = '') => write(text),
    done: (text) => write(`${kleur.green('✔')} ${text}`),
    warn: (text) => write(`${kleur.yellow('!')} ${text}`),
    failure(error, more) {
      const paragraphs = [
        `${kleur.red('error:')} ${error.message}`,
        error.details.map((detail) => `  ${detail}`).join('\n'),
        error.cure ?? '',
      ].filter(Boolean);
      process.stderr.write(`${paragraphs.join('\n')}\n`);
      const { kind, message, details, cure, exitCode } = error;
      result({ ok: false, exitCode, error: { kind, message, details, cure }, ...more });
    },
  };
}
