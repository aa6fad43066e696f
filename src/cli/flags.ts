import { questions } from '../answers/questions';

/** The data of a question that commander needs. */
export interface FlagSpec {
  flags: readonly string[];
  help: string;
  group: string;
  repeatable: boolean;
  /** Allowed values, where that is a list; of a strategy the usual ones. */
  choices: readonly string[];
  /** Asked by `create` only: regenerate-config neither installs nor commits. */
  createOnly: boolean;
}

const strategies = ['isr', 'isr:false', 'static', 'ssr'];

/**
 * The flags of every question. The build evaluates this file and puts the plain data into the bundle, so that
 * `--help` need not load the schema library behind the questions (30 ms).
 */
export const flagSpecs: readonly FlagSpec[] = questions.map((question) => ({
  flags: question.flags,
  help: question.help,
  group: question.group,
  repeatable: question.kind === 'strategies',
  choices: question.choices?.map(({ value }) => value) ?? (question.kind === 'strategy' ? strategies : []),
  createOnly: question.group === 'Setup' && question.key !== 'cli.runtime',
}));
