import { CliError } from '../base/errors';
import { InvalidValue } from '../base/invalid-value';
import type { RawFlags } from '../base/raw-flags';
import { type Answers, layer, packageManagers, valueAt } from './answers';
import type { Detected, Question } from './question';
import { questions } from './questions';

/**
 * Answers given by flags.
 * @throws {CliError} of kind `usage`, naming every flag whose value is not taken
 */
export function fromFlags(flags: RawFlags): Answers {
  const typed = questions.filter((question) => attributeOf(question) in flags);
  const [one, two] = typed.filter(({ key }) => key === 'wordpress.graphqlUrl');
  if (one && two) {
    throw new CliError('usage', '--cms-url and --sample exclude each other.', { fix: 'Give one of them.' });
  }
  return collect(typed, (question) => {
    const value = flags[attributeOf(question)];
    return {
      value: Array.isArray(value) ? value.join(',') : (value as string | boolean),
      source: flagOf(question),
    };
  });
}

/**
 * Answers given by the environment of the process. An empty variable counts as unset, and one that answers a question
 * which does not arise (a key of the hosted search, with another search) is left alone.
 */
export function fromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  answers: Answers,
): Answers {
  const set = questions.filter(
    ({ env: name, when }) => name !== undefined && env[name]?.trim() && (when?.(answers) ?? true),
  );
  return collect(set, ({ env: name = '' }) => ({ value: env[name] as string, source: name }));
}

/**
 * The recommended answers of all questions, or of those that `wanted` picks. Answered questions need none: custom types
 * that were given are all there should be.
 */
export function fromRecommended(
  detected: Detected,
  answers: Answers,
  wanted: (question: Question) => boolean,
): Answers {
  const open = questions.filter((question) => valueAt(answers, question.key) === undefined);
  return layer(
    ...open.filter(wanted).map((question) => {
      const value = question.recommended?.(detected);
      return value === undefined ? {} : question.parse(value);
    }),
  );
}

/** Finds the package manager that started this program in the environment. */
export function detect(env: Readonly<Record<string, string | undefined>>): Detected {
  const agent = /^(\w+)\//.exec(env.npm_config_user_agent ?? '')?.[1];
  return { packageManager: packageManagers.find((name) => name === agent) ?? 'npm' };
}

/** Questions that have no answer but need one, with these answers. */
export function missing(answers: Answers): Question[] {
  return questions.filter(
    (question) =>
      (question.required || question.flags[0] === '--cms-url <url>') &&
      (question.when?.(answers) ?? true) &&
      valueAt(answers, question.key) === undefined,
  );
}

/** The long flag, as it is typed: `--cms-url`. */
export function flagOf({ flags }: Question): string {
  return (flags[0] ?? '').replace(/ .*$/, '');
}

export function isNegated(question: Question): boolean {
  return flagOf(question).startsWith('--no-');
}

/** Commander's name for a flag: `--no-git` is `git`, `--cms-url` is `cmsUrl`. */
function attributeOf(question: Question): string {
  return flagOf(question)
    .replace(/^--(no-)?/, '')
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

interface Given {
  value: string | boolean;
  source: string;
}

function collect(from: readonly Question[], read: (question: Question) => Given): Answers {
  const problems: string[] = [];
  const layers = from.map((question) => {
    const { value, source } = read(question);
    try {
      return question.parse(value);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      problems.push(`${source}: ${shown(value)}${error.message}`);
      return {};
    }
  });
  if (problems.length > 0) {
    throw new CliError('usage', 'These values cannot be used.', { details: problems });
  }
  return layer(...layers);
}

/** The value that was given, unless it may hold a password. */
function shown(value: string | boolean): string {
  return typeof value === 'string' && !value.includes('@') ? `"${value}" ` : '';
}
