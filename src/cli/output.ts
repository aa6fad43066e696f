import kleur from 'kleur';
import type { CliError } from '../base/errors';
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
  kleur.enabled = hasColour(stream);
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
        `${inColourOf(process.stderr, () => kleur.red('error:'))} ${error.message}`,
        error.details.map((detail) => `  ${detail}`).join('\n'),
        error.fix ?? '',
      ].filter(Boolean);
      process.stderr.write(`${paragraphs.join('\n')}\n`);
      const { kind, message, details, fix, exitCode } = error;
      result({ ok: false, exitCode, error: { kind, message, details, fix }, ...more });
    },
  };
}

/** Whether colours may go to a stream. kleur itself looks at standard output, wherever a text is written to. */
export function hasColour({ isTTY }: { isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env): boolean {
  const { FORCE_COLOR, NO_COLOR, NODE_DISABLE_COLORS, TERM } = env;
  if (NO_COLOR !== undefined || NODE_DISABLE_COLORS !== undefined || TERM === 'dumb') return false;
  return FORCE_COLOR === undefined ? isTTY === true : FORCE_COLOR !== '0';
}

function inColourOf(stream: NodeJS.WriteStream, paint: () => string): string {
  const before = kleur.enabled;
  kleur.enabled = hasColour(stream);
  try {
    return paint();
  } finally {
    kleur.enabled = before;
  }
}
